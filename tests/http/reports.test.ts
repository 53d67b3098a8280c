import { beforeEach, describe, expect, test } from 'vitest'
import type { Match, Settings, SideNumber } from '../../src/domain/cup.ts'
import { reportSaid } from '../../src/domain/draw/reports.ts'
import { refusals } from '../../src/domain/refusals.ts'
import { sideLabel } from '../../src/domain/teams/names.ts'
import { readBackup } from '../../src/server/backups/backup-file.ts'
import { openStorage } from '../../src/server/storage/open-storage.ts'
import { paths } from '../../src/web/paths.ts'
import { listen } from '../live/support/listen.ts'
import { backupOf } from '../support/cup-app.ts'
import { drawText } from '../support/draws.ts'
import { expectValidHtml } from '../support/html.ts'
import {
  type OrganisedCup,
  organiser,
  registerForToken,
  said,
  startOrganisedCup,
  textOf,
} from '../support/organised-cup.ts'
import { all, having, one, saying } from '../support/page.ts'

let cup: OrganisedCup
/** Each team's link, by its id. */
let links: Map<string, string>

beforeEach(async () => {
  cup = await startOrganisedCup({ settings: { reports: 'on', scheduleGroupSize: 6 } })
  const tokens: string[] = []
  for (const number of [1, 2, 3, 4]) tokens.push(await registerForToken(cup, number))
  const teamIds = (await cup.view()).entries.map(({ id }) => id)
  links = new Map(teamIds.map((id, at) => [id, paths.entry(tokens[at] ?? '')]))
  await cup.app.setApproval({ teamIds, approved: true }, organiser)
  await cup.app.createDraw(organiser)
})

const set = (settings: Partial<Settings>) => cup.app.changeSettings(settings, organiser)
const linkOf = (match: Match, side: SideNumber) => links.get(match.sides[side - 1] ?? '') ?? ''
const names = async (match: Match, side: SideNumber) =>
  sideLabel((await cup.draw()).teams, match.sides[side - 1] ?? '')
const management = async () => textOf((await cup.page('/admin/draw')).html)
const journalWords = async () =>
  (await cup.app.journal(organiser, { limit: 20 })).map(({ who, words }) => `${who}: ${words}`)

/** A report from a team's own page. */
const say = (match: Match, side: SideNumber, won: boolean, more: Record<string, string> = {}) =>
  cup.submit(linkOf(match, side), { intent: 'report', won: won ? 'yes' : 'no', ...more })

/** A report from a table's page. */
const atTable = (table: number, match: Match, side: SideNumber, more: Record<string, string> = {}) =>
  cup.submit(paths.table(table), { intent: 'report', matchId: match.id, side: String(side), ...more })

async function called(index = 0, table = 3): Promise<Match> {
  const { id } = await cup.match(0, index)
  await cup.app.callMatch({ matchId: id, table }, organiser)
  return cup.match(0, index)
}

