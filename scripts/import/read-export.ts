import { BYE, type Entry, TBD } from '../../src/domain/cup.ts'
import { compareMatchIds } from '../../src/domain/draw/draw-reader.ts'
import { defaultTeamName } from '../../src/domain/teams/names.ts'
import { readTeamForm } from '../../src/domain/teams/team-form.ts'
import { compareText } from '../../src/domain/text.ts'
import { isPlainText, isTooLong, textLimits, tidyText } from '../../src/domain/tidy-text.ts'

export type ExportedTeam = Entry & { readonly teamPhoneNumber: string }

/** A side as the old system stored it: by name. */
export type ExportedSide = { readonly name: string; readonly players: readonly string[] }

export type ExportedMatch = {
  readonly id: string
  /** Its path in the file, for error messages. */
  readonly place: string
  readonly sides: readonly [ExportedSide, ExportedSide]
  /** A name; empty while undecided. */
  readonly winner: string
}

/** Matches in the specification's order of ids. */
type ExportedRound = {
  readonly place: string
  readonly name: string
  readonly matches: readonly ExportedMatch[]
}

export type ExportedTournament = {
  readonly id: string
  readonly place: string
  readonly createdAt: string
  /** The number of its edition, if it was added to the file by hand: the old system had none. */
  readonly edition?: number
  readonly rounds: readonly ExportedRound[]
}

/** The collections of the spec, checked field by field. */
export type CupExport = {
  readonly teams: readonly ExportedTeam[]
  readonly tournaments: readonly ExportedTournament[]
  /** The current tournament's id. */
  readonly current?: string
}

/** The parsed file. With any problem nothing is imported; notes list what is left out or filled in. */
export type ReadExport = {
  readonly cup: CupExport
  readonly problems: readonly string[]
  readonly notes: readonly string[]
}

/**
 * Reads an export of the old system's document database, as plain nested objects or as node-firestore-import-export
 * writes them, with `__collections__` and `__datatype__`.
 */
export function readExport(value: unknown): ReadExport {
  const reader = createReader()
  const names = ['teams', 'tournaments', 'system']
  const root = documentAt('', '', value, names)
  if (!root || !names.some((name) => name in root.collections)) {
    const sentence = 'The file has none of the collections teams, tournaments and system.'
    return { cup: { teams: [], tournaments: [] }, problems: [sentence], notes: [] }
  }
  reader.leaveOut(root, names)
  const teams = reader
    .documents('teams', root.collections.teams)
    .map((document) => teamFrom(reader, document))
  const tournaments = reader
    .documents('tournaments', root.collections.tournaments, ['brackets'])
    .map((document) => tournamentFrom(reader, document))
    .filter(({ place, rounds }) => {
      if (rounds.length === 0) reader.note(place, 'has no brackets and was left out')
      return rounds.length > 0
    })
  const current = currentFrom(reader, root.collections.system)
  if (current !== undefined && !tournaments.some(({ id }) => id === current))
    reader.note('system/current', `its tournament ${current} is not in the file, so there is no current one`)
  return {
    cup: { teams, tournaments, ...(current !== undefined && { current }) },
    problems: reader.problems,
    notes: reader.notes(),
  }
}

type Document = {
  readonly id: string
  /** 'teams/ID' */
  readonly place: string
  readonly fields: Readonly<Record<string, unknown>>
  readonly collections: Readonly<Record<string, unknown>>
}

