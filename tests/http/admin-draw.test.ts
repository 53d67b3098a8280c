import { afterEach, describe, expect, test } from 'vitest'
import { messages } from '../../src/domain/messages.ts'
import { loadTimeoutMs } from '../../src/domain/settings/settings.ts'
import { sideLabel, sideName } from '../../src/domain/teams/names.ts'
import { expectValidHtml } from '../support/html.ts'
import {
  type OrganisedCup,
  organiser,
  register,
  said,
  startOrganisedCup,
  textOf,
} from '../support/organised-cup.ts'
import { startCup } from '../support/start-cup.ts'

const path = '/admin/draw'
const withTools = { organiserTools: 'on' } as const

let cup: OrganisedCup
afterEach(() => cup?.stop())

async function winner(round: number, index: number, side: 1 | 2, more: Record<string, string> = {}) {
  const { id: matchId } = await cup.match(round, index)
  return cup.send(path, { intent: 'set-winner', matchId, side: String(side), ...more })
}

async function nameOf(round: number, index: number, side: 1 | 2) {
  const { teams } = await cup.draw()
  return sideName(teams, (await cup.match(round, index)).sides[side - 1] ?? '')
}

async function label(round: number, index: number, side: 1 | 2) {
  const { teams } = await cup.draw()
  return sideLabel(teams, (await cup.match(round, index)).sides[side - 1] ?? '')
}

describe('the page', () => {
  test('is what the specification says: links, buttons, instruction, hints', async () => {
    cup = await startOrganisedCup({ teams: 3 })
    const { html } = await cup.page(path)
    await expectValidHtml(html)
    const text = textOf(html)
    expect(text).toContain('Draw Management')
    expect(html).toContain('href="/admin"')
    expect(text).toContain(messages.drawInstruction)
    expect(html).toContain(`title="${messages.selectHint}"`)
    expect(html).toContain(`title="${messages.reconfirmHint}"`)
    expect(text).toContain(messages.selectHint)
    for (const name of ['Reset Tournament', 'Exchange Team Positions', 'Undo']) {
      const button = new RegExp(`<button[^>]*>${name}</button>`).exec(html)?.[0] ?? ''
      expect(button, name).toContain('disabled=""')
      expect(button, name).toContain(`title="${messages.featureUnavailable}"`)
    }
  })

  test('marks rounds, matches and sides for scripts', async () => {
    cup = await startOrganisedCup({ teams: 3 })
    const { html } = await cup.page(path)
    for (const mark of [
      'data-round="0"',
      'data-match="0.0"',
      'data-match-id=',
      'data-side="1"',
      'data-state="bye"',
    ]) {
      expect(html).toContain(mark)
    }
  })

  test('opens at what can be played now', async () => {
    cup = await startOrganisedCup({ teams: 4 })
    const { html } = await cup.page(path)
    const text = textOf(html)
    expect(text.indexOf('Up next (2 waiting)')).toBeGreaterThan(0)
    expect(text.indexOf('Up next (2 waiting)')).toBeLessThan(text.indexOf(messages.drawInstruction))
  })
})

describe('a draw that cannot be loaded', () => {
  /** A cup whose view was never read: every snapshot does what the test says. */
  async function startUnread(snapshot: () => Promise<never>) {
    let now = () => Promise.reject<never>(new Error('not yet'))
    const unread = await startCup({ wrapStorage: (storage) => ({ ...storage, snapshot: () => now() }) })
    const cookie = await unread.signIn()
    now = snapshot
    return { ...unread, open: () => fetch(unread.url + path, { headers: { cookie } }) }
  }

  test('is said with Retry', async () => {
    const unread = await startUnread(() => Promise.reject(new Error('broken')))
    const response = await unread.open()
    const html = await response.text()
    expect(response.status).toBe(503)
    expect(said(html, 'alert')[0]).toContain(messages.loadFailed)
    expect(html).toContain('Retry')
    await unread.stop()
  })

  test('is given up after ten seconds', async () => {
    let asked = () => {}
    const isAsked = new Promise<void>((resolve) => {
      asked = resolve
    })
    const unread = await startUnread(() => {
      asked()
      return new Promise(() => {})
    })
    const opened = unread.open()
    await isAsked
    // Both the header and the page wait for the same view, the page a moment later.
    let html = ''
    const done = opened.then(async (response) => {
      html = await response.text()
    })
    while (!html) {
      unread.clock.advance(loadTimeoutMs)
      await Promise.race([done, new Promise((resolve) => setImmediate(resolve))])
    }
    expect(said(html, 'alert')[0]).toContain(messages.loadTimeout)
    await unread.stop()
  })
})

