import { paths } from '../paths.ts'
import { LinkButton } from './button.tsx'
import { Court } from './court.tsx'
import { PageFrame } from './page-frame.tsx'

export function NotFoundPage() {
  return (
    <PageFrame
      title="Out."
      width="text"
      lead="There is no page at this address. The ball landed behind the baseline."
    >
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
