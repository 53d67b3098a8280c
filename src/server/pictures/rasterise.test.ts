import { expect, test } from 'vitest'
import { manualClock } from '../../../tests/support/manual-clock.ts'
import { loadTimeoutMs } from '../../domain/settings/limits.ts'
import { createRasteriser } from './rasterise.ts'

const square = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>'

test('a picture that takes too long is given up, and the next one is made', async () => {
  const clock = manualClock()
  const pictureOf = createRasteriser(clock)
  const late = expect(pictureOf(square)).rejects.toThrow('The picture was not made')
  await expect.poll(clock.waiting).toBe(1)
  await clock.advance(loadTimeoutMs)
  await late
  expect((await pictureOf(square)).readUInt32BE(16)).toBe(8)
  await expect.poll(clock.waiting).toBe(0)
})
