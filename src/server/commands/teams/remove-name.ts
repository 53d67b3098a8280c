import { isDeepStrictEqual } from 'node:util'
import type { Change } from '../../../domain/changes.ts'
import type { Entry, TeamId } from '../../../domain/cup.ts'
import { done, type Outcome, refused } from '../../../domain/outcome.ts'
import { drawTeamOf, entryName, removedName } from '../../../domain/teams/names.ts'
import {
  type Forgotten,
  type Player,
  playerName,
  withoutNames,
  withoutPerson,
  withoutPlayer,
} from '../../../domain/teams/remove-name.ts'
import type { Organiser } from '../../actors.ts'
import { journalAction } from '../../journal-actions.ts'
import { listEditions, readEdition, saveEditions } from '../../storage/edition-rows.ts'
import { findEntry, type JournalEntry, revisionsWith, rewriteEntry } from '../../storage/journal-rows.ts'
import { listDrawsWith } from '../../storage/personal-data-rows.ts'
import type { Db } from '../../storage/storage.ts'
import { beginEpoch } from '../../storage/system-rows.ts'
import { findTeams, isListed, type StoredTeam, saveLink, saveTeam } from '../../storage/team-rows.ts'
import { renameInDraw } from '../../storage/tournament-rows.ts'
import { type Before, type Changed, change, type Parts, type Tap, type Work } from '../change.ts'
import { entryChange } from './change-teams.ts'
import { linkWords } from './entry-link.ts'

const action = journalAction('teams', 'remove-name')

/**
 * Somebody wants to be forgotten: the name goes from the entry, its draws, the champions and the journal, and so do the team's phone
 * number and link. The entry itself stays, so that no draw breaks.
 */
export async function removeName(
  parts: Parts,
  { teamId, player, ...tap }: { teamId: TeamId; player: Player } & Tap,
  organiser: Organiser,
): Promise<Outcome<Changed>> {
  const outcome = await change(parts, { who: organiser.email, requestId: tap.requestId }, async (work) => {
    const { db, cup, moment } = work
    const [team] = await findTeams(db, [teamId])
    const name = team && playerName(team, player)
    if (!team || !name) return refused('no-such-team')
    if (name === removedName) return done({ unchanged: 'That name was removed already.' })
    const after: StoredTeam = { ...withoutPlayer(team, player), revision: moment.revision }
    const { number: edition } = await readEdition(db, team.editionId)
    if (!tap.confirm) return refused('for-good', whatGoes(team, after, edition))

    const lines = await linesAbout(db, team)
    const names = [...new Set([name, ...lines.flatMap((line) => namesIn(line, teamId, player))])]
    // The longest first: 'Ann Lee' before 'Ann'.
    names.sort((a, b) => b.length - a.length)
    const who = { teamId, player, edition, names }
    await saveTeam(db, after)
    await saveLink(db, teamId, null)
    const earlier = lines.flatMap((line) => teamsIn(line, teamId)).map(entryName)
    for (const line of lines) await rewriteEntry(db, forgetIn(line, who, [entryName(team), ...earlier]))
    // The hub keeps the latest events as they were sent: nobody is told those again.
    await beginEpoch(db, parts.clock.now())
    return done({
      action,
      words: `A name was removed from an entry of N${edition}, for good.`,
      changes: [
        ...(after.editionId === cup.editionId && isListed(after) ? [entryChange(after)] : []),
        ...(await renameEverywhere(work, after)),
        ...(await forgetChampion(db, who)),
      ],
    })
  })
  // The new epoch is shown at once; where that fails, the next look at the storage shows it.
  await parts.view.catchUp().catch(() => {})
  return outcome
}

function whatGoes(before: StoredTeam, after: StoredTeam, edition: number): string[] {
  return [
    `${entryName(before)} (N${edition}) becomes ${entryName(after)}, in its draws, among the champions and in the journal too.`,
    ...(before.teamPhoneNumber ? ["The team's phone number is deleted."] : []),
    "The team's own link stops working.",
  ]
}

/** The lines of the journal that are about a team, or name one of its players, also by a name of before. */
async function linesAbout(db: Db, team: StoredTeam): Promise<JournalEntry[]> {
  const lines = await linesWith(db, [team.id, ...textsOf(team)])
  const earlier = lines.flatMap((line) => teamsIn(line, team.id)).flatMap(textsOf)
  return linesWith(db, [team.id, ...textsOf(team), ...earlier])
}

function textsOf(team: Entry): string[] {
  const texts = [entryName(team), team.player1Name, team.player2Name]
  return texts.filter((text) => text !== '' && text !== removedName)
}

async function linesWith(db: Db, texts: readonly string[]): Promise<JournalEntry[]> {
  const revisions = new Set<number>()
  for (const text of new Set(texts))
    for (const revision of await revisionsWith(db, text)) revisions.add(revision)
  const lines: JournalEntry[] = []
  for (const revision of revisions) {
    const line = await findEntry(db, revision)
    if (line) lines.push(line)
  }
  return lines
}

/** What a line calls the player: the name may have been corrected since. */
function namesIn(line: JournalEntry, teamId: TeamId, player: Player): string[] {
  return teamsIn(line, teamId)
    .map((team) => playerName(team, player))
    .filter((name) => name !== '' && name !== removedName)
}

/** The team as it was at a line, and before it. */
function teamsIn({ changes, before }: JournalEntry, teamId: TeamId): Entry[] {
  const entries = changes.flatMap((change) => (change.kind === 'entry' ? change.entry : []))
  const teams = ((before ?? {}) as Before).teams ?? []
  return [...entries, ...teams].filter(({ id }) => id === teamId)
}

/** The words lose the name where the line is about this team: a namesake keeps theirs. */
function forgetIn(line: JournalEntry, who: Forgotten, fullNames: readonly string[]): JournalEntry {
  const { words, details, changes, before } = line
  const told = (text: string) => (isAbout(line, who.teamId, fullNames) ? withoutNames(text, who.names) : text)
  return {
    ...line,
    words: told(words),
    details: { ...details, message: told(details.message) },
    changes: withoutPerson(changes, who) as readonly Change[],
    before: withoutPerson(before, who),
  }
}

/** By its id; a line that has none, by what the team is called now. The first of its full names is that of now. */
function isAbout(
  { words, details, changes, before }: JournalEntry,
  teamId: TeamId,
  [fullName = '', ...earlier]: readonly string[],
): boolean {
  if (details.teamId !== undefined) return details.teamId === teamId
  if (JSON.stringify([changes, before]).includes(teamId) || words.includes(fullName)) return true
  // Lines about links had no id once.
  return earlier.some((name) => Object.values(linkWords).some((wordsOf) => wordsOf(name) === words))
}

/** In every draw the team stands in, of whatever edition. */
async function renameEverywhere({ db, cup }: Work, team: StoredTeam): Promise<Change[]> {
  const named = { [team.id]: drawTeamOf(team) }
  const drawIds = await listDrawsWith(db, team.id)
  for (const drawId of drawIds) await renameInDraw(db, drawId, named)
  return cup.tournamentID && drawIds.includes(cup.tournamentID) ? [{ kind: 'draw-teams', teams: named }] : []
}

async function forgetChampion(db: Db, who: Forgotten): Promise<Change[]> {
  const before = await listEditions(db)
  const editions = withoutPerson(before, who) as typeof before
  if (isDeepStrictEqual(before, editions)) return []
  await saveEditions(db, editions)
  return [{ kind: 'editions', editions }]
}
