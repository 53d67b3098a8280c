import type { PublicPages, QueryRule } from './app-context.ts'

/** A page of the cup. The router, the guard, the links and the server's page cache all read it from this table. */
type Page = {
  readonly path: string
  /** Its heading; '' where that is the name of the cup. */
  readonly title: string
  readonly file: string
  /** Who may open it, load its data and post to it. */
  readonly openTo: 'anyone' | 'organiser'
  /** Rendered once for everybody; names the parts of its query that make a difference. */
  readonly shared?: Readonly<Record<string, QueryRule>>
}

/** By name, which is also the id of its route and its name in `paths`. */
export const pages = {
  home: { path: '/', title: '', file: 'pages/home.tsx', openTo: 'anyone', shared: {} },
  register: {
    path: '/register',
    title: 'Register',
    file: 'pages/register.tsx',
    openTo: 'anyone',
    shared: { done: isRegistered },
  },
  draw: {
    path: '/draw',
    title: 'Draw',
    file: 'pages/draw/draw.tsx',
    openTo: 'anyone',
    shared: { match: isInDraw, team: isTeamOfDraw },
  },
  schedule: {
    path: '/schedule',
    title: 'Schedule',
    file: 'pages/schedule.tsx',
    openTo: 'anyone',
    shared: {},
  },
  entries: { path: '/entries', title: 'Entry List', file: 'pages/entries.tsx', openTo: 'anyone', shared: {} },
  rules: { path: '/rules', title: 'Rules', file: 'pages/rules.tsx', openTo: 'anyone', shared: {} },
  pastChampions: {
    path: '/past-champions',
    title: 'Past Champions',
    file: 'pages/past-champions.tsx',
    openTo: 'anyone',
    shared: {},
  },
  pastTournaments: {
    path: '/past-tournaments',
    title: 'Past Tournaments',
    file: 'pages/past-tournaments.tsx',
    openTo: 'anyone',
    shared: { edition: isNamed, match: isMatchOfEdition },
  },
  login: { path: '/login', title: 'Login', file: 'pages/login.tsx', openTo: 'anyone', shared: {} },
  screen: {
    path: '/screen',
    title: 'On screen',
    file: 'pages/screen/screen.tsx',
    openTo: 'anyone',
    shared: {},
  },
  admin: { path: '/admin', title: 'Admin', file: 'pages/admin/dashboard.tsx', openTo: 'organiser' },
  adminTeams: {
    path: '/admin/teams',
    title: 'Team Approval',
    file: 'pages/admin/teams/teams.tsx',
    openTo: 'organiser',
  },
  adminDraw: {
    path: '/admin/draw',
    title: 'Draw Management',
    file: 'pages/admin/draw/draw.tsx',
    openTo: 'organiser',
  },
  adminSettings: {
    path: '/admin/settings',
    title: 'Settings',
    file: 'pages/admin/settings/settings.tsx',
    openTo: 'organiser',
  },
  adminJournal: {
    path: '/admin/journal',
    title: 'Journal',
    file: 'pages/admin/journal/journal.tsx',
    openTo: 'organiser',
  },
  adminAccount: {
    path: '/admin/account',
    title: 'Account',
    file: 'pages/admin/account.tsx',
    openTo: 'organiser',
  },
  notFound: { path: '/*', title: 'Out.', file: 'pages/not-found.tsx', openTo: 'anyone' },
} satisfies Record<string, Page>

export const allPages: readonly (Page & { readonly id: string })[] = Object.entries(pages).map(
  ([id, page]) => ({ id, ...page }),
)

/** For the server, which keeps them. */
export function publicPages(): PublicPages {
  return new Map(allPages.flatMap(({ id, path, shared }) => (shared ? [[path, { id, query: shared }]] : [])))
}

function isRegistered({ value }: Part): boolean {
  return value === 'registered' || value === 'waiting'
}

function isInDraw({ value, view }: Part): boolean {
  const rounds = view.draw?.rounds ?? []
  return rounds.some(({ matches }) =>
    matches.some(({ id, round, index }) => value === id || value === `${round}.${index}`),
  )
}

function isTeamOfDraw({ value, view }: Part): boolean {
  return Object.hasOwn(view.draw?.teams ?? {}, value)
}

// An edition that never was is answered with a sentence that is not kept; draws of the past are not in the view.
function isNamed({ value }: Part): boolean {
  return value !== ''
}

function isMatchOfEdition({ value, kept }: Part): boolean {
  return kept.has('edition') && /^\d{1,2}\.\d{1,4}$/.test(value)
}

type Part = Parameters<QueryRule>[0]
