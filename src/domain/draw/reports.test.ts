import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type Action,
  afterwards,
  anyAction,
  at,
  attempt,
  drawOf,
  drawOfNames,
  drawText,
  lastMatchOf,
  teamIds,
  withLateTeam,
  won,
} from '../../../tests/support/draws.ts'
import type { Draw, Match, SideNumber } from '../cup.ts'
import { done } from '../outcome.ts'
import { defaultSettings } from '../settings/settings.ts'
import { hasPlayed, isPlayable } from './draw-reader.ts'
import {
  canTableReport,
  type Report,
  type Reporter,
  reportedMatches,
  reportedWinner,
  tableOf,
  takeReport,
  waitingReports,
  withSilence,
} from './reports.ts'
import { callAgain, callMatch, uncallMatch } from './tables.ts'
import { recordWinner, undoWinner } from './winners.ts'

/** Successive reports, from revision 10 on: '1:2' is side 1 reporting that side 2 won. */
function reported(match: Match, ...said: readonly string[]) {
  return said.reduce<{ reports: readonly Report[]; agreed?: SideNumber; isSame?: boolean }>(
    ({ reports }, text, nth) => {
      const [from = '', winner] = text.split(':')
      const report: Report = {
        from: from === 'table' ? 'table' : (Number(from) as SideNumber),
        winner: Number(winner) as SideNumber,
        at,
        revision: 10 + nth,
      }
      const taken = takeReport(match, reports, report)
      if (!taken.ok) throw new Error(taken.reason)
      return taken.value
    },
    { reports: [] },
  )
}

const shortOf = (reports: readonly Report[]) => reports.map(({ from, winner }) => `${from}:${winner}`)

describe('a report', () => {
  const draw = drawOfNames('a b c d')
  const match = lastMatchOf(draw, 'a')

  test.each([
    ['waits', ['1:1'], ['1:1']],
    ['of the same team again replaces the one before', ['1:1', '1:2'], ['1:2']],
    ['of the other team waits beside one that it contradicts', ['1:1', '2:2'], ['1:1', '2:2']],
    ['of the table waits beside those of the teams', ['1:1', 'table:1'], ['1:1', 'table:1']],
  ] as const)('%s', (_, said, waiting) => {
    expect(shortOf(reported(match, ...said).reports)).toEqual(waiting)
    expect(reported(match, ...said).agreed).toBeUndefined()
  })

  test('that repeats the sender’s earlier one changes nothing', () => {
    expect(reported(match, '1:1', '1:2')).toMatchObject({ isSame: false })
    expect(reported(match, '1:1', '1:1')).toMatchObject({ isSame: true })
    expect(shortOf(reported(match, '1:1', '1:1').reports)).toEqual(['1:1'])
  })

  test.each([
    ['one won, the other lost', ['1:1', '2:1'], 1],
    ['both, at the second try', ['1:1', '2:2', '1:2'], 2],
    ['whatever the table says', ['table:2', '1:1', '2:1'], 1],
  ] as const)('counts at once where both teams agree: %s', (_, said, agreed) => {
    expect(reported(match, ...said).agreed).toBe(agreed)
  })

  test('of a table never counts by itself, even repeated', () => {
    expect(reported(match, 'table:1', '1:1').agreed).toBeUndefined()
    expect(reported(match, 'table:1', '2:1').agreed).toBeUndefined()
  })

  test('is accepted only for an undecided match of two teams', () => {
    const report: Report = { from: 1, winner: 1, at, revision: 10 }
    const decided = lastMatchOf(won(draw, 'a'), 'b')
    const final = won(draw, 'a').rounds[1]?.matches[0] as Match
    const bye = drawOfNames('a b c').rounds[0]?.matches.find(({ sides }) => sides.includes('BYE')) as Match
    for (const closed of [decided, final, bye])
      expect(takeReport(closed, [], report)).toMatchObject({ ok: false, reason: 'not-playable' })
  })

  test('is void once its match has changed in any way', () => {
    const { reports } = reported(match, '1:1', 'table:2')
    expect(waitingReports(match, reports)).toHaveLength(2)
    const moment = { at, revision: 20 }
    const called = callMatch({ draw, tables: 6, match, ...moment })
    const onTable = called.ok ? called.value.match : match
    const wonBy = recordWinner(draw, { match, side: 1, ...moment })
    const played = afterwards(draw, wonBy)
    const undone = undoWinner(played, { match, at, revision: 21 })
    const changed = [
      onTable,
      lastMatchOf(played, 'b'),
      lastMatchOf(afterwards(played, undone), 'b'),
      ...[callAgain(onTable, { at, revision: 21 }), uncallMatch(onTable, { revision: 21 })].flatMap(
        (outcome) => (outcome.ok ? outcome.value.match : []),
      ),
    ]
    expect(changed).toHaveLength(5)
    for (const now of changed) expect(waitingReports(now, reports)).toEqual([])
  })

  test('is listed with its match, oldest first, until the match is decided', () => {
    const large = drawOfNames('a b c d e f g h')
    const [other, one] = [lastMatchOf(large, 'e'), lastMatchOf(large, 'g')]
    const all = {
      [one.id]: [{ from: 1, winner: 1, at, revision: 11 }],
      [other.id]: [{ from: 2, winner: 1, at, revision: 12 }],
    } as const
    const listed = (now: Draw) => reportedMatches(now, all).map(({ match: { id } }) => id)
    expect(listed(large)).toEqual([one.id, other.id])
    expect(listed(won(large, 'g'))).toEqual([other.id])
  })

  test('can be confirmed unless another report contradicts it', () => {
    expect(reportedWinner(reported(match, '1:2', 'table:2').reports)).toBe(2)
    expect(reportedWinner(reported(match, '1:2', 'table:1').reports)).toBeUndefined()
    expect(reportedWinner([])).toBeUndefined()
  })
})

