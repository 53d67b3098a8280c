import { done, type Outcome, refused } from '../outcome.ts'
import { minutesOf } from '../text.ts'
import { isPlainText, isTooLong, textLimits, tidyText } from '../tidy-text.ts'
import { instantOf } from '../wall-clock.ts'
import {
  defaultSettings,
  maxEmbedSites,
  maxLines,
  maxSpecialEvents,
  type Setting,
  type SettingName,
  type Settings,
  type SpecialEvent,
  settingOf,
  settingTable,
} from './settings.ts'

/** Posted form fields; unknown ones are ignored. */
export type PostedFields = Readonly<Record<string, string | undefined>>

export type SettingProblem = { readonly field: string; readonly words: string }

type Read<Value> = { readonly value: Value } | { readonly problem: string }

/** Saved values: the time zone of posted hours, and parts of an event that a post leaves out. */
type Current = Pick<Settings, 'specialEvents' | 'timeZone'>

/**
 * Reads settings from form fields, which may be just some of them. One invalid field refuses them all. The field
 * `default` names a setting to reset.
 */
export function checkSettings(fields: PostedFields, current?: Current): Outcome<Partial<Settings>> {
  const name = fields.default?.trim()
  if (name !== undefined)
    return isSettingName(name) ? done({ [name]: defaultSettings[name] }) : refused('unknown-action')
  const { settings, problems } = readSettings(fields, current)
  const sentences = problems.map(({ words }) => words)
  return sentences.length > 0 ? refused('bad-setting', sentences) : done(settings)
}

/** Errors by field, for the page. */
export function settingProblems(fields: PostedFields): SettingProblem[] {
  return readSettings(fields).problems
}

/** Settings as form fields. */
export function settingFields({
  specialEvents,
  ...plain
}: Partial<Settings>): Readonly<Record<string, string>> {
  const fields: Record<string, string> = {}
  for (const [name, value] of Object.entries(plain))
    if (value !== undefined) fields[name] = Array.isArray(value) ? value.join('\n') : String(value)
  for (let at = 0; specialEvents && at < maxSpecialEvents; at += 1) {
    const names = eventFields(at)
    fields[names.time] = specialEvents[at]?.time ?? ''
    fields[names.name] = specialEvents[at]?.name ?? ''
    fields[names.description] = specialEvents[at]?.description ?? ''
  }
  return fields
}

/** Labels of the settings whose form values differ from the saved ones. */
export function unsavedSettings(fields: PostedFields, settings: Settings): string[] {
  const unsaved = Object.entries(settingFields(settings)).filter(([name, saved]) => {
    const tidied = fields[name] === undefined ? saved : tidyText(fields[name])
    const isList = isSettingName(name) && settingOf(name).kind === 'lines'
    return (isList ? tidied.replace(/\n+/g, '\n') : tidied) !== tidyText(saved)
  })
  return [...new Set(unsaved.map(([name]) => settingOf(isSettingName(name) ? name : 'specialEvents').label))]
}

function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(settingTable, name)
}

function readSettings(fields: PostedFields, current: Current = defaultSettings) {
  const settings: Record<string, unknown> = {}
  const problems: SettingProblem[] = []
  for (const [name, posted] of Object.entries(fields)) {
    if (!isSettingName(name) || posted === undefined) continue
    const setting = settingOf(name)
    if (setting.kind === 'events') continue
    const read = readSetting(setting, posted, current)
    if ('value' in read) settings[name] = read.value
    else problems.push({ field: name, words: `${setting.label} ${read.problem}` })
  }
  const events = readEvents(fields, current)
  if (events) settings.specialEvents = events.list
  problems.push(...(events?.problems ?? []))
  return { settings: settings as Partial<Settings>, problems }
}

function readSetting(
  setting: Exclude<Setting, { kind: 'events' }>,
  posted: string,
  { timeZone }: Current,
): Read<string | number | readonly string[]> {
  const text = tidyText(posted)
  switch (setting.kind) {
    case 'switch':
      return readChoice(text, Object.keys(setting.choices))
    case 'number':
      return readNumber(text, setting)
    case 'text':
      return setting.isRequired ? readRequired(text, setting.limit) : readText(text, setting.limit)
    case 'long-text':
      return readText(oneLine(text), setting.limit)
    case 'link':
      return readLink(text)
    case 'sites':
      return readSites(text)
    case 'time':
      return readTime(text)
    case 'date':
      return readDate(text)
    case 'instant':
      return readInstant(text, timeZone)
    case 'zone':
      return readZone(text)
    case 'lines':
      return readLines(posted)
  }
}

const eventFields = (at: number) => ({
  time: `event${at + 1}Time`,
  name: `event${at + 1}Name`,
  description: `event${at + 1}Description`,
})

