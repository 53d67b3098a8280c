// Loaded before anything else: React decides by this, when it is loaded, whether it is fast and small or talkative.
process.env.NODE_ENV ??= 'production'
