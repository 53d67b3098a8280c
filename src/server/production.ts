// Must be the first import: React reads NODE_ENV when it is loaded.
process.env.NODE_ENV ??= 'production'