describe("on a team's own page", () => {
  test('two buttons report a playable match, and the report waits for an organiser', async () => {
    const match = await cup.match(0, 0)
    const open = await cup.open(linkOf(match, 1))
    await expectValidHtml(open.html)
    expect(textOf(open.html)).toMatch(/We won\s+We lost/)
    expect(await say(match, 1, true)).toMatchObject({
      status: 303,
      location: expect.stringContaining('/entry/'),
    })
    const waiting = await cup.open(linkOf(match, 1))
    await expectValidHtml(waiting.html)
    expect(said(waiting.html, 'status').join()).toContain(`${reportSaid.waits} You said that you won.`)
    expect(textOf(waiting.html)).toContain('Take back')
    expect(textOf(waiting.html)).not.toContain('We lost')
    // The other team is still asked, and told nothing.
    expect(textOf((await cup.open(linkOf(match, 2))).html)).toMatch(/We won\s+We lost/)
    expect((await cup.match(0, 0)).winner).toBeUndefined()
    expect(await journalWords()).toContain(
      `the team: ${await names(match, 1)} reported: ${await names(match, 1)} won against ${await names(match, 2)} (Semi Finals, match 1).`,
    )
  })

  test('a report is taken back while it waits', async () => {
    const match = await cup.match(0, 0)
    await say(match, 1, true)
    expect(await management()).toContain('Confirm')
    await cup.submit(linkOf(match, 1), { intent: 'dismiss-report' })
    expect(textOf((await cup.open(linkOf(match, 1))).html)).toMatch(/We won\s+We lost/)
    expect(await management()).not.toContain('Confirm')
  })

  test('two matching reports decide the match, which can be undone like any other', async () => {
    const match = await called()
    await say(match, 1, false)
    await say(match, 2, true)
    expect((await cup.match(0, 0)).winner).toBe(2)
    expect((await cup.match(1, 0)).sides[0]).toBe(match.sides[1])
    expect((await journalWords())[0]).toBe(
      `the team: ${await names(match, 2)} won against ${await names(match, 1)} (Semi Finals, match 1). Reported by both teams.`,
    )
    await set({ organiserTools: 'on' })
    await cup.app.undoWinner({ matchId: match.id }, organiser)
    expect((await cup.match(0, 0)).winner).toBeUndefined()
    // Its reports are deleted too.
    expect(await management()).toContain('No reports waiting.')
    expect(textOf((await cup.open(linkOf(match, 1))).html)).toMatch(/We won\s+We lost/)
  })

  test('a result reported by both teams is taken back from the journal', async () => {
    const match = await called()
    await say(match, 1, true)
    await say(match, 2, false)
    const [line] = await cup.app.journal(organiser, { limit: 1 })
    expect(line?.canTakeBack).toBe(true)
    await cup.app.takeBack({ revision: line?.revision ?? 0 }, organiser)
    expect(await cup.match(0, 0)).toMatchObject({ table: 3 })
    expect((await cup.match(0, 0)).winner).toBeUndefined()
  })

  test('no report is asked for while the match is unknown, reports are off or the draw show runs', async () => {
    const match = await cup.match(0, 0)
    await cup.app.setWinner({ matchId: match.id, side: 1 }, organiser)
    for (const side of [1, 2] as const)
      expect(textOf((await cup.open(linkOf(match, side))).html)).not.toContain('We won')
    const other = await cup.match(0, 1)
    await set({ reports: 'off' })
    expect(textOf((await cup.open(linkOf(other, 1))).html)).not.toContain('We won')
    expect(await management()).not.toContain('No reports waiting.')
    const refused = await say(other, 1, true)
    expect([refused.status, said(refused.html, 'alert').join()]).toEqual([
      403,
      expect.stringContaining(refusals['reports-off'].sentence),
    ])
    await set({ reports: 'on', organiserTools: 'on', drawShow: 'on' })
    await cup.app.resetDraw({ confirm: true }, organiser)
    const drawn = await cup.match(0, 0)
    expect(textOf((await cup.open(linkOf(drawn, 1))).html)).not.toContain('We won')
    expect((await say(drawn, 1, true)).status).toBe(422)
  })
})

describe('a report of a match that has changed is refused with what happened:', () => {
  test('decided', async () => {
    const match = await called()
    await cup.app.setWinner({ matchId: match.id, side: 2 }, organiser)
    const happened = `Semi Finals: ${await names(match, 2)} beat ${await names(match, 1)}`
    const seen = String(match.revision)
    for (const answer of [
      await say(match, 1, true, { matchId: match.id, seen }),
      await atTable(3, match, 1, { seen }),
    ]) {
      expect(answer.status).toBe(409)
      expect(said(answer.html, 'alert').join()).toContain(refusals['changed-meanwhile'].sentence)
      expect(said(answer.html, 'alert').join()).toContain(happened)
      expect(answer.html).not.toContain(organiser.email)
    }
    // Without `seen` too.
    expect(said((await say(match, 1, true, { matchId: match.id })).html, 'alert').join()).toContain(happened)
    expect((await cup.match(0, 0)).winner).toBe(2)
  })

  test('called elsewhere', async () => {
    const match = await called()
    await cup.app.callMatch({ matchId: match.id, table: 5 }, organiser)
    const answer = await atTable(3, match, 1, { seen: String(match.revision) })
    expect([answer.status, said(answer.html, 'alert').join()]).toEqual([
      409,
      expect.stringContaining(`${await names(match, 2)}, table 5`),
    ])
    const unseen = await atTable(3, match, 1)
    expect([unseen.status, said(unseen.html, 'alert').join()]).toEqual([
      422,
      expect.stringContaining(refusals['not-called-here'].sentence),
    ])
    expect(await management()).toContain('No reports waiting.')
  })

  test('redrawn', async () => {
    const match = await called()
    await set({ organiserTools: 'on' })
    await cup.app.resetDraw({ confirm: true }, organiser)
    for (const answer of [await say(match, 1, true, { matchId: match.id }), await atTable(3, match, 1)])
      expect([answer.status, said(answer.html, 'alert').join()]).toEqual([
        404,
        expect.stringContaining(refusals['no-such-match'].sentence),
      ])
  })

  test('of another team', async () => {
    const [match, other] = [await cup.match(0, 0), await cup.match(0, 1)]
    expect((await say(match, 1, true, { matchId: other.id })).status).toBe(404)
    expect(await management()).toContain('No reports waiting.')
  })
})

