import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  anyAction,
  attempt,
  drawOf,
  drawOfNames,
  drawText,
  entryOf,
  teamIds,
  withLateTeam,
} from '../../tests/support/draws.ts'
import { firstEditions } from '../../tests/support/first-editions.ts'
import { applyRevision, type Change, isAfter, type Revision } from './changes.ts'
import type { CupView, Draw, Match } from './cup.ts'
import { defaultSettings } from './settings/settings.ts'

const draw = drawOfNames('a b c d e f g h')

const view: CupView = {
  epoch: 3,
  revision: 5,
  settings: defaultSettings,
  entries: [entryOf('a'), entryOf('b')],
  editions: firstEditions,
  pastDraws: [],
  drawStatus: 'active',
  draw,
}

function revision(number: number, ...changes: Change[]): Revision {
  return { revision: number, at: '2025-05-02T21:15:00.000Z', changes }
}

function firstMatch(): Match {
  const match = draw.rounds[0]?.matches[0]
  if (!match) throw new Error('no match')
  return match
}

describe('applying a revision', () => {
  test('replaces the changed matches, and keeps the identity of everything else', () => {
    const after = applyRevision(
      view,
      revision(6, { kind: 'matches', matches: [{ ...firstMatch(), winner: 1 }] }),
    )
    expect(after.revision).toBe(6)
    expect(after.draw?.rounds[0]?.matches[0]).toMatchObject({ winner: 1 })
    expect(after.draw?.rounds[0]?.matches[1]).toBe(draw.rounds[0]?.matches[1])
    expect(after.draw?.rounds[1]).toBe(draw.rounds[1])
    expect(after.entries).toBe(view.entries)
    expect(view.draw?.rounds[0]?.matches[0]?.winner).toBeUndefined()
  })

  test('that the view already contains, or an older one, changes nothing', () => {
    const change: Change = { kind: 'settings', settings: { byes: 'at-once' } }
    expect(applyRevision(view, revision(5, change))).toBe(view)
    expect(applyRevision(view, revision(4, change))).toBe(view)
  })

  test('ignores a match outside the draw', () => {
    const strange = { ...firstMatch(), round: 0, index: 99 }
    expect(
      applyRevision(view, revision(6, { kind: 'matches', matches: [strange] })).draw?.rounds[0]?.matches,
    ).toHaveLength(4)
  })

  test('sets and removes a draw', () => {
    const gone = applyRevision(view, revision(6, { kind: 'draw', status: 'none' }))
    expect(gone.drawStatus).toBe('none')
    expect('draw' in gone).toBe(false)
    expect(applyRevision(gone, revision(7, { kind: 'draw', status: 'active', draw })).draw).toBe(draw)
  })

  test('updates absent teams, edited names and added teams', () => {
    const after = applyRevision(
      view,
      revision(
        6,
        { kind: 'absent', absent: ['b'] },
        {
          kind: 'draw-teams',
          teams: { a: { name: 'Anna', players: ['Anna', 'Ben'] }, late: { name: 'Lea', players: ['Lea'] } },
        },
      ),
    )
    expect(after.draw?.absent).toEqual(['b'])
    expect(after.draw?.teams.a?.players).toEqual(['Anna', 'Ben'])
    expect(after.draw?.teams.late?.name).toBe('Lea')
    expect(after.draw?.teams.h).toBe(draw.teams.h)
    expect(after.draw?.rounds).toBe(draw.rounds)
  })

  test('adds entries, edits them in place and removes them', () => {
    const after = applyRevision(
      view,
      revision(
        6,
        { kind: 'entry', entry: entryOf('c') },
        { kind: 'entry', entry: entryOf('a', { player1Name: 'Anna' }) },
        { kind: 'entry-removed', id: 'b' },
      ),
    )
    expect(after.entries.map(({ player1Name }) => player1Name)).toEqual(['Anna', 'c'])
  })

  test('merges settings, and replaces editions', () => {
    const editions = [{ number: 12, season: 'Fall 2025', theme: '', winners: '' }]
    const after = applyRevision(
      view,
      revision(
        6,
        { kind: 'settings', settings: { byes: 'at-once' } },
        { kind: 'editions', editions },
        { kind: 'past-draws', pastDraws: [11] },
      ),
    )
    expect(after.settings).toEqual({ ...defaultSettings, byes: 'at-once' })
    expect(after.editions).toBe(editions)
    expect(after.pastDraws).toEqual([11])
  })

  test('ignores unknown changes of a newer version', () => {
    const unknown = { kind: 'weather' } as unknown as Change
    expect(applyRevision(view, revision(6, unknown))).toEqual({ ...view, revision: 6 })
  })
})

