/**
 * The engines of tests whose SQL the storage contract has on both: `npm test` plays them on SQLite, the nightly run (EVERY_ENGINE) on
 * both.
 */
export const enginesToTest = process.env.EVERY_ENGINE
  ? (['SQLite', 'PostgreSQL'] as const)
  : (['SQLite'] as const)
