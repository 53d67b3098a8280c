import { index, type RouteConfig, route } from '@react-router/dev/routes'

export default [
  index('routes/home.tsx'),
  route('register', 'routes/register.tsx'),
  route('draw', 'routes/draw.tsx'),
  route('schedule', 'routes/schedule.tsx'),
  route('entries', 'routes/entries.tsx'),
  route('rules', 'routes/rules.tsx'),
  route('past-champions', 'routes/past-champions.tsx'),
  route('past-tournaments', 'routes/past-tournaments.tsx'),
  route('login', 'routes/login.tsx'),
  route('screen', 'routes/screen.tsx'),
  route('admin', 'routes/admin/dashboard.tsx'),
  route('admin/teams', 'routes/admin/teams.tsx'),
  route('admin/draw', 'routes/admin/draw.tsx'),
  route('admin/settings', 'routes/admin/settings.tsx'),
  route('admin/journal', 'routes/admin/journal.tsx'),
  route('admin/account', 'routes/admin/account.tsx'),
  route('*', 'routes/not-found.tsx'),
] satisfies RouteConfig
