import { data } from 'react-router'
import { meta, page } from '../page.tsx'
import { NotFoundPage } from '../ui/not-found-page.tsx'

export function loader() {
  return data(null, { status: 404 })
}

/** Inside the app nobody needs to be asked. */
export const clientLoader = () => null

export { meta }
export default page('notFound', NotFoundPage)
