import type { CupView } from '../domain/cup.ts'
import { messages } from '../domain/messages.ts'

/** A page of the cup: the router, the guard, the links, its loader and error state, and the server's page cache all read this table. */
export type Page = {
  readonly path: string
  /** Its heading; '' where that is the name of the cup. */
  readonly title: string
  readonly file: string
  /** Access control of the page, its data and its posts (guard.ts). */
  readonly openTo: 'anyone' | 'organiser'
  /** The parts of the view that it renders from, kept current by the live stream. */
  readonly needs?: readonly Part[]
  /** Error sentence of its loader; a page without one renders without data. */
  readonly failed?: string
  /** `noindex`, as on all pages of the organisers. */
  readonly isUnlisted?: true
  /** Fallback data: with the database unreadable it shows the defaults of a fresh cup, and its sentence. */
  readonly standsIn?: true
  /** Key of the part of its list that a query selects: the page revalidates only if the key changes. */
  readonly listed?: (query: URLSearchParams) => string
  /** Its own data is not on the stream: posts revalidate it. */
  readonly reloadsAfterPost?: true
  /** Looks the same to everybody: rendered once per revision (public-pages.ts). */
  readonly isShared?: true
  /** Its parameter is a team's secret, looked up before anything is rendered. */
  readonly isSecret?: true
  /** A file or resource route, not a screen. */
  readonly isFile?: true
}

/** `draw` includes `drawStatus`. */
type Part = 'settings' | 'entries' | 'editions' | 'pastDraws' | 'draw'

/** A shared file, documented in docs/exports.md. */
function forPrograms(path: string, file: string) {
  return { path, title: '', file, openTo: 'anyone', isShared: true, isFile: true } as const
}

const chosen = (query: URLSearchParams, ...names: string[]) =>
  JSON.stringify(names.map((name) => query.get(name)))