/** `event1Time`, `event1Name`, `event1Description`, …; an empty event is left out. */
function readEvents(fields: PostedFields, { specialEvents: current }: Current) {
  const list: SpecialEvent[] = []
  const problems: SettingProblem[] = []
  let isPosted = false
  for (let at = 0; at < maxSpecialEvents; at += 1) {
    const names = eventFields(at)
    isPosted ||= Object.values(names).some((name) => fields[name] !== undefined)
    const event = {
      time: (fields[names.time] ?? current[at]?.time ?? '').trim(),
      name: tidyText(fields[names.name] ?? current[at]?.name ?? ''),
      description: oneLine(fields[names.description] ?? current[at]?.description ?? ''),
    }
    if (!event.time && !event.name && !event.description) continue
    const reads = {
      time: readTime(event.time),
      name: readRequired(event.name, textLimits.eventName),
      description: readText(event.description, textLimits.eventDescription),
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

function readChoice(posted: string, choices: readonly string[]): Read<string> {
  return choices.includes(posted) ? { value: posted } : { problem: `must be one of: ${choices.join(', ')}.` }
}

function readNumber(posted: string, { least, most }: { least: number; most: number }): Read<number> {
  const number = /^\d{1,9}$/.test(posted) ? Number(posted) : Number.NaN
  return number >= least && number <= most
    ? { value: number }
    : { problem: `must be a whole number from ${least} to ${most}.` }
}

export function readText(posted: string, limit: number): Read<string> {
  if (!isPlainText(posted)) return { problem: 'must be plain text without control characters.' }
  return isTooLong(posted, limit) ? { problem: `must have at most ${limit} characters.` } : { value: posted }
}

function readRequired(posted: string, limit: number): Read<string> {
  return posted === '' ? { problem: 'must not be empty.' } : readText(posted, limit)
}

/** A textarea's newlines become spaces. */
function oneLine(posted: string): string {
  return tidyText(posted.replace(/[\r\n]/g, ' '))
}

function readTime(posted: string): Read<string> {
  return minutesOf(posted) === undefined ? { problem: 'must be a time such as 21:15.' } : { value: posted }
}

function readLink(posted: string): Read<string> {
  if (posted === '') return { value: '' }
  if (isTooLong(posted, textLimits.link))
    return { problem: `must have at most ${textLimits.link} characters.` }
  const isLink =
    isPlainText(posted) && /^https:\/\/[^\s/?#@\\<>"'`:]+(:\d{1,5})?([/?#][^\s<>"'`\\]*)?$/i.test(posted)
  return isLink
    ? { value: posted }
    : { problem: 'must begin with https:// and be a whole link, or be empty.' }
}

/** Normalised origins: lower case, no path, no duplicates. */
function readSites(posted: string): Read<string> {
  const sites = new Set(
    posted
      .toLowerCase()
      .split(/[\s,]/)
      .filter(Boolean)
      .map((site) => site.replace(/\/$/, '')),
  )
  if (sites.size > maxEmbedSites) return { problem: `must be ${maxEmbedSites} sites at most.` }
  const label = '[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?'
  const site = new RegExp(`^https://${label}(\\.${label})+(:\\d{1,5})?$`)
  return [...sites].every((one) => one.length <= textLimits.link && site.test(one))
    ? { value: [...sites].join(' ') }
    : { problem: 'must be sites such as https://club.example, without a path, separated by spaces.' }
}

function readDate(posted: string): Read<string> {
  return posted === '' || (/^\d{4}-\d\d-\d\d$/.test(posted) && isInCalendar(`${posted}T00:00`))
    ? { value: posted }
    : { problem: 'must be a date in the calendar, such as 2025-05-02, or be empty.' }
}

/** In Intl's spelling: 'europe/zurich' becomes 'Europe/Zurich'. */
function readZone(posted: string): Read<string> {
  if (posted === '') return { value: '' }
  try {
    return { value: new Intl.DateTimeFormat('en', { timeZone: posted }).resolvedOptions().timeZone }
  } catch {
    return { problem: 'must be a time zone such as Europe/Zurich, or be empty.' }
  }
}

/** Drops empty lines. */
function readLines(posted: string): Read<readonly string[]> {
  const lines = posted
    .split(/[\r\n]+/)
    .map(tidyText)
    .filter((line) => line !== '')
  if (lines.length > maxLines) return { problem: `must be ${maxLines} lines at most.` }
  const wrong = lines.map((line) => readText(line, textLimits.line)).find((read) => 'problem' in read)
  return wrong ?? { value: lines }
}

/** A time without an offset is in the cup's zone or, if that is not set, in UTC, as pages without scripts show it. */
function readInstant(posted: string, timeZone: string): Read<string> {
  if (posted === '') return { value: '' }
  const problem = 'must be a date and a time, or be empty.'
  const written = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)?$/.exec(posted)
  if (!written) return { problem }
  if (!isInCalendar(posted)) return { problem: 'must be a date in the calendar, and a time before 24:00.' }
  const [, zone] = written
  const at = zone ? new Date(posted) : instantOf(new Date(`${posted}Z`), timeZone || 'UTC')
  return Number.isNaN(at.getTime()) ? { problem } : { value: at.toISOString() }
}

/** Strict, because `Date` turns 31 February into a day in March, and a hand may stop after two digits of the year. */
export function isInCalendar(local: string): boolean {
  const day = local.slice(0, 10)
  const midnight = new Date(`${day}T00:00Z`)
  const isDay = !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(day)
  return isDay && day >= '1900' && minutesOf(local.slice(11, 16)) !== undefined
}
