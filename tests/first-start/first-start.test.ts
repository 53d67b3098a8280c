import { once } from 'node:events'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { count, freshClone, type Machine, minutes, serves, startClone } from './support/fresh-clone.ts'

/*
 * The first command on a machine that is not ours: a fresh clone, and the Node and npm that come with a system.
 * Both are packages of npm, so that every version runs here. Downloads about 1 GB where npm's cache is empty.
 */
const machines: readonly Machine[] = [
  // As in Debian 13.
  { node: '20.19.0', npm: '9.2.0' },
  // As these Nodes come with.
  { node: '20.19.0', npm: '10.8.2' },
  { node: '22.12.0', npm: '10.9.3' },
  { node: '24.11.0', npm: '11.19.1' },
]
const [oldest, usual] = machines as [Machine, Machine]

describe('a fresh clone', () => {
  test.each(machines)(
    'shows its first page with npm $npm on Node $node, and ends with npm',
    { timeout: 15 * minutes },
    async (machine) => {
      const start = await startClone(await freshClone(), machine)
      const url = await start.url()
      const page = await (await fetch(url)).text()
      expect(page).toContain('<h1')
      start.npm.kill('SIGTERM')
      await once(start.npm, 'exit')
      await expect.poll(() => serves(url)).toBe(false)
    },
  )

  test('begins and passes all tests with the npm of Node 20', { timeout: 60 * minutes }, async () => {
    const tests = await startClone(await freshClone(), usual, 'test')
    const [code] = await once(tests.npm, 'close')
    expect(tests.output()).toMatch(/^\d+ passed, 0 failed$/m)
    expect(code).toBe(0)
  })

  test('starts after an installation that was killed half-way', { timeout: 15 * minutes }, async () => {
    const clone = await freshClone()
    const cut = await startClone(clone, usual)
    await expect.poll(() => count(join(clone, 'node_modules')), { timeout: 10 * minutes }).toBeGreaterThan(20)
    await cut.kill()
    const again = await startClone(clone, usual)
    expect(await serves(await again.url())).toBe(true)
  })
})

test.each([
  { node: '18.19.0', npm: '9.2.0' },
  { node: '12.22.12', npm: '6.14.18' },
])('Node $node is refused in one sentence', { timeout: 10 * minutes }, async (machine) => {
  const start = await startClone(await freshClone(), machine)
  const [code] = await once(start.npm, 'close')
  expect(code).not.toBe(0)
  expect(start.output()).toContain(`The cup needs Node 20.19 or newer, and this is Node ${machine.node}.`)
  expect(start.output()).not.toMatch(/SyntaxError|^ +at /m)
})

test('npm 8 is refused in one sentence', { timeout: 10 * minutes }, async () => {
  const start = await startClone(await freshClone(), { ...oldest, npm: '8.19.4' })
  expect(await once(start.npm, 'close')).toEqual([1, null])
  expect(start.output()).toContain('npm 8.19.4 is too old: the cup needs npm 9 or newer.')
})
