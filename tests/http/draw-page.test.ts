import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { messages, refusals } from '../../src/domain/messages.ts'
import { loadTimeoutMs } from '../../src/domain/settings/settings.ts'
import type { Storage } from '../../src/server/storage/storage.ts'
import { expectValidHtml } from '../support/html.ts'
import { type OrganisedCup, organiser, said, startOrganisedCup, textOf } from '../support/organised-cup.ts'
import { startCup, type TestCup } from '../support/start-cup.ts'

let cup: OrganisedCup | TestCup | undefined
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(async () => {
  vi.restoreAllMocks()
  await cup?.stop()
  cup = undefined
})

const generate = { intent: 'generate' }

async function html(response: Response): Promise<string> {
  return response.text()
}

describe('without a draw', () => {
  test('the page says so, offers to make it, and looking at it makes none', async () => {
    const organised = await startOrganisedCup({ teams: 3, hasDraw: false })
    cup = organised
    const page = await organised.page('/draw')
    await expectValidHtml(page.html)
    expect(textOf(page.html)).toContain(messages.noTournamentData)
    expect(page.html).toMatch(/<form [^>]*action="\/draw" method="post"/)
    expect(page.html).toMatch(
      /<button[^>]*value="generate"[^>]*name="intent"[^>]*>Generate Tournament<\/button>/,
    )
    expect((await organised.view()).drawStatus).toBe('none')
  })

  test('the button makes it without script, and leads back to the page', async () => {
    const organised = await startOrganisedCup({ teams: 3, hasDraw: false })
    cup = organised
    const made = await organised.post('/draw', generate)
    expect([made.status, made.headers.get('location')]).toEqual([303, '/draw'])
    expect((await organised.view()).drawStatus).toBe('active')
    const page = await organised.page('/draw')
    await expectValidHtml(page.html)
    expect(page.html).toContain('data-round="0"')
    expect(page.html).not.toContain(messages.noTournamentData)
  })

  test('with no approved team the sentence stands above the offer, with Retry', async () => {
    cup = await startCup()
    const answer = await cup.post('/draw', generate)
    const page = await html(answer)
    expect(answer.status).toBe(409)
    await expectValidHtml(page)
    expect(said(page, 'alert').join()).toContain(`${messages.noApprovedTeams} Retry`)
    expect(textOf(page)).toContain(messages.noTournamentData)
    expect(page).toMatch(/<form action="\/draw" method="get">.*?Retry<\/button>/)
  })

  test('where only an organiser may make it, a visitor is told so', async () => {
    const organised = await startOrganisedCup({
      teams: 2,
      hasDraw: false,
      settings: { drawCreation: 'admin' },
    })
    cup = organised
    const answer = await organised.post('/draw', generate)
    expect(answer.status).toBe(403)
    expect(said(await html(answer), 'alert').join()).toContain(refusals['draw-creation-admin'])
    const allowed = await organised.send('/draw', generate)
    expect([allowed.status, allowed.location]).toEqual([303, '/draw'])
  })

  test('a post that asks for something else is refused', async () => {
    cup = await startCup()
    expect((await cup.post('/draw', { intent: 'reset' })).status).toBe(400)
  })

  test('a draw that cannot be reached, made or had in time is told with its own sentence', async () => {
    let transactions = 0
    let behave: (count: number) => 'work' | 'fail' | 'hang' = () => 'work'
    const wrapStorage = (inner: Storage): Storage => ({
      ...inner,
      transaction: (run) => {
        transactions += 1
        const mood = behave(transactions)
        if (mood === 'fail') return Promise.reject(new Error('The database is gone.'))
        if (mood === 'hang') return new Promise(() => {})
        return inner.transaction(run)
      },
    })
    const started = await startCup({ wrapStorage })
    cup = started
    await started.app.changeSettings({ registration: 'open' }, organiser)
    await started.app.registerTeam({ player1Name: 'Ana', player2Name: '', teams: '', teamPhoneNumber: '1' })
    const { entries } = await started.app.publicView()
    await started.app.setApproval({ teamIds: entries.map(({ id }) => id), approved: true }, organiser)
    const ask = async () => {
      transactions = 0
      const answer = await started.post('/draw', generate)
      expect(answer.status).toBe(503)
      return said(await html(answer), 'alert').join()
    }

    behave = () => 'fail'
    expect(await ask()).toContain(`${messages.accessFailed} Retry`)

    behave = () => 'hang'
    const alarms = started.clock.waiting()
    const slow = ask()
    await vi.waitUntil(() => started.clock.waiting() > alarms)
    await started.clock.advance(loadTimeoutMs)
    expect(await slow).toContain(`${messages.loadTimeout} Retry`)

    behave = (count) => (count === 1 ? 'work' : 'fail')
    expect(await ask()).toContain(`${messages.createFailed} Retry`)
  })
})

