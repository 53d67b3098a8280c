import { afterEach, describe, expect, test, vi } from 'vitest'
import { unanswered } from '../../domain/answer.ts'
import { createOnce, formOf, postAction } from './post-action.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

function online(fetch: () => Promise<Response>) {
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('location', { pathname: '/admin/account' })
  const asked = vi.fn(fetch)
  vi.stubGlobal('fetch', asked)
  return asked
}

test('without a network nothing is changed; the answer keeps what was typed, but no passwords', async () => {
  online(() => Promise.reject(new TypeError('Failed to fetch')))
  vi.stubGlobal('navigator', { onLine: false })
  const form = formOf({ intent: 'add-organiser', email: 'anna@cup.test', password: 'secret-1' })
  const answer = await postAction(form, 'It failed.')
  expect(answer).toMatchObject({ reason: 'unreachable', error: 'It failed.', hint: unanswered.offline })
  expect('fields' in answer && answer.fields).toContainEqual(['email', 'anna@cup.test'])
  expect(JSON.stringify(answer)).not.toContain('secret-1')
})

test('on the machine that runs the cup, a form needs no network', async () => {
  online(async () => Response.json({ ok: true, message: 'Done.', revision: 5 }))
  vi.stubGlobal('navigator', { onLine: false })
  expect(await postAction(formOf({ intent: 'approve' }), 'It failed.')).toMatchObject({ ok: true })
})

describe('after a post without an answer', () => {
  function taps() {
    const once = createOnce()
    return async (fields: Record<string, string>, answer: 'done' | 'lost' = 'done') => {
      const form = formOf(fields)
      const lost = { ok: false, reason: 'unreachable', error: '', details: [], fields: [] } as const
      await once(form, JSON.stringify([...form]), async () =>
        answer === 'lost' ? lost : { ok: true, message: '', revision: 5 },
      )
      return String(form.get('requestId'))
    }
  }
  const ann = { intent: 'report', matchId: '0-a', side: '1' }

  test('the same form is a repetition, also after forms about other matches', async () => {
    const tap = taps()
    const first = await tap(ann, 'lost')
    await tap({ ...ann, matchId: '0-b' })
    expect(await tap(ann)).toBe(first)
  })

  test('the same form is a new decision after another one about the match', async () => {
    const tap = taps()
    const first = await tap(ann, 'lost')
    await tap({ ...ann, side: '2' })
    expect(await tap(ann)).not.toBe(first)
  })
})

test('a form goes to the route of its action, with the address of its page', async () => {
  const asked = online(async () => Response.json({ ok: true, message: 'Done.', revision: 5 }))
  expect(await postAction(formOf({ intent: 'set-winner', side: '1' }), '')).toMatchObject({ revision: 5 })
  const [url, init] = asked.mock.calls[0] as unknown as [string, { body: URLSearchParams }]
  expect(url).toBe('/action/set-winner')
  expect(init.body.get('page')).toBe('/admin/account')
})

test.each([
  ['a server that fails', async () => new Response('Oops', { status: 500 })],
  ['an error page of a proxy', async () => new Response('<h1>Bad gateway</h1>', { status: 502 })],
  ['a broken connection', async () => Promise.reject(new TypeError('network error'))],
])('%s is no answer, and the action may have counted', async (_what, fetch) => {
  online(fetch)
  expect(await postAction(formOf({ intent: 'call' }), 'It failed.')).toMatchObject({
    ok: false,
    reason: 'unreachable',
    error: 'It failed.',
    hint: expect.stringContaining('It may have counted'),
  })
})

test('an action that loads has 10 s, and then its own sentence', async () => {
  const { asked, limits } = silentServer()
  await expect(postAction(formOf({ intent: 'generate' }), 'It failed.', 'Too long.')).resolves.toMatchObject({
    reason: 'unreachable',
    error: 'Too long.',
  })
  await expect(postAction(formOf({ intent: 'call' }), 'It failed.')).resolves.toMatchObject({
    error: 'It failed.',
  })
  expect(limits()).toEqual([10_000, 12_000])
  expect(asked).toHaveBeenCalledTimes(2)
})

/** Each request times out at once; `limits()` are the timeouts asked for. */
function silentServer() {
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => AbortSignal.abort())
  const asked = online(() => Promise.reject(new DOMException('The signal timed out.', 'TimeoutError')))
  return { asked, limits: () => timeout.mock.calls.map(([ms]) => ms) }
}

test('a session that has ended leads to the login page', async () => {
  online(async () => Response.json({ ok: false, reason: 'signed-out' }, { status: 401 }))
  const replace = vi.fn()
  vi.stubGlobal('location', { pathname: '/admin/teams', replace })
  void postAction(formOf({ intent: 'approve' }), '')
  await vi.waitFor(() => expect(replace).toHaveBeenCalledWith('/login'))
})
