import { textLimits } from '../tidy-text.ts'
import { defaultScheduleStart, keptBackups } from './limits.ts'

/** The parts of the settings page, in its order. */
export const settingGroups = {
  registration: { title: 'Registration' },
  night: { title: 'The night' },
  edition: { title: 'Edition' },
  links: { title: 'Announcement and links', lead: 'What is left empty is hidden.' },
  schedule: { title: 'Schedule' },
  keeping: { title: 'Keeping', lead: 'What the cup keeps by itself.' },
} as const satisfies Record<string, { readonly title: string; readonly lead?: string }>

export type SettingGroup = keyof typeof settingGroups

/** Metadata of one setting, for page and checks. */
export type Setting = {
  readonly group: SettingGroup
  readonly label: string
  /** Below the field. */
  readonly hint?: string
  /** The default in words, where its bare value does not explain it. */
  readonly defaultWords?: string
  /** The field of the current edition that holds it; other settings belong to the cup, whichever edition is played. */
  readonly of?: keyof EditionFields
} & SettingKind

/** What people call an edition by. */
export type EditionFields = {
  readonly number: number
  readonly season: string
  readonly theme: string
  readonly title: string
}

/** The type of a setting: how it is parsed, and which field the page shows. */
type SettingKind =
  /** `choices`: the label of each value. */
  | { readonly kind: 'choice'; readonly choices: Readonly<Record<string, string>>; readonly default: string }
  | { readonly kind: 'number'; readonly least: number; readonly most: number; readonly default: number }
  | {
      readonly kind: 'text' | 'long-text'
      readonly limit: number
      readonly isRequired?: true
      readonly default: string
    }
  /** https, or '' to hide it. */
  | { readonly kind: 'link'; readonly default: string }
  /** Sites as 'https://club.example', with spaces between, or '' for none. */
  | { readonly kind: 'sites'; readonly default: string }
  /** 24-hour clock, 'HH:MM'. */
  | { readonly kind: 'time'; readonly default: string }
  /** An ISO instant, or '' for never. */
  | { readonly kind: 'instant'; readonly default: string }
  | { readonly kind: 'events'; readonly default: readonly SpecialEvent[] }

export type SpecialEvent = { readonly time: string; readonly name: string; readonly description: string }

export const maxSpecialEvents = 6
export const maxEmbedSites = 10

/**
 * The table of settings: a new setting is one entry here. Names are those of the form's fields; each group is in the
 * order of the page. The defaults are the spec's constants.
 */
