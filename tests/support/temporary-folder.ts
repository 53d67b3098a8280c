import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { atTestEnd } from './at-test-end.ts'

/** A fresh folder, removed with what is in it once the test is over and what was started after it has ended. */
export async function temporaryFolder(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `cup-${name}-`))
  atTestEnd(() => rm(folder, { recursive: true, force: true }))
  return folder
}
