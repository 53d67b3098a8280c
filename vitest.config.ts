import { defineConfig } from 'vitest/config'

// The fast projects need no server and no database: `npm run check` runs them, `npm test` runs all.
export default defineConfig({
  test: {
    pool: 'forks',
    // The live client is the browser's EventSource.
    execArgv: ['--experimental-eventsource', '--disable-warning=UNDICI-ES'],
    // A process for each file would spend a fifth of the time on starting; no file leaves anything behind that another sees.
    isolate: false,
    maxWorkers: 3,
    // Real processes, real databases, real argon2: what these limits catch is a hang, not a slow machine.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    projects: [
      { extends: true, test: { name: 'domain', include: ['src/domain/**/*.test.ts'] } },
      { extends: true, test: { name: 'web', include: ['src/web/**/*.test.{ts,tsx}'] } },
      { extends: true, test: { name: 'repository', include: ['tests/*.test.ts', 'scripts/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['src/server/**/*.test.ts', 'src/*.test.ts', 'tests/*/**/*.test.ts'],
          exclude: ['tests/journeys/**', 'tests/proxies/**', 'tests/faults/long/**', 'tests/engines/**'],
          globalSetup: 'tests/support/global-postgres.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'faults',
          include: ['tests/faults/**/*.test.ts'],
          globalSetup: 'tests/support/global-postgres.ts',
        },
      },
      { extends: true, test: { name: 'engines', include: ['tests/engines/**/*.test.ts'] } },
      { extends: true, test: { name: 'proxies', include: ['tests/proxies/**/*.test.ts'] } },
    ],
  },
})