/** A document split into fields and collections; in the plain format collections are among the fields. */
function documentAt(
  id: string,
  place: string,
  value: unknown,
  known: readonly string[],
): Document | undefined {
  if (!isObject(value)) return undefined
  const { __collections__: collected, ...rest } = value
  const isCollection = ([name, inside]: [string, unknown]) => known.includes(name) && inside !== null
  const entries = Object.entries(rest)
  return {
    id,
    place,
    fields: Object.fromEntries(entries.filter((entry) => !isCollection(entry))),
    collections: {
      ...Object.fromEntries(entries.filter(isCollection)),
      ...(isObject(collected) && collected),
    },
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

type Reader = ReturnType<typeof createReader>

/** Reads fields and collects their problems, each with its place. */
function createReader() {
  const problems: string[] = []
  const seen = new Map<string, { readonly first: string; count: number }>()

  const problem = (place: string, words: string) => void problems.push(`${place}: ${words}`)

  /** Equal words about several records are one note with a count. */
  function note(place: string, words: string, about = `${place}: ${words}`) {
    const known = seen.get(about)
    if (known) known.count += 1
    else seen.set(about, { first: `${place}: ${words}`, count: 1 })
  }

  function text(document: Document, name: string, limit: number): string {
    const value = document.fields[name] ?? ''
    if (typeof value !== 'string' && typeof value !== 'number') {
      problem(document.place, `${name} is not text`)
      return ''
    }
    return checkText(document.place, name, String(value), limit)
  }

  function checkText(place: string, name: string, value: string, limit: number): string {
    const tidy = tidyText(value.replace(/\p{Cc}+/gu, ' '))
    if (isTooLong(tidy, limit)) problem(place, `${name} is longer than ${limit} characters`)
    if (!isPlainText(tidy)) problem(place, `${name} has characters that cannot be kept`)
    return tidy
  }

  return {
    problems,
    problem,
    note,
    notes: () =>
      [...seen.values()].map(({ first, count }) => (count === 1 ? first : `${first} (${count} times)`)),
    text,

    /** The documents of a collection, in the order of the file. */
    documents(place: string, collection: unknown, known: readonly string[] = []): Document[] {
      if (collection === undefined) return []
      if (!isObject(collection)) {
        problem(place, 'is not a collection: documents by their ids are expected')
        return []
      }
      return Object.entries(collection).flatMap(([id, value]) => {
        const document = documentAt(id, `${place}/${id}`, value, known)
        if (!document) problem(`${place}/${id}`, 'is not a document')
        else if (!isUsableId(id)) problem(document.place, 'such an id cannot be kept')
        return document ?? []
      })
    },

    players(document: Document, name: string): readonly string[] {
      const value = document.fields[name] ?? []
      if (!Array.isArray(value) || !value.every((player) => typeof player === 'string')) {
        problem(document.place, `${name} is not a list of names`)
        return []
      }
      return value
        .map((player) => checkText(document.place, name, player, textLimits.player1Name))
        .filter((player) => player !== '')
    },

    /** Default for a missing time: the Unix epoch, which sorts first in every list. */
    instant(document: Document, name: string): string {
      const value = document.fields[name]
      if (value === undefined || value === null) {
        note(document.place, `${name} is missing`, `${kindOf(document)} ${name} is missing`)
        return new Date(0).toISOString()
      }
      const read = readInstant(value)
      if (read === undefined) problem(document.place, `${name} is not a date`)
      return read ?? ''
    },

    /** Notes unknown fields and collections. */
    leaveOut(document: Document, known: readonly string[]) {
      const named = (kind: string, parts: object) =>
        Object.keys(parts).flatMap((name) => (known.includes(name) ? [] : `the ${kind} "${name}"`))
      const left = [...named('field', document.fields), ...named('collection', document.collections)]
      for (const name of left) {
        const words = `${name} is not known and was left out`
        note(document.place || 'the file', words, `${kindOf(document)} ${words}`)
      }
    },
  }
}

/** The path without ids, one for all documents of a kind: 'tournaments/brackets'. */
function kindOf({ place }: Document): string {
  return place
    .split('/')
    .filter((_, at) => at % 2 === 0)
    .join('/')
}

/** Reserved ids: 'bye-3' and 'name:Ann' share the column of team ids, and Firestore reserves '__id__'. */
function isUsableId(id: string): boolean {
  if (id === '' || isTooLong(id, 200) || !isPlainText(id) || id.includes('/')) return false
  return ![BYE, TBD].includes(id) && !/^bye-\d+$|^name:|^__.*__$/.test(id)
}

/** The usual formats of an export: ISO text, milliseconds, seconds and nanoseconds, also wrapped in `__datatype__`. */
function readInstant(value: unknown): string | undefined {
  if (typeof value === 'number') return isoText(value)
  if (typeof value === 'string') {
    if (!/^\d{4}-\d\d-\d\d([T ]|$)/.test(value)) return undefined
    // Without a zone, the moment would depend on the machine.
    const isLocal = /[T ]/.test(value) && !/(z|[+-]\d\d:?\d\d)$/i.test(value)
    return isoText(Date.parse(isLocal ? `${value}Z` : value))
  }
  if (!isObject(value)) return undefined
  if (value.__datatype__ === 'timestamp') return readInstant(value.value)
  const seconds = value.seconds ?? value._seconds
  const nanoseconds = value.nanoseconds ?? value._nanoseconds ?? 0
  if (typeof seconds !== 'number' || typeof nanoseconds !== 'number') return undefined
  return isoText(seconds * 1_000 + Math.floor(nanoseconds / 1_000_000))
}

function isoText(milliseconds: number): string | undefined {
  const date = new Date(milliseconds)
  // Years of four digits: both engines and every page can show them.
  return date.getUTCFullYear() >= 1000 && date.getUTCFullYear() <= 9999 ? date.toISOString() : undefined
}

const teamFields = [
  'player1Name',
  'player2Name',
  'teams',
  'teamPhoneNumber',
  'teamName',
  'approved',
  'createdAt',
]

function teamFrom(reader: Reader, document: Document): ExportedTeam {
  reader.leaveOut(document, teamFields)
  const { approved } = document.fields
  if (![true, false, undefined, null].includes(approved as boolean))
    reader.problem(document.place, 'approved is neither true nor false')
  return {
    id: document.id,
    ...readTeamForm((field) => reader.text(document, field, textLimits[field])),
    teamName: reader.text(document, 'teamName', textLimits.player1Name) || defaultTeamName(document.id),
    // Older records may lack the field: it defaults to false.
    approved: approved === true,
    createdAt: reader.instant(document, 'createdAt'),
  }
}

function tournamentFrom(reader: Reader, document: Document): ExportedTournament {
  reader.leaveOut(document, ['createdAt', 'status', 'edition', 'brackets'])
  const { id, place } = document
  const { edition } = document.fields
  if (edition !== undefined && !(Number.isInteger(edition) && (edition as number) > 0))
    reader.problem(place, 'edition is not the number of an edition')
  return {
    id,
    place,
    createdAt: reader.instant(document, 'createdAt'),
    ...(edition !== undefined && { edition: edition as number }),
    rounds: roundsFrom(reader, document),
  }
}

function roundsFrom(reader: Reader, tournament: Document): ExportedRound[] {
  const brackets = reader
    .documents(`${tournament.place}/brackets`, tournament.collections.brackets, ['matches'])
    .map((document) => ({ document, roundIndex: document.fields.roundIndex as number }))
    .sort((a, b) => a.roundIndex - b.roundIndex || compareText(a.document.id, b.document.id))
  return brackets.map(({ document, roundIndex }, round) => {
    const { place } = document
    reader.leaveOut(document, ['name', 'roundIndex', 'matches'])
    if (roundIndex !== round) reader.problem(place, `roundIndex should be ${round}`)
    const matches = reader
      .documents(`${place}/matches`, document.collections.matches)
      .sort((a, b) => compareMatchIds(a.id, b.id))
      .map((match) => matchFrom(reader, match))
    const expected = 2 ** (brackets.length - 1 - round)
    if (matches.length !== expected)
      reader.problem(
        place,
        `has ${matches.length} matches, and ${expected} belong into round ${round + 1} of ${brackets.length}`,
      )
    return {
      place,
      name: reader.text(document, 'name', textLimits.eventName) || `Round ${round + 1}`,
      matches,
    }
  })
}

function matchFrom(reader: Reader, document: Document): ExportedMatch {
  reader.leaveOut(document, ['team1', 'team2', 'team1Players', 'team2Players', 'winner'])
  const { id, place } = document
  const side = (number: 1 | 2): ExportedSide => ({
    name: reader.text(document, `team${number}`, textLimits.player1Name) || TBD,
    players: reader.players(document, `team${number}Players`),
  })
  return {
    id,
    place,
    sides: [side(1), side(2)],
    // May be both players: 'Ann, Bob'.
    winner: reader.text(document, 'winner', 2 * textLimits.player1Name + 2),
  }
}

function currentFrom(reader: Reader, collection: unknown): string | undefined {
  const documents = reader.documents('system', collection)
  const current = documents.find(({ id }) => id === 'current')
  for (const { id, place } of documents)
    if (id !== 'current') reader.note(place, 'is not known and was left out')
  if (!current) {
    reader.note('system/current', 'is missing, so there is no current tournament')
    return undefined
  }
  reader.leaveOut(current, ['tournamentID', 'tournamentStatus', 'updatedAt'])
  return reader.text(current, 'tournamentID', 200) || undefined
}
