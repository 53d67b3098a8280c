// Must be the first import: React and src/server/production.ts read NODE_ENV when they are loaded.
process.env.NODE_ENV = 'development'