describe('without a draw', () => {
  test('the page says so and offers to make one', async () => {
    cup = await startOrganisedCup()
    const { html } = await cup.page(path)
    await expectValidHtml(html)
    expect(textOf(html)).toContain(messages.noTournamentData)
    expect(textOf(html)).toContain('Generate Tournament')
  })

  test('it shows what would be drawn, and makes nothing by being opened', async () => {
    cup = await startOrganisedCup({ teams: 5, hasDraw: false, settings: { organiserTools: 'on' } })
    await register(cup, 6)
    const text = textOf((await cup.page(path)).html)
    expect(text).toContain('5 approved teams: a bracket of 8 with 3 byes.')
    expect(text).toContain('1 team is pending, and would not be in it.')
    expect(text).toContain('Registration is still open.')
    expect((await cup.view()).drawStatus).toBe('none')
  })

  test('the tools are disabled there whatever the setting', async () => {
    cup = await startOrganisedCup({ settings: { organiserTools: 'on' } })
    const { html } = await cup.page(path)
    for (const label of ['Reset Tournament', 'Exchange Team Positions'])
      expect(html).toMatch(
        new RegExp(`<button[^>]*disabled=""[^>]*title="${messages.featureUnavailable}"[^>]*>${label}`),
      )
  })

  test('what was made can be taken back from the page, and is shown to be gone', async () => {
    cup = await startOrganisedCup({ teams: 3, hasDraw: false })
    const made = await cup.send(path, { intent: 'generate' })
    const { html } = await cup.page(made.location ?? '')
    const revision = /name="revision" value="(\d+)"/.exec(html)?.[1] ?? ''
    const back = await cup.send(path, { intent: 'take-back', revision })
    expect(back.status).toBe(303)
    const after = (await cup.page(back.location ?? '')).html
    expect(said(after, 'status')[0]).toContain('Taken back: The draw was made with 3 teams.')
    expect(textOf(after)).toContain(messages.noTournamentData)
  })

  test('making one says that it was made', async () => {
    cup = await startOrganisedCup({ teams: 3, hasDraw: false })
    const made = await cup.send(path, { intent: 'generate' })
    expect(made.status).toBe(303)
    expect(said((await cup.page(made.location ?? '')).html, 'status')[0]).toContain(messages.created)
  })

  test('without approved teams it says why, with Retry', async () => {
    cup = await startOrganisedCup()
    const { status, html } = await cup.send(path, { intent: 'generate' })
    expect(status).toBeGreaterThanOrEqual(400)
    expect(said(html, 'alert')[0]).toContain(messages.noApprovedTeams)
    expect(html).toContain('Retry')
    expect(textOf(html)).toContain(messages.noTournamentData)
  })

  test('a storage that fails is said in the words of the specification', async () => {
    cup = await startOrganisedCup({ teams: 3, hasDraw: false })
    cup.storageIs('fails')
    const { text } = await cup.sendScripted(path, { intent: 'generate' })
    expect(text).toContain(messages.accessFailed)
    cup.storageIs('works')
    cup.failAfter(1)
    const marked = await cup.sendScripted(path, { intent: 'generate' })
    expect(marked.text).toContain(messages.createFailed)
  })
})

