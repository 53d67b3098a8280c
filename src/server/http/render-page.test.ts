import { expect, test } from 'vitest'
import { createLanes, TooBusy } from './render-page.ts'

/** Renderings that go on until they are let go. */
function renderings() {
  const held: (() => void)[] = []
  const render = () => new Promise<string>((resolve) => held.push(() => resolve('a page')))
  return {
    render,
    begun: () => held.length,
    letGo: () => held.splice(0).forEach((finish) => void finish()),
  }
}

/** Lets renderings go until all is over. */
async function until(all: Promise<unknown>, letGo: () => void) {
  let isOver = false
  all.then(() => {
    isOver = true
  })
  await expect
    .poll(() => {
      letGo()
      return isOver
    })
    .toBe(true)
}

test('a team that asks for its own page without end keeps no other team from theirs', async () => {
  const { teams } = createLanes()
  const { render, begun, letGo } = renderings()
  const greedy = Array.from({ length: 300 }, () => teams(render, 'greedy'))
  const outcomes = Promise.allSettled(greedy)
  const other = teams(render, 'other')
  await expect(greedy.at(-1)).rejects.toBeInstanceOf(TooBusy)
  await until(Promise.all([outcomes, other]), letGo)
  expect(await other).toBe('a page')
  expect((await outcomes).filter(({ status }) => status === 'fulfilled')).toHaveLength(8)

  const again = teams(render, 'greedy')
  await expect.poll(begun).toBe(1)
  letGo()
  expect(await again).toBe('a page')
})

test('posts that wait, as for somebody else’s draw, hold up neither a sign-in nor the posts after them', async () => {
  const { posts, signIns } = createLanes()
  const { render, letGo } = renderings()
  const waiting = Promise.allSettled(Array.from({ length: 10 }, () => posts(render)))
  expect(await signIns(async () => 'signed in')).toBe('signed in')
  expect(await posts(async () => 'posted')).toBe('posted')
  letGo()
  await waiting
})
