import type { Edition, Settings, SpecialEvent } from '../cup.ts'
import { minutesOf } from '../night/schedule.ts'
import { done, type Outcome, refused } from '../outcome.ts'
import { isPlainText, isTooLong, textLimits, tidyText } from '../text.ts'
import { defaultSettings } from './settings.ts'

/** What a form posts: every field a text. Fields that are no settings are left alone. */
export type SettingFields = Readonly<Record<string, string | undefined>>

/** A field that cannot be used, and why, as a sentence. */
export type SettingProblem = { readonly field: string; readonly words: string }

export const settingLabels: Readonly<Record<keyof Settings, string>> = {
  registration: 'Registration',
  registrationClosesAt: 'Closing time of registration',
  teamLimit: 'Limit of teams',
  organiserTools: 'Organiser tools',
  drawCreation: 'Who may create the draw',
  byes: 'Byes',
  editionNumber: 'Edition number',
  editionSeason: 'Season',
  editionTheme: 'Theme',
  editionTitle: 'Title',
  announcement: 'Sponsor announcement',
  sponsorLink: 'Sponsor link',
  appLink: 'App link',
  citizensCupLink: "Citizen's Cup link",
  scheduleStart: 'Schedule start',
  scheduleGroupSize: 'Matches per slot',
  scheduleInterval: 'Minutes between slots',
  specialEvents: 'Special events',
}

export const maxSpecialEvents = 6

type Read<Value> = { readonly value: Value } | { readonly problem: string }
type Reader<Value> = (text: string) => Read<Value>

/** How each setting is read from its text; the whole form in one table. */
const readers: {
  readonly [Name in Exclude<keyof Settings, 'specialEvents' | 'registrationClosesAt'>]: Reader<Settings[Name]>
} = {
  registration: oneOf('closed', 'open'),
  teamLimit: wholeNumber(0, 4096),
  organiserTools: oneOf('off', 'on'),
  drawCreation: oneOf('anyone', 'admin'),
  byes: oneOf('confirm', 'at-once'),
  editionNumber: wholeNumber(1, 9999),
  editionSeason: text(textLimits.editionSeason),
  editionTheme: text(textLimits.editionTheme),
  editionTitle: required(text(textLimits.editionTitle)),
  announcement: inOneLine(text(textLimits.announcement)),
  sponsorLink: link,
  appLink: link,
  citizensCupLink: link,
  scheduleStart: time,
  scheduleGroupSize: wholeNumber(1, 64),
  scheduleInterval: wholeNumber(1, 240),
}

/**
 * Reads settings from form fields. A post may carry just some of them, the rest stay; one that cannot be used refuses
 * them all, so that nothing is half changed. A local closing time ('2025-05-02T20:00') needs to know its time zone:
 * `instantOf` turns it into an instant.
 */
export function checkSettings(
  fields: SettingFields,
  options: {
    readonly current?: Pick<Settings, 'specialEvents'>
    readonly instantOf?: (local: string) => string
  } = {},
): Outcome<Partial<Settings>> {
  const { settings, problems } = readSettings(fields, options)
  if (problems.length > 0)
    return refused(
      'bad-setting',
      problems.map(({ words }) => words),
    )
  return done(settings)
}

/** What is wrong with a form's fields, field by field: where the page shows it. */
export function settingProblems(fields: SettingFields): SettingProblem[] {
  return readSettings(fields, {}).problems
}

function readSettings(
  fields: SettingFields,
  {
    current = defaultSettings,
    instantOf = (local) => `${local}Z`,
  }: { current?: Pick<Settings, 'specialEvents'>; instantOf?: (local: string) => string },
): { settings: Partial<Settings>; problems: SettingProblem[] } {
  const settings: Record<string, unknown> = {}
  const problems: SettingProblem[] = []
  const take = (name: keyof Settings, read: Read<unknown>) => {
    if ('value' in read) settings[name] = read.value
    else problems.push({ field: name, words: `${settingLabels[name]} ${read.problem}` })
  }
  for (const name of Object.keys(readers) as (keyof typeof readers)[]) {
    const posted = fields[name]
    if (posted !== undefined) take(name, readers[name](tidyText(posted)))
  }
  const closesAt = fields.registrationClosesAt
  if (closesAt !== undefined) take('registrationClosesAt', instant(closesAt.trim(), instantOf))

  const events = readEvents(fields, current.specialEvents)
  if (events?.list) settings.specialEvents = events.list
  problems.push(...(events?.problems ?? []))
  return { settings: settings as Partial<Settings>, problems }
}

