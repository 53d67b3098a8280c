import { type PageName, pages, withoutParameter } from './pages.ts'

/** Every address of the site; links use nothing else. */
export const paths = {
  ...(Object.fromEntries(
    Object.entries(pages).map(([name, { path }]) => [name, withoutParameter(path)]),
  ) as Readonly<Record<PageName, string>>),
  entry: (token: string) => pages.entry.path.replace(':token', encodeURIComponent(token)),
  table: (table: number) => pages.table.path.replace(':table', String(table)),
  action: (name: string) => pages.action.path.replace(':name', encodeURIComponent(name)),
  match: ({ id }: { id: string }) => `${pages.draw.path}?match=${encodeURIComponent(id)}`,
  team: (teamId: string) => `${pages.draw.path}?team=${encodeURIComponent(teamId)}`,
  /** A team's matches for its calendar. */
  teamCalendar: (teamId: string) => `${pages.scheduleIcs.path}?team=${encodeURIComponent(teamId)}`,
  settingGroup: (group: string) => pages.adminSettings.path.replace(':group?', group),
  pastTournament: (edition: string | number) =>
    pages.pastTournaments.path.replace(':edition?', encodeURIComponent(edition)),
} as const
