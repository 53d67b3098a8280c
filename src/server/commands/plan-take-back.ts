import { isDeepStrictEqual } from 'node:util'
import type { Change } from '../../domain/changes.ts'
import type { Draw, Edition, Match, Settings, TeamId } from '../../domain/cup.ts'
import { hasPlayed, type Moment } from '../../domain/draw/draw-reader.ts'
import { firstRoundTeams, takeBackMatches } from '../../domain/draw/take-back.ts'
import { done, type Outcome, refused } from '../../domain/outcome.ts'
import { isNameAlone } from '../../domain/teams/names.ts'
import { isPublic } from '../actors.ts'
import type { JournalEntry } from '../storage/journal-rows.ts'
import { isListed, type StoredTeam } from '../storage/team-rows.ts'
import type { Before } from './change.ts'

/** The current state, for a take-back. */
export type Now = {
  readonly draw: Draw | undefined
  readonly settings: Settings
  readonly editions: readonly Edition[]
  /** Number of teams on this edition's list. */
  readonly entries: number
  /** Teams of this edition that the change touched. */
  readonly teams: ReadonlyMap<TeamId, StoredTeam>
}

/** What a take-back will write. */
export type Plan = Omit<Before, 'drawId' | 'drawnTeams'> & {
  /** Goes back to the previous edition; `settings` has its number. */
  readonly isMove?: boolean
}

/** Plans how to take a change back. Refused if anything it touched has changed since. */
export function planTakeBack(entry: JournalEntry, now: Now, moment: Moment): Outcome<Plan> {
  const before = entry.before as Before | undefined
  if (!before) return refused('cannot-take-back')
  if (before.previousDrawId !== undefined) return planDraw(entry, before, now)
  if (before.teams) return planTeams(entry, before.teams, now)
  if (before.settings || before.editions) return planSettings(entry, before, now)
  return planMatches(entry, before, now, moment)
}

function planMatches(entry: JournalEntry, before: Before, now: Now, moment: Moment): Outcome<Plan> {
  const { draw } = now
  if (!draw || draw.id !== before.drawId) return refused('cannot-take-back')
  const absentAfter = changeOf(entry, 'absent')?.absent
  const absent =
    before.absent && absentAfter
      ? restoreAbsent({ before: before.absent, after: absentAfter, now: draw.absent })
      : draw.absent
  const matches = { before: before.matches ?? [], after: changeOf(entry, 'matches')?.matches ?? [] }
  if (!absent || !areListed(now, returningBy(matches))) return refused('cannot-take-back')
  const planned = takeBackMatches(draw, { ...matches, absent, ...moment })
  if (!planned.ok) return planned
  const { withdrawal } = before
  const isUntouched = withdrawal && now.teams.get(withdrawal.teamId)?.revision === entry.revision
  return done({
    matches: planned.value.matches,
    ...(before.absent && { absent }),
    ...(isUntouched && { withdrawal }),
  })
}

/** Three-way merge: reverts only the marks that the change set or removed. Undefined if they differ by now. */
function restoreAbsent({
  before,
  after,
  now,
}: Record<'before' | 'after' | 'now', readonly TeamId[]>): TeamId[] | undefined {
  const added = after.filter((id) => !before.includes(id))
  const removed = before.filter((id) => !after.includes(id))
  if (added.some((id) => !now.includes(id)) || removed.some((id) => now.includes(id))) return undefined
  return [...now.filter((id) => !added.includes(id)), ...removed]
}

/** Teams that would return to the draw. */
function returningBy({ before, after }: Record<'before' | 'after', readonly Match[]>): TeamId[] {
  const stayed = firstRoundTeams(after)
  return firstRoundTeams(before).filter((id) => !stayed.includes(id))
}

/** A team that was removed from the list must not return with the draw. */
function areListed({ teams }: Now, ids: readonly TeamId[]): boolean {
  // Sides of an imported draw without a registered team were never listed.
  const registered = ids.filter((id) => !isNameAlone(id))
  return registered.every((id) => {
    const team = teams.get(id)
    return team !== undefined && isListed(team)
  })
}

function planDraw(entry: JournalEntry, before: Before, now: Now): Outcome<Plan> {
  const { previousDrawId = null, drawnTeams = [] } = before
  const made = changeOf(entry, 'draw')?.draw
  if (now.draw?.id !== made?.id || !areListed(now, drawnTeams)) return refused('cannot-take-back')
  if (now.draw && made && !canBeReplaced(entry, made, now.draw)) return refused('cannot-take-back')
  // After a visitor's draw only organisers may make one: else the next visitor would make it again.
  if (entry.action === 'create-draw' && isPublic(entry.who))
    return done({ previousDrawId, settings: { drawCreation: 'admin' } })
  const restored = planSettings(entry, before, now)
  return done({ previousDrawId, settings: restored.ok ? restored.value.settings : {} })
}

/** A new draw can be taken back while nothing was played in it; a reset, only while nothing in it has changed. */
function canBeReplaced({ action, revision: made }: JournalEntry, then: Draw, draw: Draw): boolean {
  const matches = draw.rounds.flatMap((round) => round.matches)
  if (action === 'create-draw' || action === 'draw-again') return !matches.some(hasPlayed)
  return isDeepStrictEqual(draw.absent, then.absent) && matches.every(({ revision }) => revision <= made)
}

function planTeams(entry: JournalEntry, before: readonly StoredTeam[], now: Now): Outcome<Plan> {
  const isUntouched = before.every(({ id }) => now.teams.get(id)?.revision === entry.revision)
  if (!isUntouched) return refused('cannot-take-back')
  const leaves = before.filter((team) => !isListed(team)).map(({ id }) => id)
  const isInDraw =
    leaves.length > 0 &&
    now.draw?.rounds[0]?.matches.some(({ sides }) => sides.some((side) => leaves.includes(side)))
  return isInDraw ? refused('team-in-draw') : done({ teams: before })
}

function planSettings(
  entry: JournalEntry,
  before: Before,
  now: Now,
): Outcome<Plan & Required<Pick<Plan, 'settings'>>> {
  const { settings = {}, editions } = before
  const after = changeOf(entry, 'settings')?.settings ?? {}
  const isSame = (key: string) =>
    isDeepStrictEqual(after[key as keyof Settings], now.settings[key as keyof Settings])
  // A new edition is taken back as a whole while it has no entry, whatever was set for it since.
  const canGo =
    entry.action === 'begin-edition'
      ? isSame('editionNumber') && now.entries === 0 && !now.draw
      : Object.keys(after).every(isSame)
  const isMove = changeOf(entry, 'past-draws') !== undefined
  const isListSame = isDeepStrictEqual(changeOf(entry, 'editions')?.editions, now.editions)
  // Going back to an edition keeps past champions that were edited since.
  if (!canGo || (editions && !isListSame && !isMove)) return refused('cannot-take-back')
  return done({ settings, isMove, ...(editions && isListSame && { editions }) })
}

function changeOf<Kind extends Change['kind']>(
  { changes }: JournalEntry,
  kind: Kind,
): Extract<Change, { kind: Kind }> | undefined {
  return changes.findLast((change): change is Extract<Change, { kind: Kind }> => change.kind === kind)
}

/** Teams whose current state decides whether the line can be taken back. */
export function teamsTouchedBy(entry: JournalEntry): TeamId[] {
  const { teams = [], drawnTeams = [], matches = [], withdrawal } = (entry.before ?? {}) as Before
  return [
    ...teams.map(({ id }) => id),
    ...drawnTeams,
    ...firstRoundTeams(matches),
    ...(withdrawal ? [withdrawal.teamId] : []),
  ]
}
