import { index, type RouteConfig, route } from '@react-router/dev/routes'
import { allPages } from './pages.ts'

export default allPages.map(({ id, path, file }) =>
  path === '/' ? index(file, { id }) : route(path.slice(1), file, { id }),
) satisfies RouteConfig
