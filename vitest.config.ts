import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Small files that run long. */
const longest =
  /launch|any-night|start-and-stop|killed-server|registration-flood|black-hole|two-nodes|check-backup/

/** Starts the longest files first, so that none runs alone at the end; the others by size, because a fresh clone has no timings. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const { long = [], short = [] } = Object.groupBy(await super.sort(files), ({ moduleId }) =>
      longest.test(moduleId) ? 'long' : 'short',
    )
    return [...long, ...short]
  }
}

// The fast projects need neither a build nor a browser: `npm run check` runs them, `npm test` runs all.
export default defineConfig({
  test: {
    pool: 'forks',
    // The live client is the browser's EventSource.
    execArgv: ['--experimental-eventsource', '--disable-warning=UNDICI-ES'],
    // A process per file would spend a fifth of the time on starting; no file leaves anything behind that another sees.
    isolate: false,
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    // Real processes, real databases, real argon2: these limits are for hangs, not for slow machines.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000, interval: 10 } },
    setupFiles: ['tests/support/run-test-ends.ts'],
    projects: [
      { extends: true, test: { name: 'domain', include: ['src/domain/**/*.test.ts'] } },
      { extends: true, test: { name: 'web', include: ['src/web/**/*.test.{ts,tsx}'] } },
      {
        extends: true,
        test: {
          name: 'components',
          include: ['tests/components/*.test.ts'],
          setupFiles: ['tests/support/dom.ts'],
        },
      },
      { extends: true, test: { name: 'repository', include: ['tests/*.test.ts', 'scripts/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['src/server/**/*.test.ts', 'src/*.test.ts', 'tests/*/**/*.test.ts'],
          exclude: [
            'tests/components/**',
            'tests/journeys/**',
            'tests/proxies/**',
            'tests/faults/long/**',
            'tests/engines/**',
            'tests/first-start/**',
          ],
          globalSetup: 'tests/support/global-postgres.ts',
          // A third of their time is waiting for processes and PostgreSQL.
          maxWorkers: 4,
          // Vitest runs projects with another number of workers as a group of their own.
          sequence: { groupOrder: 1 },
          // Production React, as in `npm start`, renders faster; the components use the development build, which warns.
          env: { NODE_ENV: 'production' },
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
      { extends: true, test: { name: 'first start', include: ['tests/first-start/**/*.test.ts'] } },
      { extends: true, test: { name: 'proxies', include: ['tests/proxies/**/*.test.ts'] } },
    ],
  },
})
