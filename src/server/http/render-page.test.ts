import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createLanes, TooBusy } from './render-page.ts'

/** Renderings that last until `finish`. */
function renderings() {
  const held: (() => void)[] = []
  const render = () => new Promise<string>((resolve) => held.push(() => resolve('a page')))
  return {
    render,
    begun: () => held.length,
    finish: () => held.splice(0).forEach((end) => void end()),
  }
}

/** Finishes renderings until all are done. */
async function until(all: Promise<unknown>, finish: () => void) {
  let isOver = false
  all.then(() => {
    isOver = true
  })
  await expect
    .poll(() => {
      finish()
      return isOver
    })
    .toBe(true)
}

test('a flood of requests for one team’s page does not block other teams', async () => {
  const { teams } = createLanes()
  const { render, begun, finish } = renderings()
  const greedy = Array.from({ length: 300 }, () => teams.run(render, 'greedy'))
  const outcomes = Promise.allSettled(greedy)
  const other = teams.run(render, 'other')
  expect([teams.isFull('greedy'), teams.isFull('other')]).toEqual([true, false])
  await expect(greedy.at(-1)).rejects.toBeInstanceOf(TooBusy)
  await until(Promise.all([outcomes, other]), finish)
  expect(await other).toBe('a page')
  expect((await outcomes).filter(({ status }) => status === 'fulfilled')).toHaveLength(8)

  const again = teams.run(render, 'greedy')
  await expect.poll(begun).toBe(1)
  finish()
  expect(await again).toBe('a page')
})

test('posts that wait for another client’s draw block neither sign-ins nor later posts', async () => {
  const { posts, signIns } = createLanes()
  const { render, finish } = renderings()
  const waiting = Promise.allSettled(Array.from({ length: 10 }, () => posts.run(render)))
  expect(await signIns.run(async () => 'signed in')).toBe('signed in')
  expect(await posts.run(async () => 'posted')).toBe('posted')
  finish()
  await waiting
})

test('a client that hangs up while it waits loses its place, and its work is not done', async () => {
  const { pages } = createLanes()
  const { render, begun, finish } = renderings()
  const first = pages.run(render)
  const clients = Array.from({ length: 50 }, () => Object.assign(new EventEmitter(), { destroyed: false }))
  const come = (client: unknown) => pages.run(render, '', client as ServerResponse)
  const outcomes = Promise.allSettled(clients.map(come))
  expect(pages.isFull()).toBe(true)
  for (const client of clients) Object.assign(client, { destroyed: true }).emit('close')
  expect(pages.isFull()).toBe(false)
  expect((await outcomes).filter(({ status }) => status === 'rejected')).toHaveLength(50)
  await expect(come(clients[0])).rejects.toBeInstanceOf(TooBusy)
  expect(begun()).toBe(1)
  finish()
  await first
})

test('while an organiser’s request is in progress nothing queued begins, for a tenth of a second', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { organisers, pages } = createLanes()
  const { render, begun, finish } = renderings()
  const tap = renderings()
  const taps = [organisers.run(tap.render), organisers.run(tap.render)]
  const all = Promise.all([pages.run(render), pages.run(render), pages.run(render)])
  await vi.advanceTimersByTimeAsync(0)
  expect(begun()).toBe(1)

  finish()
  await vi.advanceTimersByTimeAsync(90)
  expect(begun()).toBe(0)
  tap.finish()
  await Promise.all(taps)
  expect(begun()).toBe(1)

  const slow = organisers.run(tap.render)
  finish()
  await vi.advanceTimersByTimeAsync(90)
  expect(begun()).toBe(0)
  await vi.advanceTimersByTimeAsync(90)
  expect(begun()).toBe(1)
  finish()
  tap.finish()
  await Promise.all([all, slow])
})