export const settingTable = {
  /** The page shows it as a button. */
  registration: {
    group: 'registration',
    label: 'Registration',
    kind: 'choice',
    choices: { closed: 'Closed', open: 'Open' },
    default: 'closed',
  },
  /** Registration closes automatically then. */
  registrationClosesAt: {
    group: 'registration',
    label: 'Closing time of registration',
    hint: 'Leave empty to close it by hand.',
    kind: 'instant',
    default: '',
    defaultWords: 'no closing time',
  },
  /** How many teams may enter before the waiting list begins. */
  teamLimit: {
    group: 'registration',
    label: 'Limit of teams',
    hint: '0 for no limit. Whoever registers beyond it is on the waiting list.',
    kind: 'number',
    least: 0,
    most: 4096,
    default: 0,
    defaultWords: '0, no limit',
  },
  organiserTools: {
    group: 'night',
    label: 'Organiser tools',
    kind: 'choice',
    choices: { off: 'Off: Undo, Exchange and Reset cannot be used', on: 'On: they work' },
    default: 'off',
  },
  drawCreation: {
    group: 'night',
    label: 'Who may create the draw',
    kind: 'choice',
    choices: { anyone: 'Anyone who opens the draw while there is none', admin: 'Organisers only' },
    default: 'anyone',
  },
  drawShow: {
    group: 'night',
    label: 'The draw as a show',
    kind: 'choice',
    choices: {
      off: 'Off: the whole draw is there when it is made',
      on: 'On: lots fall one by one, on every screen at the same moment',
    },
    default: 'off',
  },
  byes: {
    group: 'night',
    label: 'Byes',
    kind: 'choice',
    choices: {
      confirm: 'Go to the next round once an organiser confirms them',
      'at-once': 'Go to the next round when the draw is made',
    },
    default: 'confirm',
  },
  overdueAfter: {
    group: 'night',
    label: 'Minutes until a match is overdue',
    hint: 'Counted from its call. Its card in draw management turns amber.',
    kind: 'number',
    least: 1,
    most: 240,
    default: 20,
  },
  checkIn: {
    group: 'night',
    label: 'Check-in',
    hint: 'Teams say on their own link that they are here, or are ticked in Team Approval.',
    kind: 'choice',
    choices: { off: 'Off', on: 'On: the list shows who is here' },
    default: 'off',
  },
  checkInFrom: {
    group: 'night',
    label: 'Check-in opens',
    hint: 'Leave empty to open it as soon as check-in is on.',
    kind: 'instant',
    default: '',
    defaultWords: 'as soon as it is on',
  },
  gettingReady: {
    group: 'night',
    label: "'Getting ready' on the dashboard",
    kind: 'choice',
    choices: { shown: 'Shown until all of it is done', hidden: 'Put away' },
    default: 'shown',
  },
  /** Above the title on the home page and the bar's screen. */
  presenter: {
    group: 'edition',
    label: 'Above the title',
    hint: 'Leave empty to hide it.',
    kind: 'text',
    limit: textLimits.presenter,
    default: 'University Tennis Team presents',
  },
  editionTitle: {
    group: 'edition',
    of: 'title',
    label: 'Title',
    kind: 'text',
    limit: textLimits.editionTitle,
    isRequired: true,
    default: 'The Cup N11',
  },
  editionNumber: {
    group: 'edition',
    of: 'number',
    label: 'Edition number',
    hint: 'Corrects the number; entries and draw go with it. The next edition is begun on the dashboard.',
    kind: 'number',
    least: 1,
    most: 9999,
    default: 11,
  },
  editionSeason: {
    group: 'edition',
    of: 'season',
    label: 'Season',
    kind: 'text',
    limit: textLimits.editionSeason,
    default: 'Spring 2025',
  },
  editionTheme: {
    group: 'edition',
    of: 'theme',
    label: 'Theme',
    kind: 'text',
    limit: textLimits.editionTheme,
    default: '',
    defaultWords: 'no theme',
  },
  announcement: {
    group: 'links',
    label: 'Sponsor announcement',
    kind: 'long-text',
    limit: textLimits.announcement,
    default: "This Friday's tournament is brought to you by our sponsor's app.",
  },
  // The specification names no store: until an organiser replaces them, links lead to the front page of one.
  sponsorLink: {
    group: 'links',
    label: 'Sponsor link',
    kind: 'link',
    default: 'https://play.google.com/store/apps',
  },
  appLink: { group: 'links', label: 'App link', kind: 'link', default: 'https://apps.apple.com/' },
  citizensCupLink: {
    group: 'links',
    label: "Citizen's Cup link",
    kind: 'link',
    default: 'https://play.google.com/store/games',
  },
  /** Who may show /embed in a frame. */
  embedSites: {
    group: 'links',
    label: 'Sites that may show the live draw',
    hint: "The club's own site, as https://club.example; several with spaces between. The draw for it is at /embed.",
    kind: 'sites',
    default: '',
    defaultWords: 'none',
  },
  scheduleStart: { group: 'schedule', label: 'Schedule start', kind: 'time', default: defaultScheduleStart },
  scheduleGroupSize: {
    group: 'schedule',
    label: 'Matches per slot',
    hint: 'Also the number of tables.',
    kind: 'number',
    least: 1,
    most: 64,
    default: 6,
  },
  scheduleInterval: {
    group: 'schedule',
    label: 'Minutes between slots',
    kind: 'number',
    least: 1,
    most: 240,
    default: 15,
  },
  specialEvents: {
    group: 'schedule',
    label: 'Special events',
    kind: 'events',
    default: [
      { time: '21:00', name: '1st Round', description: 'Drink special of the first round: ask at the bar.' },
      { time: '22:00', name: '2nd Round', description: 'Drink special of the second round: ask at the bar.' },
      { time: '23:00', name: '3rd Round', description: 'Drink special of the third round: ask at the bar.' },
      {
        time: '00:00',
        name: '4th and Final Round',
        description: 'Drink special of the final round: ask at the bar.',
      },
    ],
  },
  backups: {
    group: 'keeping',
    label: 'Backups',
    kind: 'choice',
    choices: { on: `On: one each night and after the final, the last ${keptBackups} are kept`, off: 'Off' },
    default: 'on',
  },
  phoneDays: {
    group: 'keeping',
    label: 'Days until phone numbers are deleted',
    hint: "Counted from an edition's final, or from the last entry after it. 0 keeps them until you delete them below.",
    kind: 'number',
    least: 0,
    most: 3650,
    default: 30,
  },
} as const satisfies Record<string, Setting>

type Table = typeof settingTable
export type SettingName = keyof Table

/** The values of all settings. */
export type Settings = {
  readonly [Name in SettingName]: Table[Name] extends { choices: infer Choices }
    ? keyof Choices
    : Table[Name] extends { kind: 'number' }
      ? number
      : Table[Name] extends { kind: 'events' }
        ? readonly SpecialEvent[]
        : string
}

export const settingNames = /* @__PURE__ */ Object.keys(settingTable) as readonly SettingName[]

/** Any entry of the table. */
export function settingOf(name: SettingName): Setting {
  return settingTable[name]
}

export const defaultSettings = /* @__PURE__ */ Object.fromEntries<unknown>(
  /* @__PURE__ */ settingNames.map((name) => [name, settingTable[name].default]),
) as Settings

/** An edition's fields as the settings they are while it is being played. */
export function settingsOf({ number, season, theme, title }: EditionFields) {
  return {
    editionNumber: number,
    editionSeason: season,
    editionTheme: theme,
    editionTitle: title,
  } satisfies Partial<Settings>
}

/** The inverse of `settingsOf`: the fields of the edition among some settings, and the rest. */
export function splitSettings(settings: Partial<Settings>): {
  readonly edition: Partial<EditionFields>
  readonly chosen: Partial<Settings>
} {
  const [edition, chosen]: [Record<string, unknown>, Record<string, unknown>] = [{}, {}]
  for (const [name, value] of Object.entries(settings)) {
    const field = settingOf(name as SettingName).of
    if (field) edition[field] = value
    else chosen[name] = value
  }
  return { edition, chosen }
}