describe('the page of a table', () => {
  test('shows the match called there with two buttons, and takes the winner', async () => {
    const match = await called()
    const open = await cup.open(paths.table(3))
    expect(open.status).toBe(200)
    await expectValidHtml(open.html)
    expect(textOf(open.html)).toContain(`${await names(match, 1)} won`)
    expect(textOf(open.html)).toContain(`${await names(match, 2)} won`)
    const answer = await atTable(3, match, 2, { seen: String(match.revision) })
    expect(answer).toMatchObject({ status: 303, location: `/table/3?done=${match.id}` })
    const after = await cup.open(answer.location ?? '')
    expect(said(after.html, 'status').join()).toContain(reportSaid.waits)
    expect(await management()).toContain(`Table 3 Reported: ${await names(match, 2)} won (from the table)`)
    expect(await journalWords()).toContain(
      `table 3: Reported: ${await names(match, 2)} won against ${await names(match, 1)} (Semi Finals, match 1).`,
    )
  })

  test('says who is next while no match is called there', async () => {
    const match = await cup.match(0, 0)
    const { status, html } = await cup.open(paths.table(2))
    expect([status, textOf(html)]).toEqual([
      200,
      expect.stringContaining(
        `Nobody is called here. Next: ${await names(match, 1)} vs ${await names(match, 2)}`,
      ),
    ])
  })

  test('does not exist while reports are off, or without such a table', async () => {
    for (const path of ['/table/7', '/table/0', '/table/03', '/table/x']) {
      const { status, html } = await cup.open(path)
      expect([path, status, textOf(html)]).toEqual([
        path,
        404,
        expect.stringContaining(refusals['reports-off'].sentence),
      ])
    }
    await set({ reports: 'off' })
    expect((await cup.open('/table/3')).status).toBe(404)
    expect((await atTable(3, await called(), 1)).status).toBe(403)
  })

  test('never decides a match, not even with a team that agrees', async () => {
    const match = await called()
    await atTable(3, match, 1)
    await say(match, 1, true)
    expect((await cup.match(0, 0)).winner).toBeUndefined()
    expect(await management()).toContain('(from the table, their own page)')
  })

  test('takes no report for another table, and no other action', async () => {
    const match = await called(0, 3)
    expect((await atTable(4, match, 1)).status).toBe(422)
    const others = [
      'generate',
      'register',
      'login',
      'logout',
      'check-in',
      'set-winner',
      'confirm-report',
      'dismiss-report',
      'withdraw',
    ]
    for (const intent of others) {
      const teamId = match.sides[0]
      const posted = await cup.submit(paths.table(3), { intent, matchId: match.id, side: '1', teamId })
      expect([intent, posted.status]).toEqual([intent, 422])
    }
    // A signed-in organiser acts as the table there, too.
    const { status } = await cup.send(paths.table(3), { intent: 'set-winner', matchId: match.id, side: '1' })
    expect(status).toBe(422)
    const visitor = await cup.submit('/draw', { intent: 'report', matchId: match.id, side: '1' })
    expect(visitor.status).toBe(422)
    expect(await management()).toContain('No reports waiting.')
  })

  test('is silenced in one tap, and says so', async () => {
    const match = await called()
    await atTable(3, match, 1)
    const { html } = await cup.page('/admin/draw')
    expect(textOf(html)).toContain('Silence table 3')
    await cup.send('/admin/draw', { intent: 'setting', silentTables: '3' })
    // The button stays, so that the row's other buttons do not move under the thumb.
    const silence = all((await cup.page('/admin/draw')).page, 'button', saying('Silence table 3'))
    expect(silence.map(({ attributes }) => 'disabled' in attributes)).toEqual([true])
    expect(textOf((await cup.open(paths.table(3))).html)).toContain(refusals['reports-off'].sentence)
    expect((await atTable(3, match, 2)).status).toBe(403)
    expect((await cup.open(paths.table(4))).status).toBe(200)
    // Teams can still report.
    expect((await say(match, 1, true)).status).toBe(303)
  })
})

