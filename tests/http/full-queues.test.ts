import { expect, test } from 'vitest'
import { refusals } from '../../src/domain/refusals.ts'
import { paths } from '../../src/web/paths.ts'
import { atTestEnd } from '../support/at-test-end.ts'
import { organiser, registerForToken } from '../support/organised-cup.ts'
import { organiserOfTests, startCup } from '../support/start-cup.ts'

/** A cup with open registration; the requests that `isHeld` selects are not answered before the end of the test. */
async function startHeldCup(isHeld: (request: Request) => unknown) {
  const held: (() => void)[] = []
  let isOver = false
  const cup = await startCup({
    aroundPages: (pages) => async (request, parts) => {
      if (!(await isHeld(request))) return pages(request, parts)
      if (!isOver) await new Promise<void>((resolve) => held.push(resolve))
      return new Response('done')
    },
  })
  await cup.app.changeSettings({ registration: 'open' }, organiser)
  const sent: Promise<Response>[] = []
  atTestEnd(async () => {
    isOver = true
    for (const go of held) go()
    await Promise.allSettled(sent)
  })
  let refused = 0
  return {
    ...cup,
    refused: () => refused,
    /** Sends a request without waiting for its answer. */
    send(path: string, init?: RequestInit) {
      const answer = fetch(cup.url + path, init)
      sent.push(answer)
      answer.then(
        ({ status }) => {
          if (status === 503) refused += 1
        },
        () => {},
      )
    },
    async approveAll() {
      const teamIds = (await cup.app.publicView()).entries.map(({ id }) => id)
      await cup.app.setApproval({ teamIds, approved: true }, organiser)
    },
  }
}

/** Sends until the queue is full; a slow machine needs more, because some have their turn meanwhile. */
async function fill(cup: { refused(): number }, send: () => void) {
  for (let nth = 0; nth < 100; nth += 1) send()
  const sendAgain = () => {
    send()
    return cup.refused()
  }
  await expect.poll(sendAgain).toBeGreaterThan(10)
}

test('fourteen made-up teams, by their links and their cookies, block no approved team', async () => {
  const made: string[] = []
  const cup = await startHeldCup(({ url, headers }) =>
    made.some((token) => url.includes(token) || headers.get('cookie')?.includes(token)),
  )
  const link = paths.entry(await registerForToken(cup, 0))
  await cup.approveAll()
  for (let nth = 1; nth <= 14; nth += 1) made.push(await registerForToken(cup, nth))
  for (const token of made)
    for (let nth = 0; nth < 8; nth += 1) {
      cup.send(paths.entry(token))
      cup.send(paths.register, { headers: { cookie: `cup-entry=${token}` } })
    }
  await expect.poll(cup.refused).toBeGreaterThanOrEqual(23)
  expect((await fetch(cup.url + link)).status).toBe(200)
  // Link and cookie of a team share its eight places.
  await expect.poll(cup.refused).toBeGreaterThanOrEqual(14 * 8)
})

test('a public page runs only its own form, and another is refused without rendering', async () => {
  const asked: string[] = []
  const cup = await startHeldCup(({ url }) => void asked.push(url))
  const [entry, account] = [{ player1Name: 'Ann', teamPhoneNumber: '555' }, organiserOfTests]
  const wrong: readonly [path: string, fields: Record<string, string>][] = [
    ['/login', { intent: 'register', ...entry }],
    ['/login.data', { intent: 'register', ...entry }],
    ['/register', { intent: 'login', ...account }],
    ['/draw', { intent: 'login', ...account }],
    ['/draw', { intent: 'report' }],
    ['/draw', { intent: 'made-up' }],
    ['/draw', {}],
  ]
  for (const [path, fields] of wrong) {
    const answer = await cup.post(path, fields)
    expect([path, fields.intent, answer.status]).toEqual([path, fields.intent, 422])
    expect(await answer.text()).toContain(refusals['unknown-action'].sentence)
  }
  expect(asked).toEqual([])
  expect((await cup.app.publicView()).entries).toEqual([])
  expect((await cup.post('/register', entry)).status).toBe(303)
  expect((await cup.post('/login', { intent: 'login', ...account })).status).toBe(303)
})

test("a flood of posts keeps out neither a team's check-in nor a table's report", async () => {
  const cup = await startHeldCup(({ url }) => url.endsWith('/action/generate'))
  const link = paths.entry(await registerForToken(cup, 1))
  await registerForToken(cup, 2)
  await cup.approveAll()
  await cup.app.changeSettings({ checkIn: 'on', reports: 'on', scheduleGroupSize: 6 }, organiser)
  await cup.app.createDraw(organiser)
  const [final] = (await cup.app.publicView()).draw?.rounds[0]?.matches ?? []
  const matchId = final?.id ?? ''
  await cup.app.callMatch({ matchId, table: 3 }, organiser)
  await fill(cup, () => cup.send('/action/generate', { method: 'POST', body: new URLSearchParams() }))
  const posts = [
    await cup.post('/action/check-in', { page: link }),
    await cup.post('/action/report', { page: paths.table(3), matchId, side: '1' }),
  ]
  expect(posts.map(({ status }) => status)).toEqual([200, 200])
  for (const post of posts) expect(await post.json()).toMatchObject({ ok: true })
})

test('a form whose sender hangs up while it waits is not read', async () => {
  const asked: string[] = []
  const cup = await startHeldCup(async (request) => {
    const name = new URLSearchParams(await request.clone().text()).get('player1Name') ?? ''
    asked.push(name)
    return name !== 'Ann'
  })
  const gone = new AbortController()
  const register = (player1Name: string, init: RequestInit = {}) =>
    cup.send('/register', {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ player1Name, teamPhoneNumber: '555' }),
      ...init,
    })
  register('Held')
  await expect.poll(() => asked).toEqual(['Held'])
  await fill(cup, () => register('Gone', { signal: gone.signal }))
  const read = asked.length
  gone.abort()
  await expect
    .poll(async () => (await cup.post('/register', { player1Name: 'Ann', teamPhoneNumber: '5' })).status)
    .toBe(303)
  // A hundred were waiting; some may have had their turn before the cup noticed.
  expect(asked.slice(read).filter((name) => name === 'Gone').length).toBeLessThan(10)
})