describe('a draw that cannot be loaded', () => {
  test('is told with the sentence and Retry, and status 503', async () => {
    cup = await startCup({
      wrapStorage: (inner) => ({
        ...inner,
        snapshot: () => Promise.reject(new Error('The database is gone.')),
      }),
    })
    const answer = await fetch(`${cup.url}/draw`)
    const page = await html(answer)
    expect(answer.status).toBe(503)
    expect(said(page, 'alert').join()).toContain(`${messages.loadFailed} Retry`)
  })

  test('within ten seconds is told so', async () => {
    let isSlow = false
    const started = await startCup({
      wrapStorage: (inner) => ({
        ...inner,
        snapshot: (ask) =>
          isSlow ? new Promise(() => {}) : Promise.reject(new Error(`not yet ${String(ask)}`)),
      }),
    })
    cup = started
    isSlow = true
    const alarms = started.clock.waiting()
    const asked = fetch(`${started.url}/draw`)
    await vi.waitUntil(() => started.clock.waiting() > alarms)
    await started.clock.advance(loadTimeoutMs)
    const answer = await asked
    expect(answer.status).toBe(503)
    expect(said(await html(answer), 'alert').join()).toContain(`${messages.loadTimeout} Retry`)
  })
})

describe('with a draw', () => {
  test('rounds are columns of matches with two sides and vs; winners, TBD and BYE are marked', async () => {
    const organised = await startOrganisedCup({ teams: 3 })
    cup = organised
    const { html: page } = await organised.page('/draw')
    await expectValidHtml(page)
    const draw = await organised.draw()
    for (const [index, round] of draw.rounds.entries()) {
      expect(page).toContain(`data-round="${index}"`)
      expect(textOf(page)).toContain(round.name)
      for (const match of round.matches) {
        expect(page).toContain(`data-match="${index}.${match.index}" data-match-id="${match.id}"`)
      }
    }
    expect(textOf(page)).toContain('Ana 1, Ben 1')
    expect(page.match(/<span class="vs">vs<\/span>/g)).toHaveLength(3)
    for (const state of ['winner', 'bye', 'open', 'tbd']) expect(page).toContain(`data-state="${state}"`)
  })

  test('a shared match and a shared team are marked in the page itself', async () => {
    const organised = await startOrganisedCup({ teams: 4 })
    cup = organised
    const { html: page } = await organised.page('/draw?match=0.1')
    expect(page).toMatch(/data-match="0\.1"[^>]*><a [^>]*data-marked/)
    const { sides } = await organised.match(0, 1)
    const { html: byTeam } = await organised.page(`/draw?team=${sides[0]}`)
    expect(byTeam).toMatch(/data-match="0\.1"[^>]*><a [^>]*data-marked/)
    expect(byTeam).toContain('data-lit="true"')
  })

  test('an address that points nowhere still shows the draw', async () => {
    const organised = await startOrganisedCup({ teams: 2 })
    cup = organised
    for (const query of ['?match=9.9', '?match=x', '?team=nobody', '?match=', '?team=']) {
      const page = await organised.page(`/draw${query}`)
      expect([query, page.status]).toEqual([query, 200])
      expect(page.html).toContain('data-match="0.0"')
      expect(page.html).not.toContain('data-marked=')
    }
  })

  test('the size of the bracket is in its style attribute, which the policy allows', async () => {
    const organised = await startOrganisedCup({ teams: 22 })
    cup = organised
    for (const path of ['/draw', '/screen', '/past-tournaments?edition=11']) {
      const response = await fetch(organised.url + path)
      expect(await response.text()).toMatch(/style="[^"]*--rows:16/)
      expect(response.headers.get('content-security-policy')).toContain("style-src-attr 'unsafe-inline'")
    }
  })
})

describe('the screen', () => {
  test('shows the draw, what is next and a QR code to the site', async () => {
    const origin = 'https://cup.club.example'
    const organised = await startOrganisedCup({ teams: 5, config: { origin } })
    cup = organised
    const { html: page } = await organised.page('/screen')
    await expectValidHtml(page)
    expect(page).toContain(`aria-label="QR code to ${origin}/draw"`)
    expect(textOf(page)).toContain('Up next')
    expect(page).toContain('data-match="0.0"')
  })

  test('says so while there is no draw, and why when there is no data', async () => {
    cup = await startCup()
    expect(textOf(await html(await fetch(`${cup.url}/screen`)))).toContain(messages.noTournamentData)
    await cup.stop()
    cup = await startCup({
      wrapStorage: (inner) => ({
        ...inner,
        snapshot: () => Promise.reject(new Error('The database is gone.')),
      }),
    })
    expect(said(await html(await fetch(`${cup.url}/screen`)), 'alert').join()).toContain(messages.loadFailed)
  })
})
