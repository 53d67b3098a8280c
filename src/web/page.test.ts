import type { ClientLoaderFunctionArgs } from 'react-router'
import { expect, test, vi } from 'vitest'
import { messages } from '../domain/messages.ts'
import { clientLoader } from './page.tsx'
import { pages } from './pages.ts'

/** Opens /schedule in the app; `ask` is the router's own request for its data. */
function openSchedule(ask: () => Promise<unknown>) {
  const { path: pattern } = pages.schedule
  return clientLoader({
    pattern,
    url: new URL('http://cup.test/schedule'),
    serverLoader: ask,
  } as unknown as ClientLoaderFunctionArgs)
}

test.each([
  ['a cut network', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['an error of the server', () => Promise.reject(new Error('Internal Server Error'))],
  ['the page of a proxy', () => Promise.reject(new SyntaxError('Unable to decode turbo-stream response'))],
])('%s is answered with the page’s own sentence', async (_what, ask) => {
  expect(await openSchedule(ask)).toEqual({ error: pages.schedule.failed })
})

test('a server that is silent for 120 s counts as timed out', async () => {
  vi.useFakeTimers()
  const opened = openSchedule(() => new Promise(() => {}))
  await vi.advanceTimersByTimeAsync(120_000)
  expect(await opened).toEqual({ error: messages.loadTimeout })
  vi.useRealTimers()
})

test('an answer, and a redirect, reach the router as they are', async () => {
  expect(await openSchedule(async () => 'the data')).toBe('the data')
  const elsewhere = Response.redirect('http://cup.test/login')
  await expect(openSchedule(() => Promise.reject(elsewhere))).rejects.toBe(elsewhere)
})
