/** Every address of the site; links are written with these and nothing else. */
export const paths = {
  home: '/',
  register: '/register',
  draw: '/draw',
  match: ({ id }: { id: string }) => `/draw?match=${encodeURIComponent(id)}`,
  team: (teamId: string) => `/draw?team=${encodeURIComponent(teamId)}`,
  schedule: '/schedule',
  entries: '/entries',
  rules: '/rules',
  pastChampions: '/past-champions',
  pastTournaments: '/past-tournaments',
  pastMatch: (edition: string, { round, index }: { round: number; index: number }) =>
    `/past-tournaments?edition=${encodeURIComponent(edition)}&match=${round}.${index}`,
  login: '/login',
  screen: '/screen',
  admin: '/admin',
  adminTeams: '/admin/teams',
  adminDraw: '/admin/draw',
  adminSettings: '/admin/settings',
  adminJournal: '/admin/journal',
  adminAccount: '/admin/account',
} as const
