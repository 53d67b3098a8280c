import type { CupView } from '../cup.ts'
import { drawPlanWords, isMadeByOpening } from '../draw/draw-plan.ts'
import { teamsInDraw } from '../draw/draw-reader.ts'
import { defaultSettings, type SettingName, settingTable } from '../settings/settings.ts'
import { waitingList } from '../teams/entries.ts'
import { isRegistrationOpen } from '../teams/registration.ts'
import { counted } from '../text.ts'
import { type BackupState, backupWords } from '../upkeep/backup-schedule.ts'

type StepName =
  | 'edition'
  | 'samples'
  | 'registration'
  | 'approval'
  | 'tools'
  | 'drawCreation'
  | 'byes'
  | 'screen'
  | 'backup'
  | 'draw'

export type Step = {
  readonly name: StepName
  readonly title: string
  /** Its state in a few words. */
  readonly state: string
  /** Undefined where the cup cannot know. */
  readonly isDone?: boolean
}

type Shown = Pick<CupView, 'settings' | 'entries' | 'draw'>

/** The checklist from the first start to the draw. */
export function gettingReady(
  { settings, entries, draw }: Shown,
  { now, backup = {} }: { readonly now: Date; readonly backup?: BackupState | undefined },
): readonly Step[] {
  const isOpen = isRegistrationOpen(settings, now)
  const approved = entries.filter((entry) => entry.approved).length
  const pending = entries.length - approved
  const samples = sampleWords(settings)
  return [
    {
      name: 'edition',
      title: 'Name the edition',
      state: [settings.editionTitle, settings.editionSeason].filter(Boolean).join(' · '),
      isDone: !isDefault(settings, 'editionTitle') || !isDefault(settings, 'editionSeason'),
    },
    {
      name: 'samples',
      title: 'Replace the samples',
      state: samples || 'No sample is left.',
      isDone: samples === '',
    },
    {
      name: 'registration',
      title: 'Open registration',
      state: isOpen ? 'It is open.' : `It is closed${entries.length > 0 ? ' again' : ''}.`,
      isDone: isOpen || entries.length > 0,
    },
    {
      name: 'approval',
      title: 'Approve teams',
      state:
        entries.length === 0 ? 'Nobody has registered yet.' : `${pending} pending, ${approved} approved.`,
      isDone: approved > 1 && pending === waitingList(entries, settings.teamLimit).length,
    },
    {
      name: 'tools',
      title: 'Organiser tools',
      state: `Undo, Exchange and Reset ${settings.organiserTools === 'on' ? 'work' : 'cannot be used'}.`,
      isDone: settings.organiserTools === 'on',
    },
    {
      name: 'drawCreation',
      title: 'Who may make the draw',
      state: makerWords(settings),
      isDone: settings.drawCreation === 'admin',
    },
    {
      name: 'byes',
      title: 'Byes',
      state: `They go to the next round ${settings.byes === 'at-once' ? 'when the draw is made' : 'once you confirm them'}.`,
      isDone: settings.byes === 'at-once',
    },
    { name: 'screen', title: "The bar's TV", state: 'Open the screen there, and leave it.' },
    {
      name: 'backup',
      title: 'Back up',
      state: backupWords(backup, settings),
      isDone: settings.backups === 'on' && backup.last !== undefined && !backup.failure,
    },
    {
      name: 'draw',
      title: 'Make the draw',
      state: draw ? `Made, with ${counted(teamsInDraw(draw).size, 'team')}.` : plan(entries, settings),
      isDone: draw !== undefined,
    },
  ]
}

/** How many steps are left, of those the cup can tell. */
export function stepsLeft(steps: readonly Step[]): number {
  return steps.filter(({ isDone }) => isDone === false).length
}

function isDefault(settings: CupView['settings'], name: SettingName): boolean {
  return settings[name] === defaultSettings[name]
}

function makerWords(settings: CupView['settings']): string {
  if (settings.drawCreation === 'admin') return 'Only organisers.'
  return isMadeByOpening(settings)
    ? 'Anyone, by opening the draw page.'
    : 'Anyone, by a button on the draw page.'
}

/** '' where none is left. */
function sampleWords(settings: CupView['settings']): string {
  const samples = (['announcement', 'sponsorLink', 'appLink', 'citizensCupLink'] as const)
    .filter((name) => isDefault(settings, name))
    .map((name) => settingTable[name].label)
  if (samples.length < 2) return samples.map((label) => `${label} is a sample.`).join()
  return `${samples.slice(0, -1).join(', ')} and ${samples.at(-1)} are samples.`
}

function plan(entries: Shown['entries'], settings: Shown['settings']): string {
  return drawPlanWords(entries, settings)[0] ?? ''
}