/** Keyed by the id of the route, which is also its name in `paths`. */
export const pages = {
  home: {
    path: '/',
    title: '',
    file: 'pages/home-page.tsx',
    openTo: 'anyone',
    isShared: true,
    needs: ['settings', 'draw'],
    failed: messages.loadFailed,
    standsIn: true,
  },
  register: {
    path: '/register',
    title: 'Register',
    file: 'pages/register/register-page.tsx',
    openTo: 'anyone',
    isShared: true,
    needs: ['settings', 'entries', 'draw'],
    failed: messages.loadFailed,
    standsIn: true,
  },
  draw: {
    path: '/draw',
    title: 'Draw',
    file: 'pages/draw/draw-page.tsx',
    openTo: 'anyone',
    isShared: true,
    needs: ['settings', 'draw'],
    failed: messages.loadFailed,
  },
  howDrawn: {
    path: '/draw/how',
    title: 'How this draw was made',
    file: 'pages/how-drawn-page.tsx',
    openTo: 'anyone',
    isShared: true,
    needs: ['draw'],
    failed: messages.loadFailed,
  },
  schedule: {
    path: '/schedule',
    title: 'Schedule',
    file: 'pages/schedule-page.tsx',
    openTo: 'anyone',
    isShared: true,
    needs: ['settings', 'draw'],
    failed: messages.scheduleLoadFailed,
  },
  entries: {
    path: '/entries',
    title: 'Entry List',
    file: 'pages/entries-page.tsx',
    openTo: 'anyone',
    isShared: true,
    needs: ['entries'],
    listed: (query) => chosen(query, 'page'),
    failed: messages.entriesLoadFailed,
  },
  rules: {
    path: '/rules',
    title: 'Rules',
    file: 'pages/rules-page.tsx',
    openTo: 'anyone',
    isShared: true,
    needs: ['settings'],
    failed: messages.loadFailed,
    standsIn: true,
  },
  pastChampions: {
    path: '/past-champions',
    title: 'Past Champions',
    file: 'pages/past-champions-page.tsx',
    openTo: 'anyone',
    isShared: true,
    // The draw's final decides the newest line.
    needs: ['settings', 'editions', 'pastDraws', 'draw'],
    failed: messages.loadFailed,
  },
  pastTournaments: {
    path: '/past-tournaments/:edition?',
    title: 'Past Tournaments',
    file: 'pages/past-tournaments/past-tournaments-page.tsx',
    openTo: 'anyone',
    isShared: true,
    needs: ['settings', 'editions', 'pastDraws', 'draw'],
    failed: messages.pastAccessFailed,
  },
  login: {
    path: '/login',
    title: 'Login',
    file: 'pages/login-page.tsx',
    openTo: 'anyone',
    isShared: true,
    isUnlisted: true,
  },
  embed: {
    path: '/embed',
    title: 'Draw',
    file: 'pages/embed-page.tsx',
    openTo: 'anyone',
    isShared: true,
    needs: ['settings', 'draw'],
    failed: messages.loadFailed,
  },
  screen: {
    path: '/screen',
    title: 'On screen',
    file: 'pages/screen/screen-page.tsx',
    openTo: 'anyone',
    isShared: true,
    // The poster, shown while there is no draw, counts the entries.
    needs: ['settings', 'entries', 'draw'],
    failed: messages.loadFailed,
  },
  admin: {
    path: '/admin',
    title: 'Admin',
    file: 'pages/admin/dashboard/dashboard-page.tsx',
    openTo: 'organiser',
    needs: ['settings', 'entries', 'editions', 'pastDraws', 'draw'],
    failed: 'The page could not be loaded. Please try again.',
  },
  adminTeams: {
    path: '/admin/teams',
    title: 'Team Approval',
    file: 'pages/admin/teams/teams-page.tsx',
    openTo: 'organiser',
    needs: ['settings', 'entries', 'draw'],
    // Only a paginated list is filtered on the server.
    listed: (query) => (query.has('page') ? chosen(query, 'q', 'show', 'page') : ''),
    failed: messages.teamsLoadFailed,
  },
  adminTeamsByList: {
    path: '/admin/teams/list',
    title: 'Import teams',
    file: 'pages/admin/teams/by-list-page.tsx',
    openTo: 'organiser',
  },
  adminDraw: {
    path: '/admin/draw',
    title: 'Draw Management',
    file: 'pages/admin/draw/admin-draw-page.tsx',
    openTo: 'organiser',
    needs: ['settings', 'entries', 'draw'],
    failed: messages.loadFailed,
  },
  adminSigns: {
    path: '/admin/signs',
    title: 'Signs',
    file: 'pages/admin/signs/signs-page.tsx',
    openTo: 'organiser',
    needs: ['settings'],
    listed: (query) => chosen(query, 'paper'),
    failed: 'The page could not be loaded. Please try again.',
  },
  adminSettings: {
    path: '/admin/settings/:group?',
    title: 'Settings',
    file: 'pages/admin/settings/settings-page.tsx',
    openTo: 'organiser',
    needs: ['settings'],
    failed: 'The settings could not be loaded. Please try again.',
  },
  adminChampions: {
    path: '/admin/champions',
    title: 'Past champions',
    file: 'pages/admin/champions-page.tsx',
    openTo: 'organiser',
    needs: ['settings', 'editions', 'pastDraws', 'draw'],
    failed: 'The past champions could not be loaded. Please try again.',
  },
  adminNextEdition: {
    path: '/admin/next-edition',
    title: 'Next edition',
    file: 'pages/admin/next-edition-page.tsx',
    openTo: 'organiser',
    needs: ['settings', 'entries', 'editions', 'pastDraws', 'draw'],
    failed: 'The page could not be loaded. Please try again.',
  },
  adminJournal: {
    path: '/admin/journal',
    title: 'Journal',
    file: 'pages/admin/journal/journal-page.tsx',
    openTo: 'organiser',
    listed: (query) => chosen(query, 'q', 'kind', 'before'),
    reloadsAfterPost: true,
    failed: 'The journal could not be loaded. Please try again.',
  },
  adminAccount: {
    path: '/admin/account',
    title: 'Account',
    file: 'pages/admin/account-page.tsx',
    openTo: 'organiser',
    reloadsAfterPost: true,
    failed: 'The account could not be loaded. Please try again.',
  },
  adminNames: {
    path: '/admin/names',
    title: 'Remove a name',
    file: 'pages/admin/names-page.tsx',
    openTo: 'organiser',
    listed: (query) => chosen(query, 'name'),
    reloadsAfterPost: true,
    failed: messages.teamsLoadFailed,
  },
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
    isSecret: true,
    needs: ['settings', 'entries', 'draw'],
    reloadsAfterPost: true,
    failed: 'Your entry could not be loaded. Please try again.',
    isUnlisted: true,
  },
  table: {
    path: '/table/:table',
    title: 'Table',
    file: 'pages/table-page.tsx',
    openTo: 'anyone',
    isShared: true,
    needs: ['settings', 'draw'],
    failed: messages.loadFailed,
    isUnlisted: true,
  },
  drawJson: forPrograms('/draw.json', 'exports/files.ts'),
  drawCsv: forPrograms('/draw.csv', 'exports/files.ts'),
  drawSvg: forPrograms('/draw.svg', 'exports/files.ts'),
  preview: forPrograms('/preview.png', 'pictures/preview.ts'),
  scheduleCsv: forPrograms('/schedule.csv', 'exports/files.ts'),
  scheduleIcs: forPrograms('/schedule.ics', 'exports/schedule-ics.ts'),
  /** Resource route: subscribes a browser to a team's calls. */
  push: { path: '/push.json', title: '', file: 'follow/push-route.ts', openTo: 'anyone', isFile: true },
  /** Resource route for forms that a script sends. */
  action: {
    path: '/action/:name',
    title: '',
    file: 'actions/action-route.ts',
    openTo: 'anyone',
    isFile: true,
  },
  notFound: {
    path: '/*',
    title: 'Out.',
    file: 'pages/not-found.tsx',
    openTo: 'anyone',
  },
} satisfies Record<string, Page>

