import { index, type RouteConfig, route } from '@react-router/dev/routes'
import { allPages, files } from './pages.ts'

export default allPages.map(({ id, path }) =>
  path === '/' ? index(files[id], { id }) : route(path.slice(1), files[id], { id }),
) satisfies RouteConfig
