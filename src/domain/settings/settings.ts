import { textLimits } from '../tidy-text.ts'
import { defaultScheduleStart, keptBackups } from './limits.ts'

/** The settings pages, in the order of their index. */
export const settingGroups = {
  edition: { title: 'Edition', about: 'Title, date, place, time zone, season and theme' },
  registration: { title: 'Registration', about: 'Open or closed, team limit, check-in' },
  draw: {
    title: 'Draw and rules',
    about: 'Organiser tools, who makes the draw, byes, the rules of the game',
  },
  schedule: { title: 'Schedule', about: 'Start, number of tables, special events' },
  links: {
    title: 'Sponsor and links',
    about: 'The announcement and the links. Fields left empty are hidden.',
  },
  data: { title: 'Data and backups', about: 'Backups, phone numbers, names to remove' },
} as const satisfies Record<string, { readonly title: string; readonly about: string }>

export type SettingGroup = keyof typeof settingGroups

/** Metadata of one setting, for page and checks. */
export type Setting = {
  readonly group: SettingGroup
  readonly label: string
  /** Below the field. */
  readonly hint?: string
  /** The default in words, if its value does not explain itself. */
  readonly defaultWords?: string
  /** Stored in this field of the current edition's row; other settings outlast the edition. */
  readonly of?: keyof EditionFields
} & SettingKind

/** What people call an edition. */
export type EditionFields = {
  readonly number: number
  readonly season: string
  readonly theme: string
  readonly title: string
}

/** How a setting is parsed, and which field the page shows. */
type SettingKind =
  /** `choices`: the off value, then the on value, each with its label: 'Off: what that means'. */
  | { readonly kind: 'switch'; readonly choices: Readonly<Record<string, string>>; readonly default: string }
  | { readonly kind: 'number'; readonly least: number; readonly most: number; readonly default: number }
  | {
      readonly kind: 'text' | 'long-text'
      readonly limit: number
      readonly isRequired?: true
      readonly default: string
    }
  /** https, or '' to hide it. */
  | { readonly kind: 'link'; readonly default: string }
  /** Origins such as 'https://club.example', separated by spaces, or '' for none. */
  | { readonly kind: 'sites'; readonly default: string }
  /** 'YYYY-MM-DD', or '' for unknown. */
  | { readonly kind: 'date'; readonly default: string }
  /** An IANA name such as 'Europe/Zurich', or '' for the zone of each device. */
  | { readonly kind: 'zone'; readonly default: string }
  /** One sentence per line of the field. */
  | { readonly kind: 'lines'; readonly default: readonly string[] }
  /** 24-hour clock, 'HH:MM'. */
  | { readonly kind: 'time'; readonly default: string }
  /** An ISO instant, or '' for never. */
  | { readonly kind: 'instant'; readonly default: string }
  | { readonly kind: 'events'; readonly default: readonly SpecialEvent[] }

export type SpecialEvent = { readonly time: string; readonly name: string; readonly description: string }

export const maxSpecialEvents = 6
export const maxEmbedSites = 10
export const maxLines = 20

/**
 * The table of settings: a new setting is one entry here. Names are those of the form's fields; each group is in the
 * order of the page. The defaults are the spec's constants.
 */
