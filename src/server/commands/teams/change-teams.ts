import type { Change } from '../../../domain/changes.ts'
import type { TeamId } from '../../../domain/cup.ts'
import { done, type Outcome, type Refused } from '../../../domain/outcome.ts'
import { entryName } from '../../../domain/teams/names.ts'
import type { Organiser } from '../../actors.ts'
import type { JournalAction } from '../../journal-actions.ts'
import type { Db } from '../../storage/storage.ts'
import { readCurrent } from '../../storage/system-rows.ts'
import { entryOf, findTeams, isListed, type StoredTeam, saveTeams } from '../../storage/team-rows.ts'
import { type Changed, change, type Parts, type Tap, type Work } from '../change.ts'
import { checkTeamsSeen, refuseGone } from '../stale-screen.ts'

/** These teams, if they are of this edition: a screen left open since an earlier one cannot change them. */
export async function currentEditionTeams(db: Db, ids: readonly TeamId[]): Promise<StoredTeam[]> {
  const current = await readCurrent(db)
  return (await findTeams(db, ids)).filter(({ editionId }) => editionId === current.editionId)
}

/** The list is ordered by arrival, so no two teams may have the same time. */
export function nextArrival(now: string, latest = ''): number {
  return latest < now ? Date.parse(now) : Date.parse(latest) + 1
}

type TeamsChange = {
  readonly action: JournalAction
  /** Teams that the tap can mean; any other is gone. */
  readonly isThere?: (team: StoredTeam) => boolean
  readonly check?: (work: Work, teams: readonly StoredTeam[]) => Promise<Refused | undefined>
  /** Teams that already are as asked stay as they are. */
  readonly isDue: (team: StoredTeam) => boolean
  readonly becomes: (work: Work) => Partial<StoredTeam>
  readonly words: string
  /** What an organiser should know besides. */
  readonly note?: (work: Work, teams: readonly StoredTeam[]) => Promise<string>
}

/** The same change for one team or several. */
export function changeTeams(
  parts: Parts,
  organiser: Organiser,
  { teamIds, ...tap }: { teamIds: readonly TeamId[] } & Tap,
  { action, isThere = () => true, check, isDue, becomes, words, note }: TeamsChange,
): Promise<Outcome<Changed>> {
  return change(parts, { who: organiser.email, requestId: tap.requestId }, async (work) => {
    const { db, moment } = work
    const wanted = [...new Set(teamIds)]
    const teams = (await currentEditionTeams(db, wanted)).filter(isThere)
    const missing = wanted.filter((id) => !teams.some((team) => team.id === id))
    if (teams.length === 0 || missing.length > 0) return refuseGone(db, missing, tap)
    const refusal = await check?.(work, teams)
    if (refusal) return refusal
    const before = teams.filter(isDue)
    if (before.length === 0) return done({ unchanged: `${words}: ${listNames(teams)}.` })
    const outdated = await checkTeamsSeen(db, before, tap)
    if (outdated) return outdated

    const after = before.map((team) => ({ ...team, ...becomes(work), revision: moment.revision }))
    await saveTeams(db, after)
    const said = `${words}: ${listNames(before)}.`
    const besides = await note?.(work, before)
    return done({
      action,
      words: said,
      ...(besides && { message: `${said} ${besides}` }),
      changes: after.map(entryChange),
      before: { teams: before },
    })
  })
}

/** How a team's new state reaches the pages. */
export function entryChange(team: StoredTeam): Change {
  return isListed(team) ? { kind: 'entry', entry: entryOf(team) } : { kind: 'entry-removed', id: team.id }
}

/** A few names as a person would say them; many are counted. */
export function listNames(teams: readonly StoredTeam[]): string {
  const names = teams.map(entryName)
  if (names.length > 6) return `${names.slice(0, 5).join('; ')} and ${names.length - 5} more`
  return names.join('; ')
}