/** `event1Time`, `event1Name`, `event1Description`, …: an event whose fields are all empty is left out. */
function readEvents(fields: SettingFields, current: readonly SpecialEvent[]) {
  const list: SpecialEvent[] = []
  const problems: SettingProblem[] = []
  let isPosted = false
  for (let at = 0; at < maxSpecialEvents; at += 1) {
    const names = {
      time: `event${at + 1}Time`,
      name: `event${at + 1}Name`,
      description: `event${at + 1}Description`,
    }
    isPosted ||= Object.values(names).some((name) => fields[name] !== undefined)
    const event = {
      time: (fields[names.time] ?? current[at]?.time ?? '').trim(),
      name: tidyText(fields[names.name] ?? current[at]?.name ?? ''),
      description: oneLine(fields[names.description] ?? current[at]?.description ?? ''),
    }
    if (!event.time && !event.name && !event.description) continue
    const reads = {
      time: time(event.time),
      name: required(text(textLimits.eventName))(event.name),
      description: text(textLimits.eventDescription)(event.description),
    }
    for (const part of ['time', 'name', 'description'] as const) {
      const read = reads[part]
      if ('problem' in read) {
        problems.push({ field: names[part], words: `Special event ${at + 1}, ${part}, ${read.problem}` })
      }
    }
    list.push(event)
  }
  return isPosted ? { list, problems } : undefined
}

/** The past champions as an organiser wrote them down: each edition once, in order. */
export function checkEditions(written: readonly Edition[]): Outcome<readonly Edition[]> {
  const editions = written.map(({ number, season, theme, winners }) => ({
    number,
    season: tidyText(season),
    theme: tidyText(theme),
    winners: tidyText(winners),
  }))
  const problems = editions.flatMap(({ number, season, theme, winners }, at) => {
    const named = `Edition ${number}:`
    if (!Number.isInteger(number) || number < 1 || number > 9999)
      return ['Edition number must be a whole number from 1 to 9999.']
    if (editions.findIndex((other) => other.number === number) !== at) return [`${named} it is listed twice.`]
    const reads: [string, Read<string>][] = [
      ['season', text(textLimits.editionSeason)(season)],
      ['theme', text(textLimits.editionTheme)(theme)],
      ['winners', text(textLimits.winners)(winners)],
    ]
    return reads.flatMap(([part, read]) => ('problem' in read ? [`${named} ${part} ${read.problem}`] : []))
  })
  if (problems.length > 0) return refused('bad-setting', problems)
  return done(editions.sort((a, b) => a.number - b.number))
}

function oneOf<const Choice extends string>(...choices: readonly Choice[]): Reader<Choice> {
  return (posted) => {
    const choice = choices.find((known) => known === posted)
    return choice ? { value: choice } : { problem: `must be one of: ${choices.join(', ')}.` }
  }
}

function wholeNumber(least: number, most: number): Reader<number> {
  return (posted) => {
    const number = /^\d{1,9}$/.test(posted) ? Number(posted) : Number.NaN
    return number >= least && number <= most
      ? { value: number }
      : { problem: `must be a whole number from ${least} to ${most}.` }
  }
}

function text(limit: number): Reader<string> {
  return (posted) => {
    if (!isPlainText(posted)) return { problem: 'must be plain text without control characters.' }
    return isTooLong(posted, limit)
      ? { problem: `must have at most ${limit} characters.` }
      : { value: posted }
  }
}

function inOneLine(read: Reader<string>): Reader<string> {
  return (posted) => read(oneLine(posted))
}

/** Where a form offers several lines to write in, a new line is a space. */
function oneLine(posted: string): string {
  return tidyText(posted.replace(/\s*[\r\n]+\s*/g, ' '))
}

function required(read: Reader<string>): Reader<string> {
  return (posted) => (posted === '' ? { problem: 'must not be empty.' } : read(posted))
}

function time(posted: string): Read<string> {
  return minutesOf(posted) === undefined ? { problem: 'must be a time such as 21:15.' } : { value: posted }
}

function link(posted: string): Read<string> {
  if (posted === '') return { value: '' }
  if (isTooLong(posted, textLimits.link))
    return { problem: `must have at most ${textLimits.link} characters.` }
  const isLink =
    isPlainText(posted) && /^https:\/\/[^\s/?#@\\<>"'`:]+(:\d{1,5})?([/?#][^\s<>"'`\\]*)?$/i.test(posted)
  return isLink
    ? { value: posted }
    : { problem: 'must begin with https:// and be a whole link, or be empty.' }
}

function instant(posted: string, instantOf: (local: string) => string): Read<string> {
  if (posted === '') return { value: '' }
  const problem = 'must be a date and a time, or be empty.'
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)?$/.test(posted)) return { problem }
  if (!isInCalendar(posted))
    return { problem: 'must be a day that is in the calendar, and a time before 24:00.' }
  const zoned = /(Z|[+-]\d\d:\d\d)$/.test(posted) ? posted : instantOf(posted)
  const at = Date.parse(zoned)
  return Number.isNaN(at) ? { problem } : { value: new Date(at).toISOString() }
}

/** Whether there is such a day and hour: dates roll over, so that 31 February would quietly become a day in March. */
export function isInCalendar(local: string): boolean {
  const day = local.slice(0, 10)
  const midnight = new Date(`${day}T00:00Z`)
  const isDay = !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(day)
  return isDay && minutesOf(local.slice(11, 16)) !== undefined
}