describe('the page of a table', () => {
  const settings = { ...defaultSettings, reports: 'on', scheduleGroupSize: 6 } as const

  test('takes reports if they are on, the table exists and is not silenced', () => {
    expect(canTableReport(settings, 3)).toBe(true)
    expect(canTableReport({ ...settings, reports: 'off' }, 3)).toBe(false)
    expect(canTableReport({ ...settings, silentTables: 'tables 3, 5' }, 3)).toBe(false)
    const large = { ...settings, scheduleGroupSize: 40, silentTables: '13' }
    expect([1, 3, 12, 13, 40].filter((table) => canTableReport(large, table))).toEqual([1, 3, 12, 40])
    for (const table of [0, -1, 7, 1.5, Number.NaN]) expect(canTableReport(settings, table)).toBe(false)
  })

  test('has one address', () => {
    expect(tableOf(settings, '6')).toBe(6)
    expect(tableOf(settings, '1')).toBe(1)
    expect(tableOf({ scheduleGroupSize: 40 }, '12')).toBe(12)
    for (const text of ['', '0', '7', '06', '1e0', ' 1', '1.0', '100', 'x', undefined])
      expect(tableOf(settings, text)).toBeUndefined()
  })

  test('is silenced and restored without affecting other tables', () => {
    const silenced = withSilence({ silentTables: '5 2' }, 3, true)
    expect(silenced).toBe('2 3 5')
    expect(withSilence({ silentTables: silenced }, 5, false)).toBe('2 3')
    expect(withSilence({ silentTables: '3' }, 3, true)).toBe('3')
    expect(withSilence({ silentTables: '' }, 12, true)).toBe('12')
  })
})

type Step =
  | { readonly kind: 'report'; readonly one: number; readonly from: Reporter; readonly winner: SideNumber }
  | Action

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  anyAction,
  fc.record({
    kind: fc.constant('report' as const),
    one: fc.nat({ max: 9999 }),
    from: fc.constantFrom<Reporter>(1, 2, 'table'),
    winner: fc.constantFrom<SideNumber>(1, 2),
  }),
)

describe('in any order of reports, taps, undos and calls', () => {
  test('only taps and agreed reports change the draw, and no report clears a result', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 12 }), fc.array(anyStep, { maxLength: 60 }), (count, steps) => {
        let draw = drawOf(teamIds(count))
        /** The same night without pending reports. */
        let bare = draw
        /** All reports ever sent; the matches tell which are pending. */
        const all: Record<string, readonly Report[]> = {}
        let revision = 1
        for (const step of steps) {
          ;[draw, bare] = [withLateTeam(draw), withLateTeam(bare)]
          revision += 1
          if (step.kind !== 'report') {
            ;[draw, bare] = [applied(draw, step, revision), applied(bare, step, revision)]
            continue
          }
          const open = matchesOf(draw)
          const match = open[step.one % open.length] as Match
          const key = `${match.round}.${match.index}`
          const taken = takeReport(match, all[key] ?? [], { ...step, at, revision })
          expect(taken.ok).toBe(isPlayable(match))
          if (!taken.ok) continue
          all[key] = taken.value.reports
          const { agreed } = taken.value
          if (!agreed) continue
          const moment = { match, side: agreed, at, revision }
          const before = matchesOf(draw).filter(hasPlayed).length
          const recorded = recordWinner(draw, moment)
          expect(recorded.ok && recorded.value.cleared).toEqual([])
          draw = afterwards(draw, recorded)
          expect(matchesOf(draw).filter(hasPlayed)).toHaveLength(before + 1)
          expect(waitingReports(matchesOf(draw)[step.one % open.length] as Match, all[key] ?? [])).toEqual([])
          bare = afterwards(bare, recordWinner(bare, moment))
        }
        expect(drawText(draw)).toBe(drawText(bare))
      }),
      { numRuns: 300 },
    )
  })
})

function matchesOf(draw: Draw): Match[] {
  return draw.rounds.flatMap(({ matches }) => matches)
}

function applied(draw: Draw, action: Action, revision: number): Draw {
  const outcome = attempt(draw, action)
  if (!outcome.ok) return draw
  const matches = outcome.value.matches.map((match) => ({ ...match, revision }))
  return afterwards(draw, done({ ...outcome.value, matches }))
}
