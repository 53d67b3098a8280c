import type { Entry, TeamId } from '../cup.ts'
import { foldText } from '../text.ts'
import { compareArrival } from './entries.ts'
import { playersOf, removedName } from './names.ts'

export type LookAlike = {
  readonly reason: 'same-names' | 'same-person' | 'same-phone'
  /** Two or more, in order of registration. */
  readonly teams: readonly TeamId[]
}

/**
 * Entries that may be one team registered twice, or one person in two teams. Phone numbers are a separate argument
 * because entries are public.
 */
export function lookAlikes(
  entries: readonly Entry[],
  phones: Readonly<Record<TeamId, string>> = {},
): LookAlike[] {
  const arrived = [...entries].sort(compareArrival)
  const sameNames = groups(arrived, (entry) => keyOfNames(entry) || [])
  const nameGroupOf = new Map(sameNames.flatMap((teams, nth) => teams.map((team) => [team, nth])))
  // Two teams with identical names are already reported.
  const samePerson = groups(arrived, peopleOf).filter(
    (teams) => new Set(teams.map((team) => nameGroupOf.get(team) ?? team)).size > 1,
  )
  const samePhone = groups(arrived, ({ id }) => foldPhone(phones[id] ?? '') || [])
  return [
    ...sameNames.map((teams) => ({ reason: 'same-names' as const, teams })),
    ...samePerson.map((teams) => ({ reason: 'same-person' as const, teams })),
    ...samePhone.map((teams) => ({ reason: 'same-phone' as const, teams })),
  ]
}

export const lookAlikeWords: Readonly<Record<LookAlike['reason'], string>> = {
  'same-names': 'Same names',
  'same-person': 'Same person in two teams',
  'same-phone': 'Same phone number',
}

type Names = Pick<Entry, 'player1Name' | 'player2Name'>

/** Another entry with the same players. */
export function findNamesake<Item extends Entry>(
  entries: readonly Item[],
  names: Names & { readonly id?: TeamId },
): Item | undefined {
  const key = keyOfNames(names)
  return key ? entries.find((entry) => entry.id !== names.id && keyOfNames(entry) === key) : undefined
}

/** An entry with the same two players. One name alone proves nothing: two Sams may both lack a partner. */
export function findDouble<Item extends Entry>(entries: readonly Item[], names: Names): Item | undefined {
  return playersOf(names).length === 2 ? findNamesake(entries, names) : undefined
}

/** Equal for teams whose names look alike. */
function keyOfNames(names: Names): string {
  return peopleOf(names).join(' & ')
}

/** Homoglyphs: Cyrillic and Greek lower-case letters, each followed by the Latin letter it looks like. */
const latinTwins = new Map(
  'аaαaвbβbсcԁdеeεeнhһhіiιiјjкkκkмmμmоoοoрpρpԛqѕsтtτtуyυyνvԝwхxχxζz'
    .match(/../g)
    ?.map(([letter = '', twin = '']) => [letter, twin]),
)

/** Normalised names: no case, accents, punctuation, homoglyphs, or order of first and last name; sorted. */
function peopleOf(entry: Names): string[] {
  const people = playersOf(entry)
    .filter((name) => name !== removedName)
    .map((name) => {
      const folded = [...foldText(name)].map((letter) => latinTwins.get(letter) ?? letter).join('')
      const words = folded.match(/[\p{L}\p{N}]+/gu) ?? [folded]
      return words.sort().join(' ')
    })
  return [...new Set(people)].sort()
}

/** The last nine digits identify a number, with or without its country code. */
function foldPhone(phone: string): string {
  return phone.replace(/\D/g, '').slice(-9)
}

function groups(entries: readonly Entry[], keysOf: (entry: Entry) => string | readonly string[]): TeamId[][] {
  const found = new Map<string, TeamId[]>()
  for (const entry of entries) {
    for (const key of [keysOf(entry)].flat()) {
      const teams = found.get(key)
      if (teams) teams.push(entry.id)
      else found.set(key, [entry.id])
    }
  }
  return [...found.values()].filter((teams) => teams.length > 1)
}
