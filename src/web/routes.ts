import { index, type RouteConfig, route } from '@react-router/dev/routes'

export default [
  index('pages/home.tsx'),
  route('register', 'pages/register.tsx'),
  route('draw', 'pages/draw/draw.tsx'),
  route('schedule', 'pages/schedule.tsx'),
  route('entries', 'pages/entries.tsx'),
  route('rules', 'pages/rules.tsx'),
  route('past-champions', 'pages/past-champions.tsx'),
  route('past-tournaments', 'pages/past-tournaments.tsx'),
  route('login', 'pages/login.tsx'),
  route('screen', 'pages/screen/screen.tsx'),
  route('admin', 'pages/admin/dashboard.tsx'),
  route('admin/teams', 'pages/admin/teams/teams.tsx'),
  route('admin/draw', 'pages/admin/draw/draw.tsx'),
  route('admin/settings', 'pages/admin/settings/settings.tsx'),
  route('admin/journal', 'pages/admin/journal/journal.tsx'),
  route('admin/account', 'pages/admin/account.tsx'),
  route('*', 'pages/not-found.tsx'),
] satisfies RouteConfig
