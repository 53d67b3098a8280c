import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { findFaults } from '../../src/domain/draw/find-faults.ts'
import { listRevisions } from '../../src/server/storage/journal.ts'
import { openCup } from '../support/cup-app.ts'

const script = fileURLToPath(new URL('../support/endless-taps.ts', import.meta.url))

test.each([1, 7, 40])('every tap that was answered survives kill -9 after %i of them', async (taps) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'cup-killed-'))
  try {
    const child = spawn(process.execPath, [script, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] })
    const gone = once(child, 'exit')
    let answered = 0
    let count = 0
    for await (const line of createInterface({ input: child.stdout })) {
      answered = Number(line)
      count += 1
      if (count === taps) child.kill('SIGKILL')
    }
    expect((await gone)[1]).toBe('SIGKILL')

    const cup = await openCup({ dataDir })
    const { revision } = await cup.app.publicView()
    expect(revision).toBeGreaterThanOrEqual(answered)
    const journal = await cup.storage.read((db) => listRevisions(db, 0, 100_000))
    expect(journal.map((row) => row.revision)).toEqual(Array.from({ length: revision }, (_, at) => at + 1))
    expect(findFaults(await cup.draw())).toEqual([])
    const [last] = journal.slice(-1)
    const change = last?.changes[0]
    if (change?.kind !== 'matches') throw new Error('The last change was no winner')
    for (const match of change.matches)
      expect((await cup.draw()).rounds[match.round]?.matches[match.index]).toEqual(match)
    await cup.close()
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
})
