import type { TestProject } from 'vitest/node'
import { startPostgres } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** One PostgreSQL server for the whole run: `createDatabase(inject('postgresUrl'))` gives a test its own database on it. */
    postgresUrl: string
  }
}

export default async function setup({ provide, name }: TestProject) {
  // What `npm run test:faults` measures has to wait for the disk.
  const postgres = await startPostgres({ isDurable: name === 'faults' })
  provide('postgresUrl', postgres.url)
  return () => postgres.stop()
}
