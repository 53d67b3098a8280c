import type { CupView } from '../cup.ts'
import { drawPlanWords } from '../draw/draw-plan.ts'
import { teamsInDraw } from '../draw/draw-reader.ts'
import { eveningWords } from '../night/schedule.ts'
import { defaultSettings, maxSpecialEvents, type Settings, settingTable } from '../settings/settings.ts'
import { waitingList } from '../teams/entries.ts'
import { isRegistrationOpen } from '../teams/registration.ts'
import { counted } from '../text.ts'

type StepName =
  | 'edition'
  | 'samples'
  | 'usual'
  | 'open'
  | 'approval'
  | 'close'
  | 'checkIn'
  | 'draw'
  | 'screen'

export type Step = {
  readonly name: StepName
  readonly title: string
  readonly state: string
  /** Undefined for steps the cup cannot check. */
  readonly isDone?: boolean | undefined
}

type Shown = Pick<CupView, 'settings' | 'entries' | 'draw'>

/** The settings of a usual evening, which the specification leaves off. */
export const usualSettings = { organiserTools: 'on', byes: 'at-once', drawCreation: 'admin' } as const

/** The checklist of an evening, in order. */
export function gettingReady({ settings, entries, draw }: Shown, now: Date): readonly Step[] {
  const isOpen = isRegistrationOpen(settings, now)
  const approved = entries.filter((entry) => entry.approved)
  const pending = entries.length - approved.length
  const here = approved.filter(({ checkedInAt }) => checkedInAt).length
  const samples = samplesIn(settings)
  const isUsual = Object.entries(usualSettings).every(([name, value]) => settings[name as never] === value)
  return [
    {
      name: 'edition',
      title: 'Name and date',
      state: [settings.editionTitle, settings.editionSeason, eveningWords(settings) || 'no date yet']
        .filter(Boolean)
        .join(' · '),
      // The cup may keep its default name; a date always has to be given.
      isDone: settings.eventDate !== '',
    },
    {
      name: 'samples',
      title: 'Replace the samples',
      state: sampleWords(samples),
      isDone: samples.length === 0,
    },
    {
      name: 'usual',
      title: 'The usual settings for an evening',
      state: 'Undo, Exchange and Reset work, byes go through at once, and only organisers make the draw.',
      isDone: isUsual,
    },
    {
      name: 'open',
      title: 'Open registration',
      state: isOpen ? 'It is open.' : `It is closed${entries.length > 0 ? ' again' : ''}.`,
      isDone: isOpen || entries.length > 0,
    },
    {
      name: 'approval',
      title: 'Approve teams',
      state:
        entries.length === 0
          ? 'No team has registered yet.'
          : `${pending} pending, ${approved.length} approved.`,
      isDone: approved.length > 1 && pending === waitingList(entries, settings.teamLimit).length,
    },
    {
      name: 'close',
      title: 'Close registration',
      state: isOpen
        ? settings.registrationClosesAt
          ? 'It closes at the set time.'
          : 'It is open.'
        : entries.length > 0
          ? 'It is closed.'
          : 'Once the teams are in.',
      isDone: !isOpen && entries.length > 0,
    },
    {
      name: 'checkIn',
      title: 'Check teams in',
      state:
        settings.checkIn === 'on'
          ? `${here} of ${counted(approved.length, 'team')} ${here === 1 ? 'is' : 'are'} here.`
          : 'Optional: teams check in on their own page.',
      // Done once the draw is made, even if teams are missing.
      isDone:
        settings.checkIn === 'on' && (draw !== undefined || (here > 0 && here === approved.length))
          ? true
          : undefined,
    },
    {
      name: 'draw',
      title: 'Make the draw',
      state: draw
        ? `Made, with ${counted(teamsInDraw(draw).size, 'team')}.`
        : (drawPlanWords(entries, settings)[0] ?? ''),
      isDone: draw !== undefined,
    },
    { name: 'screen', title: "The bar's TV", state: 'Open this address on the TV, and leave it open.' },
  ]
}

/** How many steps are open, of those the cup can check. */
export function stepsLeft(steps: readonly Step[]): number {
  return steps.filter(({ isDone }) => isDone === false).length
}

const sampled = ['announcement', 'sponsorLink', 'appLink', 'citizensCupLink', 'specialEvents'] as const

/** Settings that still have the sample value of a fresh cup. */
function samplesIn(settings: Settings) {
  return sampled.filter((name) => JSON.stringify(settings[name]) === JSON.stringify(defaultSettings[name]))
}

function sampleWords(names: readonly (typeof sampled)[number][]): string {
  const samples = names.map((name) => settingTable[name].label)
  if (samples.length === 0) return 'No samples are left.'
  if (samples.length === 1)
    return `${samples} ${names[0] === 'specialEvents' ? 'are samples' : 'is a sample'}.`
  return `${samples.slice(0, -1).join(', ')} and ${samples.at(-1)} are samples.`
}

/** Form fields that clear the remaining samples. */
export function hiddenSamples(settings: Settings): Readonly<Record<string, string>> {
  const fields = samplesIn(settings).flatMap((name) =>
    name === 'specialEvents'
      ? Array.from({ length: maxSpecialEvents }, (_, at) => [`event${at + 1}Description`, ''])
      : [[name, '']],
  )
  return Object.fromEntries(fields)
}