describe('a page with a slice of the view', () => {
  const everything = revision(
    6,
    { kind: 'matches', matches: [{ ...firstMatch(), winner: 1 }] },
    { kind: 'absent', absent: ['b'] },
    { kind: 'draw-teams', teams: {} },
    { kind: 'draw', status: 'active', draw },
    { kind: 'entry', entry: entryOf('c') },
    { kind: 'entry-removed', id: 'a' },
    { kind: 'settings', settings: { byes: 'at-once' } },
    { kind: 'editions', editions: [] },
    { kind: 'past-draws', pastDraws: [] },
  )

  test('ignores changes of other slices', () => {
    expect(applyRevision({ epoch: 3, revision: 5 }, everything)).toEqual({ epoch: 3, revision: 6 })
    expect(
      Object.keys(applyRevision({ epoch: 3, revision: 5, entries: view.entries }, everything)).sort(),
    ).toEqual(['entries', 'epoch', 'revision'])
    expect(
      Object.keys(applyRevision({ epoch: 3, revision: 5, settings: view.settings }, everything)).sort(),
    ).toEqual(['epoch', 'revision', 'settings'])
  })

  test('receives the first draw if it has the draw’s status', () => {
    const waiting: Pick<CupView, 'epoch' | 'revision' | 'drawStatus' | 'draw'> = {
      epoch: 3,
      revision: 5,
      drawStatus: 'none',
    }
    expect(applyRevision(waiting, everything)).toEqual({ epoch: 3, revision: 6, drawStatus: 'active', draw })
  })

  test('keeps additional fields of the page', () => {
    expect(applyRevision({ epoch: 3, revision: 5, message: 'hello' }, everything)).toEqual({
      epoch: 3,
      revision: 6,
      message: 'hello',
    })
  })
})

describe('comparing positions', () => {
  const at = (epoch: number, revision: number) => ({ epoch, revision })

  test('compares revisions within an epoch, else epochs', () => {
    expect(isAfter(at(1, 6), at(1, 5))).toBe(true)
    expect(isAfter(at(1, 5), at(1, 5))).toBe(false)
    expect(isAfter(at(1, 4), at(1, 5))).toBe(false)
    expect(isAfter(at(2, 1), at(1, 5))).toBe(true)
    expect(isAfter(at(1, 9), at(2, 1))).toBe(false)
  })
})

describe('any sequence of changes', () => {
  test('applied in order, some twice, gives the draw of the rules', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 20 }),
        fc.array(anyAction, { maxLength: 30 }),
        (count, actions) => {
          let truth: Draw = drawOf(teamIds(count))
          let page: CupView = { ...view, revision: 1, draw: truth }
          for (const action of actions) {
            const known = withLateTeam(truth)
            const outcome = attempt(known, action)
            if (!outcome.ok) continue
            const { matches, absent = truth.absent } = outcome.value
            const byPlace = new Map(matches.map((match) => [`${match.round}.${match.index}`, match]))
            truth = {
              ...known,
              absent,
              rounds: truth.rounds.map((round) => ({
                ...round,
                matches: round.matches.map((match) => byPlace.get(`${match.round}.${match.index}`) ?? match),
              })),
            }
            const next = revision(
              page.revision + 1,
              { kind: 'matches', matches },
              { kind: 'absent', absent },
              { kind: 'draw-teams', teams: known.teams },
            )
            page = applyRevision(applyRevision(page, next), next)
          }
          expect(page.draw).toEqual(truth)
          expect(page.draw && drawText(page.draw)).toBe(drawText(truth))
        },
      ),
      { numRuns: 60 },
    )
  })
})
