// Imported before React, which decides when it is loaded whether it is in production.
process.env.NODE_ENV ??= 'production'