describe('an organiser', () => {
  test('confirms a report like a tapped winner', async () => {
    const match = await called()
    await atTable(3, match, 2)
    const dashboard = textOf((await cup.page('/admin')).html)
    expect(dashboard).toContain('1 report waiting')
    const seen = String(match.revision)
    const sent = await cup.send('/admin/draw', {
      intent: 'confirm-report',
      matchId: match.id,
      side: '2',
      seen,
    })
    expect(sent.status).toBe(303)
    expect((await cup.match(0, 0)).winner).toBe(2)
    expect((await journalWords())[0]).toBe(
      `${organiser.email}: ${await names(match, 2)} won against ${await names(match, 1)} (Semi Finals, match 1).`,
    )
    expect(textOf((await cup.page('/admin')).html)).not.toContain('report waiting')
  })

  test('cannot confirm a report that has changed, nor reports that differ', async () => {
    const match = await called()
    await atTable(3, match, 2)
    await atTable(3, match, 1)
    const confirm = (more = {}) =>
      cup.send('/admin/draw', { intent: 'confirm-report', matchId: match.id, ...more })
    expect(await confirm({ side: '2' })).toMatchObject({ status: 409 })
    await say(match, 2, true)
    expect(await management()).toContain(
      `Reports differ: ${await names(match, 1)} won (from the table) , ${await names(match, 2)} won (from their own page)`,
    )
    expect(await confirm()).toMatchObject({ status: 409 })
    expect((await cup.match(0, 0)).winner).toBeUndefined()
  })

  test('cannot confirm on an outdated screen, and is told what happened', async () => {
    const match = await called()
    await atTable(3, match, 2)
    await cup.app.setWinner({ matchId: match.id, side: 1 }, { ...organiser, email: 'ben@cup.test' })
    const sent = await cup.send('/admin/draw', {
      intent: 'confirm-report',
      matchId: match.id,
      side: '2',
      seen: String(match.revision),
    })
    expect([sent.status, said(sent.html, 'alert').join()]).toEqual([
      409,
      expect.stringContaining('ben@cup.test'),
    ])
    expect((await cup.match(0, 0)).winner).toBe(1)
  })

  test('dismisses all reports of a match', async () => {
    const match = await called()
    await atTable(3, match, 2)
    await say(match, 1, true)
    const sent = await cup.send('/admin/draw', { intent: 'dismiss-report', matchId: match.id })
    expect(sent.status).toBe(303)
    const after = await cup.page(sent.location ?? '')
    expect(said(after.html, 'status').join()).toContain('Dismissed the report that')
    expect(textOf(after.html)).toContain('No reports waiting.')
    expect(textOf((await cup.open(linkOf(match, 1))).html)).toMatch(/We won\s+We lost/)
  })

  test('cannot dismiss a report that has changed', async () => {
    const match = await called()
    await atTable(3, match, 2)
    const { page } = await cup.page('/admin/draw')
    const form = one(
      page,
      'form',
      (each) => all(each, 'button', having('value', 'dismiss-report')).length > 0,
    )
    const fields = all(form, 'input', having('type', 'hidden')).map(
      ({ attributes }) => [attributes.name ?? '', attributes.value ?? ''] as const,
    )
    await atTable(3, match, 1)
    const sent = await cup.send('/admin/draw', [...fields, ['intent', 'dismiss-report']])
    expect([sent.status, said(sent.html, 'alert').join()]).toEqual([
      409,
      expect.stringContaining(refusals['no-report'].sentence),
    ])
    expect(await management()).toContain(`Reported: ${await names(match, 1)} won (from the table)`)
  })

  test('can tap a winner on a screen from before the report, which is no change of the match', async () => {
    const match = await called()
    await atTable(3, match, 2)
    const tapped = await cup.app.setWinner({ matchId: match.id, side: 1, seen: match.revision }, organiser)
    expect(tapped.ok).toBe(true)
  })

  test('sees a report that was sent twice only once', async () => {
    const match = await called()
    const { revision } = await cup.view()
    const post = () => atTable(3, match, 2, { requestId: 'the-same-tap' })
    await post()
    await atTable(3, match, 1)
    // A retry after a lost answer must not overwrite the later report.
    await post()
    await atTable(3, match, 1)
    expect((await cup.view()).revision).toBe(revision + 2)
    expect(await management()).toContain(`Reported: ${await names(match, 1)} won (from the table)`)
  })
})