describe('a winner', () => {
  test('is set, placed in the next round and announced', async () => {
    cup = await startOrganisedCup({ teams: 4 })
    const name = await nameOf(0, 0, 1)
    const set = await winner(0, 0, 1)
    expect(set.status).toBe(303)
    const { html } = await cup.page(set.location ?? '')
    expect(said(html, 'status')[0]).toContain(messages.advanced(name))
    expect(said(html, 'status')[0]).toContain('Take back')
    expect((await cup.match(1, 0)).sides[0]).toBe((await cup.match(0, 0)).sides[0])
  })

  test('is changed, and that is announced', async () => {
    cup = await startOrganisedCup({ teams: 4 })
    await winner(0, 0, 1)
    const name = await nameOf(0, 0, 2)
    const changed = await winner(0, 0, 2)
    const { html } = await cup.page(changed.location ?? '')
    expect(said(html, 'status')[0]).toContain(messages.winnerChanged(name))
  })

  test('is reconfirmed without harm, and with the words of the specification', async () => {
    cup = await startOrganisedCup({ teams: 4 })
    await winner(0, 0, 1)
    const { revision } = await cup.view()
    const { status, location } = await winner(0, 0, 1)
    expect(status).toBe(303)
    expect((await cup.view()).revision).toBe(revision)
    const { html } = await cup.page(location ?? '')
    expect(said(html, 'status')[0]).toContain(messages.advanced(await nameOf(0, 0, 1)))
  })

  test('answers the page’s own script with a small sentence', async () => {
    cup = await startOrganisedCup({ teams: 4 })
    const { id: matchId } = await cup.match(0, 0)
    const { status, text } = await cup.sendScripted(path, { intent: 'set-winner', matchId, side: '1' })
    expect(status).toBe(200)
    expect(text).toContain(messages.advanced(await nameOf(0, 0, 1)))
    expect(text.length).toBeLessThan(500)
  })

  test('sent twice with one token counts once', async () => {
    cup = await startOrganisedCup({ teams: 4 })
    const { id: matchId } = await cup.match(0, 0)
    const tap = { intent: 'set-winner', matchId, side: '1', requestId: 'one-tap' }
    const first = await cup.sendScripted(path, tap)
    const { revision } = await cup.view()
    const second = await cup.sendScripted(path, tap)
    expect(second.text).toBe(first.text)
    expect((await cup.view()).revision).toBe(revision)
  })

  test('fails with the sentence of the specification', async () => {
    cup = await startOrganisedCup({ teams: 4 })
    const { id: matchId } = await cup.match(0, 0)
    cup.storageIs('fails')
    const { status, text } = await cup.sendScripted(path, { intent: 'set-winner', matchId, side: '1' })
    expect(status).toBe(500)
    expect(text).toContain(messages.winnerFailed)
  })

  test('cannot be a BYE, nor a match or side that does not exist', async () => {
    cup = await startOrganisedCup({ teams: 3 })
    const bye = (await cup.draw()).rounds[0]?.matches.find(({ sides }) => sides.includes('BYE'))
    expect((await winner(0, bye?.index ?? 0, 2)).status).toBe(422)
    expect((await cup.send(path, { intent: 'set-winner', matchId: 'nowhere', side: '1' })).status).toBe(404)
    expect((await cup.send(path, { intent: 'set-winner', matchId: bye?.id ?? '', side: '3' })).status).toBe(
      404,
    )
    expect((await cup.send(path, {})).status).toBe(422)
  })

  test('tapped on an outdated screen is refused with what happened meanwhile', async () => {
    cup = await startOrganisedCup({ teams: 4 })
    const { revision: seen } = await cup.match(0, 0)
    await winner(0, 0, 1)
    const late = await winner(0, 0, 2, { seen: String(seen) })
    expect(late.status).toBe(409)
    const [alert] = said(late.html, 'alert')
    expect(alert).toContain('Somebody else was faster')
    expect(alert).toContain(`${organiser.email}: ${await label(0, 0, 1)} won against ${await label(0, 0, 2)}`)
    expect((await cup.match(0, 0)).winner).toBe(1)
  })

  test('that clears played results says which, by name, and asks once', async () => {
    cup = await startOrganisedCup({ teams: 4 })
    await winner(0, 0, 1)
    await winner(0, 1, 1)
    await winner(1, 0, 1)
    const asked = await winner(0, 0, 2)
    expect(asked.status).toBe(409)
    await expectValidHtml(asked.html)
    expect(said(asked.html, 'alert')[0]).toContain('This also clears results that were played')
    expect(textOf(asked.html)).toContain(`Grand Finals: ${await label(1, 0, 1)} beat ${await label(1, 0, 2)}`)
    expect(asked.html).toMatch(/<button[^>]*name="confirm"[^>]*>/)
    expect((await cup.match(0, 0)).winner).toBe(1)

    const confirmed = await winner(0, 0, 2, { confirm: 'yes' })
    expect(confirmed.status).toBe(303)
    expect((await cup.match(1, 0)).winner).toBeUndefined()

    const revision = new URL(confirmed.location ?? '', cup.url).searchParams.get('done') ?? ''
    await cup.send(path, { intent: 'take-back', revision })
    expect((await cup.match(1, 0)).winner).toBe(1)
  })
})

