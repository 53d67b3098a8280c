import { data } from 'react-router'
import { pageMeta } from '../page-meta.ts'
import { NotFoundPage } from '../ui/not-found-page.tsx'
import type { Route } from './+types/not-found'

export function loader() {
  return data(null, { status: 404 })
}

/** Inside the app nobody needs to be asked. */
export const clientLoader = () => null

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: 'Out', description: 'There is no such page.' })
}

export default NotFoundPage