export const settingTable = {
  editionTitle: {
    group: 'edition',
    of: 'title',
    label: 'Title',
    kind: 'text',
    limit: textLimits.editionTitle,
    isRequired: true,
    default: 'The Cup N11',
  },
  eventDate: {
    group: 'edition',
    label: 'Date of the evening',
    kind: 'date',
    default: '',
    defaultWords: 'no date',
  },
  venue: {
    group: 'edition',
    label: 'Place',
    kind: 'text',
    limit: textLimits.venue,
    default: '',
    defaultWords: 'no place',
  },
  timeZone: {
    group: 'edition',
    label: 'Time zone',
    hint: 'For example Europe/Zurich. All times are shown in it; if empty, in the time zone of each device.',
    kind: 'zone',
    default: '',
    defaultWords: 'that of each device',
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
  editionNumber: {
    group: 'edition',
    of: 'number',
    label: 'Edition number',
    hint: 'Renumbers this edition, with its entries and draw. To begin the next one, go to the dashboard.',
    kind: 'number',
    least: 1,
    most: 9999,
    default: 11,
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
  gettingReady: {
    group: 'edition',
    label: "'Getting ready' on the dashboard",
    kind: 'switch',
    choices: { hidden: 'Hidden', shown: 'Shown until everything is done' },
    default: 'shown',
  },
  /** A button on the page. */
  registration: {
    group: 'registration',
    label: 'Registration',
    kind: 'switch',
    choices: { closed: 'Closed', open: 'Open' },
    default: 'closed',
  },
  /** Registration closes automatically then. */
  registrationClosesAt: {
    group: 'registration',
    label: 'Registration closing time',
    hint: 'Leave empty to close it yourself.',
    kind: 'instant',
    default: '',
    defaultWords: 'no closing time',
  },
  teamLimit: {
    group: 'registration',
    label: 'Team limit',
    hint: '0 for no limit. Teams that register beyond it join the waiting list.',
    kind: 'number',
    least: 0,
    most: 4096,
    default: 0,
    defaultWords: '0, no limit',
  },
  checkIn: {
    group: 'registration',
    label: 'Check-in',
    kind: 'switch',
    choices: {
      off: 'Off: teams do not check in',
      on: 'On: teams check in on their own page, or you do it in Team Approval',
    },
    default: 'off',
  },
  checkInFrom: {
    group: 'registration',
    label: 'Check-in opens',
    hint: 'Leave empty to open it as soon as check-in is on.',
    kind: 'instant',
    default: '',
    defaultWords: 'as soon as it is on',
  },
  organiserTools: {
    group: 'draw',
    label: 'Organiser tools',
    kind: 'switch',
    choices: { off: 'Off: Undo, Exchange and Reset cannot be used', on: 'On: Undo, Exchange and Reset work' },
    default: 'off',
  },
  drawCreation: {
    group: 'draw',
    label: 'Draw by organisers only',
    kind: 'switch',
    choices: { anyone: 'Off: anyone who opens the draw page makes the draw', admin: 'On: organisers only' },
    default: 'anyone',
  },
  byes: {
    group: 'draw',
    label: 'Byes at once',
    kind: 'switch',
    choices: {
      confirm: 'Off: byes advance once an organiser confirms them',
      'at-once': 'On: byes advance when the draw is made',
    },
    default: 'confirm',
  },
  drawShow: {
    group: 'draw',
    label: 'The draw as a show',
    kind: 'switch',
    choices: {
      off: 'Off: the whole draw appears at once',
      on: 'On: teams are drawn one by one, on every screen at the same time',
    },
    default: 'off',
  },
  reports: {
    group: 'draw',
    label: 'Reports by players',
    kind: 'switch',
    choices: {
      off: 'Off: organisers record every winner',
      on: 'On: teams on their own page, and tables by the code on their sign, report who won; an organiser confirms it',
    },
    default: 'off',
  },
  /** Table numbers. */
  silentTables: {
    group: 'draw',
    label: 'Tables that cannot report',
    hint: 'Table numbers separated by spaces, such as 3 5. Draw Management has a switch for each.',
    kind: 'text',
    limit: textLimits.line,
    default: '',
    defaultWords: 'none',
  },
  rulesSetup: {
    group: 'draw',
    label: 'Rules: Game Setup',
    kind: 'lines',
    default: [
      'Each team consists of 2 players.',
      '10 cups are set up in a triangle at each end of the table.',
      'Cups are filled to tournament standards.',
      'Teams stand behind their tables.',
    ],
  },
  rulesGameplay: {
    group: 'draw',
    label: 'Rules: Gameplay',
    kind: 'lines',
    default: [
      'Teams take alternate turns.',
      'Each player throws one ball per turn.',
      'If both players hit in the same turn, the cups are removed and the team shoots again.',
      'Balls may be bounced.',
      'Defenders may block bounces.',
    ],
  },
  rulesScoring: {
    group: 'draw',
    label: 'Rules: Scoring and Winning',
    kind: 'lines',
    default: [
      'A cup that is hit is removed.',
      'The game ends when all opposing cups are gone.',
      'If both teams make their last cup in the same round, there is overtime: 3 cups plus one on top, in a triangle.',
    ],
  },
  rulesSpecial: {
    group: 'draw',
    label: 'Rules: Special Rules',
    kind: 'lines',
    default: [
      'A retrieved bounce-back gives a special shot.',
      'Knocked cups are removed.',
      'Interference gives a penalty cup.',
      'A rack rearrangement may be requested twice per game.',
    ],
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
  overdueAfter: {
    group: 'schedule',
    label: 'Minutes until a match is overdue',
    hint: 'Counted from its call. Its card in draw management turns amber.',
    kind: 'number',
    least: 1,
    most: 240,
    default: 20,
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
  announcement: {
    group: 'links',
    label: 'Sponsor announcement',
    kind: 'long-text',
    limit: textLimits.announcement,
    default: "This Friday's tournament is brought to you by our sponsor's app.",
  },
  // Samples, because the specification gives no links.
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
  /** `frame-ancestors` of /embed. */
  embedSites: {
    group: 'links',
    label: 'Sites that may show the live draw',
    hint: 'The site of the club, such as https://club.example; separate several with spaces. The page to embed is /embed.',
    kind: 'sites',
    default: '',
    defaultWords: 'none',
  },
  backups: {
    group: 'data',
    label: 'Backups',
    kind: 'switch',
    choices: {
      off: 'Off: make one before the night and one after it',
      on: `On: one each night and after the final, the last ${keptBackups} of each are kept`,
    },
    default: 'on',
  },
  phoneDays: {
    group: 'data',
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

export type Settings = {
  readonly [Name in SettingName]: Table[Name] extends { choices: infer Choices }
    ? keyof Choices
    : Table[Name] extends { kind: 'number' }
      ? number
      : Table[Name] extends { kind: 'events' }
        ? readonly SpecialEvent[]
        : Table[Name] extends { kind: 'lines' }
          ? readonly string[]
          : string
}

export const settingNames = /* @__PURE__ */ Object.keys(settingTable) as readonly SettingName[]

/** An entry of the table, typed as any `Setting`. */
export function settingOf(name: SettingName): Setting {
  return settingTable[name]
}

export const defaultSettings = /* @__PURE__ */ Object.fromEntries<unknown>(
  /* @__PURE__ */ settingNames.map((name) => [name, settingTable[name].default]),
) as Settings

/** An edition's fields as settings, which they are while it is current. */
export function settingsOf({ number, season, theme, title }: EditionFields) {
  return {
    editionNumber: number,
    editionSeason: season,
    editionTheme: theme,
    editionTitle: title,
  } satisfies Partial<Settings>
}

/** The inverse of `settingsOf`: separates the edition's fields from the other settings. */
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