describe('undo, exchange and reset', () => {
  test('are refused while the tools are off', async () => {
    cup = await startOrganisedCup({ teams: 4 })
    await winner(0, 0, 1)
    const { id: matchId } = await cup.match(0, 0)
    const posts: readonly Record<string, string>[] = [
      { intent: 'undo', matchId },
      { intent: 'exchange', from: `${matchId}:1`, to: `${(await cup.match(0, 1)).id}:1` },
      { intent: 'reset', confirm: 'yes' },
    ]
    for (const fields of posts) {
      const refused = await cup.send(path, fields)
      expect(refused.status).toBe(403)
      expect(said(refused.html, 'alert')[0]).toContain(messages.featureUnavailable)
    }
  })

  test('undo clears the winner', async () => {
    cup = await startOrganisedCup({ teams: 4, settings: withTools })
    await winner(0, 0, 1)
    const { id: matchId } = await cup.match(0, 0)
    const undone = await cup.send(path, { intent: 'undo', matchId })
    expect(said((await cup.page(undone.location ?? '')).html, 'status')[0]).toContain(messages.undone)
    expect((await cup.match(0, 0)).winner).toBeUndefined()
    await winner(0, 0, 1)
    cup.storageIs('fails')
    expect((await cup.sendScripted(path, { intent: 'undo', matchId })).text).toContain(messages.undoFailed)
  })

  test('exchange swaps two teams of a round', async () => {
    cup = await startOrganisedCup({ teams: 4, settings: withTools })
    const [first, second] = [await cup.match(0, 0), await cup.match(0, 1)]
    const dialog = await cup.page(`${path}?exchange=0`)
    await expectValidHtml(dialog.html)
    for (const words of ['Top', 'Bottom', 'Exchange Teams', 'Bracket'])
      expect(textOf(dialog.html)).toContain(words)

    const one = await cup.send(path, { intent: 'exchange', chosen: `${first.id}:1` })
    expect(said(one.html, 'alert')[0]).toContain(messages.exchangeSelectTwo)

    const exchanged = await cup.send(path, {
      intent: 'exchange',
      from: `${first.id}:1`,
      to: `${second.id}:2`,
    })
    expect(said((await cup.page(exchanged.location ?? '')).html, 'status')[0]).toContain(messages.exchanged)
    expect((await cup.match(0, 0)).sides[0]).toBe(second.sides[1])
    expect((await cup.match(0, 1)).sides[1]).toBe(first.sides[0])

    cup.storageIs('fails')
    const failed = await cup.sendScripted(path, {
      intent: 'exchange',
      from: `${first.id}:1`,
      to: `${second.id}:2`,
    })
    expect(failed.text).toContain(messages.exchangeFailed)
  })

  test('the exchange dialog offers no BYE and no TBD', async () => {
    cup = await startOrganisedCup({ teams: 3, settings: withTools })
    const { html } = await cup.page(`${path}?exchange=0`)
    expect(html.match(/name="chosen"/g)).toHaveLength(3)
    const later = await cup.page(`${path}?exchange=1`)
    expect(later.html).not.toContain('name="chosen"')
  })

  test('reset asks, makes a new draw, and can be taken back', async () => {
    cup = await startOrganisedCup({ teams: 4, settings: withTools })
    await winner(0, 0, 1)
    const old = await cup.draw()
    const asked = await cup.send(path, { intent: 'reset' })
    expect(asked.status).toBe(409)
    expect(said(asked.html, 'alert')[0]).toContain(messages.resetConfirm)
    expect(textOf(asked.html)).toContain(`${await label(0, 0, 1)} beat ${await label(0, 0, 2)}`)
    expect((await cup.draw()).id).toBe(old.id)

    const reset = await cup.send(path, { intent: 'reset', confirm: 'yes' })
    expect(said((await cup.page(reset.location ?? '')).html, 'status')[0]).toContain(messages.wasReset)
    expect((await cup.draw()).id).not.toBe(old.id)

    const revision = new URL(reset.location ?? '', cup.url).searchParams.get('done') ?? ''
    await cup.send(path, { intent: 'take-back', revision })
    expect((await cup.draw()).id).toBe(old.id)
    expect((await cup.match(0, 0)).winner).toBe(1)

    cup.storageIs('fails')
    expect((await cup.sendScripted(path, { intent: 'reset', confirm: 'yes' })).text).toContain(
      messages.resetFailed,
    )
  })
})

