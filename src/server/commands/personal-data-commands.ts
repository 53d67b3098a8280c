import { isDeepStrictEqual } from 'node:util'
import type { Change } from '../../domain/changes.ts'
import type { Entry, TeamId } from '../../domain/cup.ts'
import { championOf } from '../../domain/night/progress.ts'
import { done, refused } from '../../domain/outcome.ts'
import { drawTeamOf, entryName, removedName } from '../../domain/teams/names.ts'
import {
  type Forgotten,
  type Player,
  playerName,
  withoutNames,
  withoutPerson,
  withoutPlayer,
} from '../../domain/teams/remove-name.ts'
import { counted, textOf } from '../../domain/text.ts'
import { type KeptPhones, phonesWords } from '../../domain/upkeep/kept-phones.ts'
import { theCup } from '../actors.ts'
import { listEditions, readEdition, saveEditions } from '../storage/edition-rows.ts'
import { findEntry, type JournalEntry, revisionsWith, rewriteEntry } from '../storage/journal-rows.ts'
import {
  deletePhonesOf,
  deleteTeams,
  keptPhones,
  listDrawsWith,
  teamsInDrawsOf,
} from '../storage/personal-data-rows.ts'
import type { Db } from '../storage/storage.ts'
import { beginEpoch } from '../storage/system-rows.ts'
import { findTeams, isListed, listTeams, type StoredTeam, saveLink, saveTeam } from '../storage/team-rows.ts'
import { readDrawOfEdition, renameInDraw } from '../storage/tournament-rows.ts'
import { type Before, change, type Parts, type Work } from './change.ts'
import { type Command, type Commands, command } from './command.ts'
import { linkWords } from './entry-commands.ts'
import { type Reader, teamId, text } from './form-fields.ts'
import { entryChange } from './team-commands.ts'

const player: Reader<Player> = (form, name) => {
  const nth = textOf(form, name)
  return nth === '1' || nth === '2' ? done(Number(nth) as Player) : refused('no-team-chosen')
}

/** Removes a name permanently. The entry itself stays, so that no draw breaks. */
const removeName: Command = async (parts, posted) => {
  const outcome = await removal(parts, posted)
  // Shows the new epoch at once; if that fails, the next poll does.
  await parts.view.catchUp().catch(() => {})
  return outcome
}

/** Removes the name from the entry, its draws, the champions and the journal, and the team's phone number and link too. */
const removal = command({ teamId, player }, async (work, { teamId: id, player: nth, ...tap }) => {
  const { confirm, asked = Number.POSITIVE_INFINITY } = tap
  const { db, cup, moment } = work
  const [team] = await findTeams(db, [id])
  const name = team && playerName(team, nth)
  if (!team || !name) return refused('no-such-team')
  if (name === removedName) return done({ unchanged: 'That name is already removed.' })
  const after: StoredTeam = { ...withoutPlayer(team, nth), revision: moment.revision }
  const { number: edition } = await readEdition(db, team.editionId)
  // The name may have been corrected since the question.
  if (!confirm || team.revision > asked) return refused('for-good', whatGoes(team, after, edition))

  const lines = await linesAbout(db, team)
  const teams = [...spellingsOf(team), ...lines.flatMap((line) => teamsIn(line, id))]
  const names = [...new Set(teams.map((each) => playerName(each, nth)))].filter(isName)
  // Longest first: 'Ann Lee' before 'Ann'.
  names.sort((a, b) => b.length - a.length)
  const who = { teamId: id, player: nth, edition, names }
  await saveTeam(db, after)
  await saveLink(db, id, null)
  const fullNames = teams.map(entryName)
  for (const line of lines) await rewriteEntry(db, forgetIn(line, who, fullNames))
  // The hub replays recent events to clients that reconnect: a new epoch makes them reload instead.
  await beginEpoch(db, new Date(moment.at))
  return done({
    words: `A name was removed permanently from an entry of N${edition}.`,
    changes: [
      ...(after.editionId === cup.editionId && isListed(after) ? [entryChange(after)] : []),
      ...(await renameEverywhere(work, after)),
      ...(await forgetChampion(db, after, who)),
    ],
  })
})

export const personalDataCommands = {
  'remove-name': removeName,

  /** Deletes this edition's removed entries permanently, as after a flood. Those in a draw stay. */
  'delete-removed': command({}, async ({ db, cup }, { confirm, asked = Number.POSITIVE_INFINITY }) => {
    const drawn = await teamsInDrawsOf(db, cup.editionId)
    const removed = (await listTeams(db, cup.editionId)).filter((team) => !isListed(team))
    const free = removed.filter(({ id }) => !drawn.has(id))
    // Not those removed after the question, which did not count them.
    const meant = free.filter(({ revision }) => revision <= asked).map(({ id }) => id)
    if (meant.length === 0) return done({ unchanged: 'There are no removed entries to delete.' })
    const words = counted(meant.length, 'removed entry', 'removed entries')
    if (!confirm) {
      const stays = removed.length - free.length
      return refused('for-good', [
        `${words} ${meant.length === 1 ? 'is' : 'are'} deleted, with phone numbers and links.`,
        ...(stays > 0 ? [`${stays} in a draw ${stays === 1 ? 'stays' : 'stay'}.`] : []),
      ])
    }
    await deleteTeams(db, meant)
    return done({ words: `${words} deleted permanently.`, changes: [] })
  }),

  /** Deletes the phone numbers of an edition that is over, also from take-back data. */
  'delete-phones': command({ edition: text }, async ({ db }, { edition, confirm }) => {
    const kept = (await keptPhones(db)).find((each) => each.edition === Number(edition))
    if (!kept) return done({ unchanged: 'No phone numbers of that edition are stored.' })
    if (!kept.overAt) return refused('edition-not-over')
    if (!confirm)
      return refused('for-good', [`${phonesWords(kept)} ${kept.phones === 1 ? 'is' : 'are'} deleted.`])
    await deletePhonesOf(db, kept.edition)
    return done({ words: `Deleted: ${phonesWords(kept)}.`, changes: [] })
  }),
} satisfies Commands

