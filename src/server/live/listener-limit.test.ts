import { expect, test } from 'vitest'
import { listenersWithin } from './listener-limit.ts'

test.each([
  ['a small one', 64, 32],
  ['an old default', 256, 128],
  ['the usual default', 1_024, 524],
  ['a server', 65_536, 15_000],
  ['no limit', Number.POSITIVE_INFINITY, 15_000],
])('with %s of %d open files there is room for %d listeners', (_, files, listeners) => {
  expect(listenersWithin(files)).toBe(listeners)
})