describe('a waiting report', () => {
  test('is shown to no visitor, by no page, file or stream', async () => {
    const match = await called()
    const pages = ['/', '/draw', '/schedule', '/screen', '/embed', '/table/3', '/entries', linkOf(match, 2)]
    const files = ['/draw.json', '/draw.csv', '/schedule.csv', '/draw.svg']
    const read = () =>
      Promise.all(
        [...pages, ...files].map(async (path) => {
          const text = await (await fetch(cup.url + path)).text()
          // A new revision is public, and printed pages tell their time.
          return [
            path,
            files.includes(path)
              ? text.replace(/"revision":\d+/g, '')
              : textOf(text).replace(/As of .*? [AP]M/g, ''),
          ]
        }),
      )
    const before = await read()
    const listener = await listen(`${cup.url}/events`, { since: (await cup.view()).revision })
    await atTable(3, match, 2)
    await say(match, 1, true)
    const { revision } = await cup.view()
    await listener.until(() => listener.events().some(({ id }) => id === revision))
    const heard = listener.events().filter(({ id, type }) => id > revision - 2 && type !== 'hello')
    expect(heard.map(({ data }) => (data as { changes: unknown }).changes)).toEqual([[], []])
    listener.close()
    expect(await read()).toEqual(before)
    for (const path of ['/draw.data', '/table/3.data', `${linkOf(match, 2)}.data`])
      expect(await (await fetch(cup.url + path)).text(), path).not.toContain('"from"')
    expect(await (await fetch(`${cup.url}${linkOf(match, 1)}.data`)).text()).toContain('"from"')
  })

  test('is in no backup, and gone after a restore', async () => {
    const match = await called()
    await atTable(3, match, 2)
    const storage = await openStorage({ dataDir: cup.dataDir, databaseUrl: undefined })
    const lines = await backupOf(storage)
    expect(lines.filter((line) => /^{"table":"matches".*"reports"/.test(line))).toEqual([])
    await readBackup(storage, lines, cup.clock.now())
    await storage.close()
    expect(await cup.app.reports(organiser)).toEqual({})
  })

  test('is gone with its draw, even if that is put back', async () => {
    const match = await called()
    await atTable(3, match, 2)
    await set({ organiserTools: 'on' })
    const reset = await cup.app.resetDraw({ confirm: true }, organiser)
    expect(await management()).toContain('No reports waiting.')
    await cup.app.takeBack({ revision: reset.ok ? reset.value.revision : 0 }, organiser)
    expect((await cup.match(0, 0)).id).toBe(match.id)
    expect(await cup.app.reports(organiser)).toEqual({})
  })

  test('is gone with its edition', async () => {
    await atTable(3, await called(), 2)
    const begun = await cup.app.beginEdition({}, organiser, { confirm: true })
    expect(await cup.app.reports(organiser)).toEqual({})
    await cup.app.takeBack({ revision: begun.ok ? begun.value.revision : 0 }, organiser)
    expect((await cup.match(0, 0)).table).toBe(3)
    expect(await cup.app.reports(organiser)).toEqual({})
  })
})

describe('mischief', () => {
  test('a hundred contradicting reports change nothing, and only a few are stored', async () => {
    const match = await called()
    const before = { text: drawText(await cup.draw()), revision: (await cup.view()).revision }
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, nth) => atTable(3, match, ((nth % 2) + 1) as SideNumber)),
    )
    const statuses = new Set(answers.map(({ status }) => status))
    expect([...statuses].toSorted()).toEqual([303, 429])
    expect(said(answers.find(({ status }) => status === 429)?.html ?? '', 'alert').join()).toContain(
      refusals['report-slow'].sentence,
    )
    expect(drawText(await cup.draw())).toBe(before.text)
    expect((await cup.view()).revision - before.revision).toBeLessThanOrEqual(6)
    expect(Object.values(await cup.app.reports(organiser)).flat()).toHaveLength(1)
    // Another table is not slowed down, and this one only for a while.
    expect((await atTable(4, await called(1, 4), 1)).status).toBe(303)
    await cup.clock.advance(20_000)
    expect((await atTable(3, match, 1)).status).toBe(303)
  })

  test('reports of other matches wait for no lock, and use up none of the reports of the match called there', async () => {
    const [match, elsewhere] = [await called(), await called(1, 4)]
    cup.storageIs('fails', 'transaction')
    const madeUp = Array.from({ length: 20 }, (_, nth) => atTable(3, { ...match, id: `made-up-${nth}` }, 1))
    expect(new Set((await Promise.all(madeUp)).map(({ status }) => status))).toEqual(new Set([404]))
    for (let nth = 0; nth < 20; nth += 1) expect((await atTable(3, elsewhere, 1)).status).toBe(422)
    cup.storageIs('works')
    expect((await atTable(3, match, 1)).status).toBe(303)
    await cup.app.setWinner({ matchId: match.id, side: 1 }, organiser)
    for (let nth = 0; nth < 20; nth += 1) expect((await atTable(3, match, 2)).status).toBe(422)
    const final = await cup.match(1, 0)
    await cup.app.setWinner({ matchId: elsewhere.id, side: 1 }, organiser)
    await cup.app.callMatch({ matchId: final.id, table: 3 }, organiser)
    expect((await atTable(3, final, 1)).status).toBe(303)
  })
})
