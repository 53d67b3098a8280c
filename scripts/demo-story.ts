import type { FormAction } from '../src/domain/actions.ts'
import type { Answer, Success } from '../src/domain/answer.ts'
import { freeTables, nowPlaying, queueOf } from '../src/domain/draw/tables.ts'
import { editionField } from '../src/domain/editions/editions-form.ts'
import { championOf } from '../src/domain/night/progress.ts'
import { settingFields } from '../src/domain/settings/check-settings.ts'
import { sideLabel } from '../src/domain/teams/names.ts'
import type { TeamForm } from '../src/domain/teams/team-form.ts'
import { wallTime } from '../src/domain/wall-clock.ts'
import type { Organiser } from '../src/server/actors.ts'
import type { App } from '../src/server/app.ts'
import { type Clock, systemClock } from '../src/server/clock.ts'
import { formOf } from './form-of.ts'
import { earlierTeams, eveningSettings, sampleHistory, sampleTeams } from './sample-cup.ts'

const minute = 60_000
const day = 24 * 60 * minute
const halfYear = 26 * 7 * day

/** A clock that the story sets forward; in between it runs at normal speed. */
export function storyClock(start: number) {
  let aheadMs = start - Date.now()
  const now = () => new Date(Date.now() + aheadMs)
  return {
    now,
    monotonicMs: () => performance.now() + aheadMs,
    after: systemClock.after,
    set(time: number) {
      aheadMs += time - now().getTime()
    },
  } satisfies Clock & { set(time: number): void }
}

/** 22:10 of the latest Friday. */
export function lateOnFriday(today: Date): number {
  const friday = new Date(today)
  friday.setDate(today.getDate() - ((today.getDay() + 2) % 7))
  friday.setHours(22, 10, 0, 0)
  return friday.getTime()
}

/** The start of the story, before its first evening. */
export function beginningOf(tenPastTen: number): number {
  return tenPastTen - earlierTeams.length * halfYear - 60 * day
}

type Night = { readonly firstCall: number; readonly until?: number }

/** Builds the sample cup through the app's own actions, so that every state can really occur. */
export function createStory(app: App, clock: ReturnType<typeof storyClock>, organiser: Organiser) {
  const run = async (name: FormAction, fields: Parameters<typeof formOf>[0] = {}) =>
    succeed(await app.run(name, formOf(fields), organiser))

  /** Two finished editions, and a third one up to `tenPastTen`. */
  async function tell(tenPastTen: number): Promise<void> {
    await run('settings', {
      ...settingFields(eveningSettings),
      editionSeason: seasonOf(tenPastTen - earlierTeams.length * halfYear),
    })
    for (const [back, { theme, teams }] of earlierTeams.entries()) {
      const firstCall = tenPastTen - (earlierTeams.length - back) * halfYear - 70 * minute
      await run('settings', { registration: 'open', editionTheme: theme })
      await enter(teams, firstCall)
      await playNight({ firstCall })
      clock.set(firstCall + 3 * day)
      await run('begin-edition')
    }
    const { editions, settings } = await app.publicView()
    const seasons = editions
      .filter(({ number }) => editionField(number, 'winners') in sampleHistory)
      .map(({ number }) => [
        editionField(number, 'season'),
        seasonOf(tenPastTen - (settings.editionNumber - number) * halfYear),
      ])
    await run('editions', { ...Object.fromEntries(seasons), ...sampleHistory })
    const eventDate = wallTime(new Date(tenPastTen), '').toISOString().slice(0, 10)
    await run('settings', { registration: 'open', editionTheme: 'Centre Court', eventDate })
    const firstCall = tenPastTen - 70 * minute
    await enter(sampleTeams, firstCall)
    await playNight({ firstCall, until: tenPastTen })
    clock.set(tenPastTen)
  }

  /** Registrations over the ten days before the night, approved in three batches. */
  async function enter(teams: readonly TeamForm[], firstCall: number): Promise<void> {
    for (const [index, team] of teams.entries()) {
      clock.set(firstCall - 10 * day + (index / teams.length) * 9.8 * day + uneven(index) * 40 * minute)
      const from = { address: `198.51.100.${index + 1}`, device: 'a phone' }
      succeed(await app.run('register', formOf(team), { kind: 'visitor' }, from))
      if (index % 8 === 7) await approveAll()
    }
    clock.set(firstCall - 25 * minute)
    await approveAll()
    await run('settings', { registration: 'closed' })
  }

  async function approveAll(): Promise<void> {
    const pending = (await app.publicView()).entries.filter(({ approved }) => !approved)
    if (pending.length > 0) await run('approve', { teamId: pending.map(({ id }) => id) })
  }

  /** Makes the draw and plays on all tables in parallel: a match takes 12 to 22 minutes, the next call one more. */
  async function playNight({ firstCall, until = Number.POSITIVE_INFINITY }: Night): Promise<void> {
    clock.set(firstCall - 10 * minute)
    await run('generate')
    const ends = new Map<string, number>()
    for (let calls = 0, time = firstCall; ; ) {
      clock.set(time)
      for (const match of await callToFreeTables())
        ends.set(match, time + (12 + 10 * uneven(calls++)) * minute)
      const [next] = [...ends].sort(([, a], [, b]) => a - b)
      if (!next || next[1] >= until) return
      const [id, at] = next
      ends.delete(id)
      clock.set(at)
      await win(id, calls)
      time = at + minute
    }
  }

  async function callToFreeTables(): Promise<string[]> {
    const called: string[] = []
    for (;;) {
      const { draw, settings } = await app.publicView()
      const [match] = draw ? queueOf(draw) : []
      const [table] = draw ? freeTables(draw, settings.scheduleGroupSize) : []
      if (!match || table === undefined) return called
      await run('call', { matchId: match.id, table })
      called.push(match.id)
    }
  }

  const win = (matchId: string, nth: number) =>
    run('set-winner', { matchId, side: uneven(nth) < 0.6 ? 1 : 2 })

  /** Records the next result and calls the matches that follow; returns the champions, if there are any. */
  async function playOn(): Promise<string | undefined> {
    const { draw, revision } = await app.publicView()
    const [longest] = draw
      ? nowPlaying(draw).sort((a, b) => (a.calledAt ?? '').localeCompare(b.calledAt ?? ''))
      : []
    if (longest) await win(longest.id, revision)
    await callToFreeTables()
    const after = (await app.publicView()).draw
    const champion = after && championOf(after)
    return champion && sideLabel(after.teams, champion)
  }

  return { tell, playOn, run }
}

/** Low-discrepancy sequence: fractional parts of multiples of the golden ratio. Deterministic, without a visible pattern. */
function uneven(nth: number): number {
  return (nth * 0.618_033_988_75) % 1
}

function seasonOf(time: number): string {
  const date = new Date(time)
  return `${date.getMonth() < 6 ? 'Spring' : 'Fall'} ${date.getFullYear()}`
}

function succeed(answer: Answer): Success {
  if (!answer.ok) throw new Error(`The demo was refused: ${answer.error} ${answer.details.join(', ')}`)
  return answer
}
