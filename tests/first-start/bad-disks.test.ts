import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { atTestEnd } from '../support/at-test-end.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { freshClone, minutes, serves, startClone } from './support/fresh-clone.ts'

const exec = promisify(execFile)
const machine = { node: '20.19.0', npm: '10.8.2' }

test('says that the disk is full, and starts once it is not', { timeout: 15 * minutes }, async () => {
  const folder = await temporaryFolder('disk')
  const disk = join(folder, 'disk')
  await mkdir(disk)
  await exec('mount', ['-t', 'tmpfs', '-o', 'size=150m', 'tmpfs', disk])
  atTestEnd(() => exec('umount', ['-l', disk]))
  const clone = await freshClone(disk)
  const full = await startClone(clone, machine)
  const [code] = await once(full.npm, 'close')
  expect(code).toBe(1)
  expect(full.output()).toContain('\nThe disk is full.')
  await exec('mount', ['-o', 'remount,size=4g', disk])
  const again = await startClone(clone, machine)
  expect(await serves(await again.url())).toBe(true)
})

test('says that its folder is read-only', { timeout: 5 * minutes }, async () => {
  const clone = await freshClone()
  await exec('mount', ['--bind', clone, clone])
  atTestEnd(() => exec('umount', ['-l', clone]))
  await exec('mount', ['-o', 'remount,ro,bind', clone])
  const start = await startClone(clone, machine)
  expect(await once(start.npm, 'close')).toEqual([1, null])
  expect(start.output()).toContain('.cache is read-only: move the cup to a folder that can be written to')
})
