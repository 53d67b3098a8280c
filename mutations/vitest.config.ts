import { defineConfig } from 'vitest/config'

/** A mutant has to be killed by the tests that know the rule it breaks: scripts/test-mutations.ts names them. */
export default defineConfig({
  test: {
    include: process.env.MUTATION_TESTS?.split(' ') ?? [],
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
})