describe('the night', () => {
  test('all byes advance in one tap', async () => {
    cup = await startOrganisedCup({ teams: 5 })
    expect(textOf((await cup.page(path)).html)).toContain('Advance all byes')
    expect((await cup.send(path, { intent: 'advance-byes' })).status).toBe(303)
    expect(textOf((await cup.page(path)).html)).not.toContain('Advance all byes')
    const again = await cup.send(path, { intent: 'advance-byes' })
    expect(said((await cup.page(again.location ?? '')).html, 'status').join()).toContain(
      'nothing had to be changed',
    )
  })

  test('the next match is called to the next free table, and back', async () => {
    cup = await startOrganisedCup({ teams: 4 })
    await cup.send(path, { intent: 'call' })
    expect((await cup.match(0, 0)).table).toBe(1)
    expect(textOf((await cup.page(path)).html)).toContain('Table 1')
    const { id: matchId } = await cup.match(0, 0)
    await cup.send(path, { intent: 'uncall', matchId })
    expect((await cup.match(0, 0)).table).toBeUndefined()
    await cup.send(path, { intent: 'call', matchId: (await cup.match(0, 1)).id })
    expect((await cup.match(0, 1)).table).toBe(1)
    await winner(0, 1, 1)
    expect((await cup.match(0, 1)).table).toBeUndefined()
  })

  test('a no-show gives its opponent a walkover, until it comes after all', async () => {
    cup = await startOrganisedCup({ teams: 4 })
    const [teamId = ''] = (await cup.match(0, 0)).sides
    await cup.send(path, { intent: 'absent', teamId })
    expect(await cup.match(0, 0)).toMatchObject({ winner: 2, walkover: true })
    expect(textOf((await cup.page(path)).html)).toContain('Came after all')
    await cup.send(path, { intent: 'present', teamId })
    expect((await cup.match(0, 0)).winner).toBeUndefined()
    expect((await cup.send(path, { intent: 'absent' })).status).toBe(422)
  })

  test('a late team takes a BYE’s place', async () => {
    cup = await startOrganisedCup({ teams: 3 })
    await register(cup, 4)
    const late = (await cup.view()).entries.find(({ player1Name }) => player1Name === 'Ana 4')?.id ?? ''
    await cup.app.setApproval({ teamIds: [late], approved: true }, organiser)
    const { html } = await cup.page(path)
    expect(textOf(html)).toContain('Not in the draw')
    const [, place = ''] = /<option value="([^"]+:\d)"/.exec(html) ?? []
    expect((await cup.send(path, { intent: 'place', teamId: late, place })).status).toBe(303)
    expect((await cup.draw()).rounds[0]?.matches.flatMap(({ sides }) => sides)).toContain(late)
    expect(textOf((await cup.page(path)).html)).not.toContain('Not in the draw')
    expect((await cup.send(path, { intent: 'place', teamId: late, place: 'nowhere' })).status).toBe(404)
  })
})
