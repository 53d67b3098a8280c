import { describe, expect, test } from 'vitest'
import { drawOfNames, entryOf, teamIds, won } from '../../../tests/support/draws.ts'
import type { Draw, Settings } from '../cup.ts'
import { withMatches } from '../draw/draw-reader.ts'
import { callMatch } from '../draw/tables.ts'
import { defaultSettings } from '../settings/settings.ts'
import { cupHeadline, cupStatus } from './cup-status.ts'

const now = new Date('2025-05-02T21:00:00Z')

function statusOf({
  approved = 0,
  pending = 0,
  draw,
  settings,
  withdrawn,
}: {
  approved?: number
  pending?: number
  draw?: Draw
  settings?: Partial<Settings>
  withdrawn?: { id: string; withdrawnAt: string }
}) {
  const entries = Array.from({ length: approved + pending }, (_, index) =>
    entryOf(`t${index}`, { approved: index < approved, ...(withdrawn?.id === `t${index}` && withdrawn) }),
  )
  const view = { settings: { ...defaultSettings, ...settings }, entries }
  return cupStatus({ ...view, ...(draw ? { draw, drawStatus: 'active' } : { drawStatus: 'none' }) }, now)
}

describe('the status line', () => {
  test('before the draw: registration, entries, no draw yet', () => {
    expect(statusOf({})).toBe('Registration closed · no entries yet · no draw yet')
    expect(statusOf({ approved: 22, pending: 4, settings: { registration: 'open' } })).toBe(
      'Registration open · 26 entries, 4 pending · no draw yet',
    )
    expect(statusOf({ approved: 1 })).toBe('Registration closed · 1 entry, all approved · no draw yet')
  })

  test('while the draw is being made', () => {
    const view = { settings: defaultSettings, entries: [], drawStatus: 'creating' } as const
    expect(cupStatus(view, now)).toBe('Registration closed · no entries yet · the draw is being made')
  })

  test('registration is closed after its closing time', () => {
    const settings = { registration: 'open', registrationClosesAt: '2025-05-02T20:00:00.000Z' } as const
    expect(statusOf({ settings })).toMatch(/^Registration closed/)
  })

  test('during the night: the current round, and the tables', () => {
    const draw = won(drawOfNames('a b c d e f g h'), 'a', 'd')
    expect(statusOf({ draw })).toBe('Quarter Finals: 2 of 4 played · 6 tables')
    const called = callMatch({ draw, tables: 6, at: now.toISOString(), revision: 99 })
    const busy = called.ok ? withMatches(draw, [called.value.match]) : draw
    expect(statusOf({ draw: busy, settings: { registration: 'open' } })).toBe(
      'Quarter Finals: 2 of 4 played · 1 of 6 tables busy · registration still open',
    )
    expect(statusOf({ draw: busy, settings: { scheduleGroupSize: 1 } })).toMatch(/ · 1 of 1 table busy$/)
  })

  test('with more busy tables than there are, after an organiser reduced them', () => {
    const at = now.toISOString()
    let draw = drawOfNames('a b c d')
    for (const revision of [98, 99]) {
      const called = callMatch({ draw, tables: 2, at, revision })
      if (called.ok) draw = withMatches(draw, [called.value.match])
    }
    expect(statusOf({ draw, settings: { scheduleGroupSize: 1 } })).toBe(
      'Semi Finals: 0 of 2 played · 2 tables busy',
    )
  })

  test('counts withdrawn teams in the draw until they are confirmed', () => {
    const draw = drawOfNames('t0 t1 t2 t3')
    const withdrawn = { id: 't0', withdrawnAt: now.toISOString() }
    expect(statusOf({ draw, approved: 4, withdrawn })).toBe(
      'Semi Finals: 0 of 2 played · 6 tables · 1 team withdrawn',
    )
    const confirmed = { ...draw, absent: ['t0'] }
    expect(statusOf({ draw: confirmed, approved: 4, withdrawn })).toBe(
      'Semi Finals: 0 of 2 played · 6 tables',
    )
  })

  test('after the final: the champions; none in a draw of one team', () => {
    expect(statusOf({ draw: won(drawOfNames('a b c d'), 'a', 'd', 'd') })).toBe('Champions: d')
    expect(statusOf({ draw: drawOfNames('a') })).toBe('One team, no match to play · 6 tables')
  })
})

function headlineOf(draw: Draw | undefined, teams = 0, settings: Partial<Settings> = {}) {
  const entries = teamIds(teams).map((id) => entryOf(id))
  const view = { settings: { ...defaultSettings, ...settings }, entries, ...(draw && { draw }) }
  const { heading, line } = cupHeadline(view, new Date('2025-05-02T20:00:00Z'))
  return [heading, line]
}

describe('link previews', () => {
  const four = drawOfNames('a b c d')

  test('before the draw: registration, and number of teams', () => {
    expect(headlineOf(undefined, 0, { registration: 'open' })).toEqual(['Registration is open', ''])
    expect(headlineOf(undefined, 26, { registration: 'open' })).toEqual(['Registration is open', '26 teams'])
    const registrationClosesAt = '2025-05-02T19:00:00Z'
    expect(headlineOf(undefined, 1, { registration: 'open', registrationClosesAt })).toEqual([
      'Registration is closed',
      '1 team',
    ])
  })

  test('during the night: the round and its progress', () => {
    expect(headlineOf(four)).toEqual(['The draw is made', '4 teams'])
    expect(headlineOf(won(four, 'a'))).toEqual(['Semi Finals', '1 of 2 played · 4 teams'])
    expect(headlineOf(won(four, 'a', 'd'))).toEqual(['Grand Finals', '0 of 1 played · 4 teams'])
  })

  test('after the final: the champions', () => {
    expect(headlineOf(won(four, 'a', 'd', 'd'))).toEqual(['Champions', 'd'])
  })

  test('with a draw of one team: the draw, and no champion', () => {
    expect(headlineOf(drawOfNames('a'))).toEqual(['The draw is made', '1 team'])
  })
})
