import { data } from 'react-router'
import { meta, page } from '../page.tsx'
import { paths } from '../paths.ts'
import { LinkButton } from '../ui/button.tsx'
import { Court } from '../ui/court.tsx'
import { PageFrame } from '../ui/page-frame.tsx'

export function loader() {
  return data(null, { status: 404 })
}

/** Skips the request to the server: there is nothing to load. */
export const clientLoader = () => null

export { meta }
export default page('notFound', NotFoundPage)

function NotFoundPage() {
  return (
    <PageFrame width="text" lead="There is no page at this address. The ball landed behind the baseline.">
      <div className="relative mt-10 mb-12">
        <Court className="w-full text-control" />
        <span className="absolute -bottom-9 left-[62%] size-7 rounded-full bg-ball" aria-hidden="true" />
      </div>
      <div className="flex flex-wrap gap-3">
        <LinkButton to={paths.home}>Back to Home</LinkButton>
        <LinkButton to={paths.draw} tone="quiet">
          See the draw
        </LinkButton>
      </div>
    </PageFrame>
  )
}
