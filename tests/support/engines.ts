/**
 * Engines for tests whose SQL the storage contract covers on both: SQLite in `npm test`, both in the nightly run (EVERY_ENGINE).
 */
export const enginesToTest = process.env.EVERY_ENGINE
  ? (['SQLite', 'PostgreSQL'] as const)
  : (['SQLite'] as const)
