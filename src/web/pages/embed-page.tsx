import { ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import { messages } from '../../domain/messages.ts'
import { isBeingPlayed } from '../../domain/night/progress.ts'
import { Announcer } from '../bracket/announcer.tsx'
import { Bracket } from '../bracket/bracket-view.tsx'
import { LiveDot } from '../live/live-dot.tsx'
import { lotsState, useLots } from '../lots/use-lots.ts'
import { clientLoader, meta, type PageProps, page, shouldRevalidate } from '../page.tsx'
import { pageLoader } from '../page-loader.ts'
import { paths } from '../paths.ts'
import { Empty } from '../ui/court.tsx'
import { ErrorNote } from '../ui/error-note.tsx'
import { PageTitle } from '../ui/page-frame.tsx'
import type { Route } from './+types/embed-page'

export { clientLoader, meta, shouldRevalidate }
export const loader = pageLoader('embed', undefined, ({ settings: { embedSites } }) =>
  // The server adds the rest of the policy; no other page may be framed.
  embedSites ? { headers: { 'content-security-policy': `frame-ancestors ${embedSites}` } } : { status: 404 },
)

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders
}

export default page('embed', Embed, EmbedFailed)

function EmbedFailed({ error }: { error: string }) {
  return (
    <Frame heading="Draw">
      <ErrorNote>{error}</ErrorNote>
    </Frame>
  )
}

/** The bare draw, for a frame on the club's own site. No link navigates inside the frame, where other pages would stay empty. */
function Embed({ view: { settings, draw: whole } }: PageProps<typeof loader>) {
  const { draw, lots } = useLots(whole)
  if (!settings.embedSites)
    return (
      <Frame heading={settings.editionTitle}>
        <Empty>The organisers have not switched this on: no other site may show the draw.</Empty>
      </Frame>
    )
  return (
    <Frame
      heading={settings.editionTitle}
      tools={
        <>
          <LiveDot isNight={isBeingPlayed(whole)} />
          <a href={paths.draw} target="_blank" rel="noopener">
            The whole draw <ExternalLink aria-hidden="true" size={18} />
            <span className="sr-only"> (opens in a new tab)</span>
          </a>
        </>
      }
    >
      {draw ? (
        <div data-lots={lotsState(lots)}>
          <Bracket key={draw.id} draw={draw} matchHref={false} />
        </div>
      ) : (
        <Empty>{messages.noTournamentData}</Empty>
      )}
      <Announcer draw={whole} />
    </Frame>
  )
}

function Frame({ heading, tools, children }: { heading: string; tools?: ReactNode; children: ReactNode }) {
  return (
    <main id="main" className="embed">
      <PageTitle>Draw</PageTitle>
      <div className="embed-head">
        <h1 className="display text-2xl">{heading}</h1>
        {tools}
      </div>
      {children}
    </main>
  )
}
