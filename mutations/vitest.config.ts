import { defineConfig } from 'vitest/config'

/** Runs only the tests of the mutated rule, which scripts/test-mutations.ts names. */
export default defineConfig({
  test: {
    include: process.env.MUTATION_TESTS?.split(' ') ?? [],
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
})
