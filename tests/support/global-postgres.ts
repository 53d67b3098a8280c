import type { TestProject } from 'vitest/node'
import { startPostgres } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** One PostgreSQL server for the whole run: `createDatabase(inject('postgresUrl'))` gives a test its own database. */
    postgresUrl: string
  }
}

export default async function setup({ provide, name }: TestProject) {
  // Fault tests need real durability.
  const postgres = await startPostgres({ isDurable: name === 'faults' })
  provide('postgresUrl', postgres.url)
  return () => postgres.stop()
}
