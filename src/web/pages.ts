import { type CupView, placeOf } from '../domain/cup.ts'
import { pageOf } from '../domain/teams/entries.ts'
import type { QueryRule } from './app-context.ts'

/** A page of the cup. The router, the guard, the links and the server's page cache all read it from this table. */
type Page = {
  readonly path: string
  /** Its heading; '' where that is the name of the cup. */
  readonly title: string
  readonly file: string
  /** Who may open it, load its data and post to it. */
  readonly openTo: 'anyone' | 'organiser'
  /** Rendered once for everybody; names the parts of its query that make a difference. */
  readonly shared?: Queries
  /** For a page for everybody whose address may end in a parameter: whether there is anything of that name. */
  readonly isKnown?: IsKnown
  /** Its parameter is a team's secret: names the parts of its query that make a difference where that is wrong. */
  readonly secret?: Queries
  /** A file for other programs: there is nothing to see. */
  readonly isFile?: true
}

type Queries = Readonly<Record<string, QueryRule>>
type IsKnown = (name: string, view: CupView) => boolean

/**
 * Looks the same to everybody. `shared` names the parts of its query that make a difference; where the path ends in an optional
 * parameter, `isKnown` tells real values from made-up ones.
 */
function forEverybody(
  path: string,
  title: string,
  file: string,
  shared: Queries = {},
  isKnown?: IsKnown,
): Page {
  return { path, title, file, openTo: 'anyone', shared, ...(isKnown && { isKnown }) }
}

/** The same for everybody too, but a file: docs/exports.md. */
function forPrograms(path: string, file: string, shared: Queries = {}): Page {
  return { path, title: '', file, openTo: 'anyone', shared, isFile: true }
}

function forOrganisers(path: string, title: string, file: string): Page {
  return { path, title, file, openTo: 'organiser' }
}

const draw = { match: isInDraw, team: isTeamOfDraw }
const past = { edition: isOldAddress, match: isMatchOfEdition }

/** By name, which is also the id of its route and its name in `paths`. */
export const pages = {
  home: forEverybody('/', '', 'pages/home-page.tsx'),
  register: forEverybody('/register', 'Register', 'pages/register/register-page.tsx', { done: isRegistered }),
  draw: forEverybody('/draw', 'Draw', 'pages/draw/draw-page.tsx', draw),
  howDrawn: forEverybody('/draw/how', 'How this draw was made', 'pages/how-drawn-page.tsx'),
  schedule: forEverybody('/schedule', 'Schedule', 'pages/schedule-page.tsx'),
  entries: forEverybody('/entries', 'Entry List', 'pages/entries-page.tsx', { page: isFurtherPage }),
  rules: forEverybody('/rules', 'Rules', 'pages/rules-page.tsx'),
  pastChampions: forEverybody('/past-champions', 'Past Champions', 'pages/past-champions-page.tsx'),
  pastTournaments: forEverybody(
    '/past-tournaments/:edition?',
    'Past Tournaments',
    'pages/past-tournaments/past-tournaments-page.tsx',
    past,
    hasDraw,
  ),
  login: forEverybody('/login', 'Login', 'pages/login-page.tsx'),
  embed: forEverybody('/embed', 'Draw', 'pages/embed-page.tsx'),
  screen: forEverybody('/screen', 'On screen', 'pages/screen/screen-page.tsx'),
  admin: forOrganisers('/admin', 'Admin', 'pages/admin/dashboard/dashboard-page.tsx'),
  adminTeams: forOrganisers('/admin/teams', 'Team Approval', 'pages/admin/teams/teams-page.tsx'),
  adminTeamsByList: forOrganisers('/admin/teams/list', 'Teams by list', 'pages/admin/teams/by-list-page.tsx'),
  adminDraw: forOrganisers('/admin/draw', 'Draw Management', 'pages/admin/draw/admin-draw-page.tsx'),
  adminSettings: forOrganisers('/admin/settings', 'Settings', 'pages/admin/settings/settings-page.tsx'),
  adminChampions: forOrganisers('/admin/champions', 'Past champions', 'pages/admin/champions-page.tsx'),
  adminNextEdition: forOrganisers('/admin/next-edition', 'Next edition', 'pages/admin/next-edition-page.tsx'),
  adminJournal: forOrganisers('/admin/journal', 'Journal', 'pages/admin/journal/journal-page.tsx'),
  adminAccount: forOrganisers('/admin/account', 'Account', 'pages/admin/account-page.tsx'),
  adminNames: forOrganisers('/admin/names', 'Remove a name', 'pages/admin/names-page.tsx'),
  adminBackup: {
    path: '/admin/backup',
    title: '',
    file: 'pages/admin/backup-download.ts',
    openTo: 'organiser',
    isFile: true,
  },
  entry: {
    path: '/entry/:token',
    title: 'Your team',
    file: 'pages/entry/entry-page.tsx',
    openTo: 'anyone',
    secret: { done: hasWithdrawn },
  },
  drawJson: forPrograms('/draw.json', 'exports/files.ts'),
  drawCsv: forPrograms('/draw.csv', 'exports/files.ts'),
  drawSvg: forPrograms('/draw.svg', 'exports/files.ts'),
  preview: forPrograms('/preview.png', 'exports/preview.ts'),
  scheduleCsv: forPrograms('/schedule.csv', 'exports/files.ts'),
  scheduleIcs: forPrograms('/schedule.ics', 'exports/calendar.ts', { team: isTeamOfDraw }),
  /** For the page's script alone: whose calls a browser is told. */
  push: { path: '/push.json', title: '', file: 'follow/push-route.ts', openTo: 'anyone', isFile: true },
  notFound: { path: '/*', title: 'Out.', file: 'pages/not-found.tsx', openTo: 'anyone' },
} satisfies Record<string, Page>

export const allPages: readonly (Page & { readonly id: string })[] = Object.entries(pages).map(
  ([id, page]) => ({ id, ...page }),
)

/** '/past-tournaments/:edition?' → '/past-tournaments'. */
export function withoutParameter(path: string): string {
  return path.replace(/\/:\w+\?$/, '')
}

function isRegistered({ value }: Part): boolean {
  return value === 'registered' || value === 'waiting'
}

/** The link of a team that withdraws before the draw stops working: its page then says that it has. */
function hasWithdrawn({ value }: Part): boolean {
  return value === 'withdraw'
}

function isFurtherPage({ value, view }: Part): boolean {
  return value !== '1' && value === String(pageOf(value, view.entries.length))
}

function isInDraw({ value, view }: Part): boolean {
  const rounds = view.draw?.rounds ?? []
  return rounds.some(({ matches }) => matches.some((match) => value === match.id || value === placeOf(match)))
}

function isTeamOfDraw({ value, view }: Part): boolean {
  return Object.hasOwn(view.draw?.teams ?? {}, value)
}

function hasDraw(edition: string, { settings, pastDraws }: CupView): boolean {
  return [settings.editionNumber, ...pastDraws].some((number) => String(number) === edition)
}

/** '/past-tournaments?edition=12' leads to '/past-tournaments/12'; so does the page's form without scripts. */
function isOldAddress({ value, parameter }: Part): boolean {
  return value !== '' && parameter === undefined
}

// Draws of the past are not in the view.
function isMatchOfEdition({ value, kept, parameter }: Part): boolean {
  return (parameter !== undefined || kept.has('edition')) && /^\d{1,2}\.\d{1,4}$/.test(value)
}

type Part = Parameters<QueryRule>[0]