/** Deletes the phone numbers that are due. Idempotent: every node tries, and the first one does it. */
export async function deleteOldPhones(parts: Parts): Promise<void> {
  const due = (db: Db) => duePhones(db, parts.clock.now())
  // Check without the lock first: usually there is nothing to do.
  if ((await parts.storage.read(due)).length === 0) return
  await change(parts, { action: 'delete-phones', who: theCup }, async ({ db }) => {
    const old = await due(db)
    if (old.length === 0) return done({ unchanged: '' })
    for (const { edition } of old) await deletePhonesOf(db, edition)
    return done({
      words: `Deleted automatically after the final: ${old.map(phonesWords).join(', ')}.`,
      changes: [],
    })
  })
}

async function duePhones(db: Db, now: Date): Promise<readonly KeptPhones[]> {
  return (await keptPhones(db)).filter(({ goAt }) => goAt && Date.parse(goAt) <= now.getTime())
}

function whatGoes(before: StoredTeam, after: StoredTeam, edition: number): string[] {
  return [
    `${entryName(before)} (N${edition}) becomes ${entryName(after)}, in its draws, among the champions and in the journal too.`,
    ...(before.teamPhoneNumber ? ["The team's phone number is deleted."] : []),
    "The team's own link stops working.",
  ]
}

/** Journal lines about a team, or with a player's name, earlier spellings included. */
async function linesAbout(db: Db, team: StoredTeam): Promise<JournalEntry[]> {
  const now = [team.id, ...spellingsOf(team).flatMap(textsOf)]
  const lines = await linesWith(db, now)
  const earlier = lines.flatMap((line) => teamsIn(line, team.id)).flatMap(textsOf)
  return linesWith(db, [...now, ...earlier])
}

function textsOf(team: Entry): string[] {
  return [entryName(team), team.player1Name, team.player2Name].filter(isName)
}

function isName(text: string): boolean {
  return text !== '' && text !== removedName
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

/** The team as of a line, and before it, because its names may have been corrected since. */
function teamsIn({ changes, before }: JournalEntry, teamId: TeamId): Entry[] {
  const entries = changes.flatMap((change) => (change.kind === 'entry' ? change.entry : []))
  const teams = ((before ?? {}) as Before).teams ?? []
  return [...entries, ...teams].filter(({ id }) => id === teamId).flatMap(spellingsOf)
}

/** Its names, and those it asks for; lines of earlier versions have the latter in the entry. */
function spellingsOf(team: Entry & Pick<StoredTeam, 'correction'>): Entry[] {
  return team.correction ? [team, { ...team, ...team.correction }] : [team]
}

/** Erases the name from a line; from its words only if it is about this team: a namesake keeps theirs. */
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

/** Whether a line is about the team: by its id or, without ids, by its full name. `fullNames` starts with the current one. */
function isAbout(
  { words, details, changes, before }: JournalEntry,
  teamId: TeamId,
  fullNames: readonly string[],
): boolean {
  const [fullName = '', ...earlier] = fullNames
  const named = details.teamIds ?? (details.teamId === undefined ? undefined : [details.teamId])
  if (Array.isArray(named)) return named.includes(teamId)
  if (JSON.stringify([changes, before]).includes(teamId)) return true
  // What changed names its teams by id: the name alone is a namesake's.
  if (changes.length > 0 || before !== undefined) return false
  if (words.includes(fullName)) return true
  // Old lines about links have no team id.
  return earlier.some((name) => Object.values(linkWords).some((wordsOf) => wordsOf(name) === words))
}

/** In every draw with the team, of any edition. */
async function renameEverywhere({ db, cup }: Work, team: StoredTeam): Promise<Change[]> {
  const named = { [team.id]: drawTeamOf(team) }
  const drawIds = await listDrawsWith(db, team.id)
  for (const drawId of drawIds) await renameInDraw(db, drawId, named)
  return cup.tournamentID && drawIds.includes(cup.tournamentID) ? [{ kind: 'draw-teams', teams: named }] : []
}

/** A namesake in the draw's champion team stays among the past champions. */
async function forgetChampion(db: Db, team: StoredTeam, who: Forgotten): Promise<Change[]> {
  const draw = await readDrawOfEdition(db, team.editionId)
  const champion = draw && championOf(draw)
  if (champion && champion !== team.id) return []
  const before = await listEditions(db)
  const editions = withoutPerson(before, who) as typeof before
  if (isDeepStrictEqual(before, editions)) return []
  await saveEditions(db, editions)
  return [{ kind: 'editions', editions }]
}