export type PageName = keyof typeof pages

/** For search engines and shared links. Not in the table, which every browser loads: only the server renders them. */
export const descriptions: { readonly [Name in PageName]?: string } = {
  home: 'Register a team, follow the draw live, see when you play, and who won before.',
  register: 'Register your team of two for the cup.',
  draw: 'The draw, live: every match, every winner, who plays next.',
  howDrawn: 'The entries, the shuffle seed and the rule: draw the same lots again, and compare.',
  schedule: 'When each match of the cup is played, and against whom.',
  entries: 'Every team that has entered the cup, and whether it is approved.',
  rules: 'Setup, gameplay, scoring and special rules of the cup.',
  pastChampions: 'Season, theme and winners of every edition of the cup.',
  pastTournaments: 'The draws of earlier editions, match by match.',
  login: 'Organisers sign in here.',
  embed: 'The draw, live, for the site of the club.',
  screen: "The draw on the bar's screen, all night.",
  entry: 'For the team itself: its place in the cup.',
  table: 'For the players at a table: report who won.',
  notFound: 'There is no such page.',
}

type PartOf<Name extends PageName> = (typeof pages)[Name] extends {
  readonly needs: readonly (infer Need extends Part)[]
}
  ? Need
  : never

/** The parts of the view that a page's entry names, with their revision. */
export type Parts<Name extends PageName> = Pick<
  CupView,
  'epoch' | 'revision' | PartOf<Name> | ('draw' extends PartOf<Name> ? 'drawStatus' : never)
>

export const allPages: readonly (Page & { readonly id: PageName })[] = (Object.keys(pages) as PageName[]).map(
  (id) => ({ id, ...pages[id] }),
)

/** By the pattern of its route. */
export function pageOfPattern(pattern: string): Page | undefined {
  return allPages.find(({ path }) => path === `/${pattern.replace(/^\//, '')}`)
}

/** Its back link: '/draw' is above '/draw/how', '/admin' above all pages of the organisers. */
export function wayBack({ path }: Page): { readonly to: string; readonly label: string } {
  const above = allPages.findLast((page) => path.startsWith(`${page.path}/`))
  return above ? { to: above.path, label: above.title } : { to: pages.home.path, label: 'Home' }
}

/** '/past-tournaments/:edition?' → '/past-tournaments'. */
export function withoutParameter(path: string): string {
  return path.replace(/\/:\w+\?$/, '')
}
