import { ExternalLink } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { data } from 'react-router'
import type { CupView } from '../../domain/cup.ts'
import { messages } from '../../domain/messages.ts'
import { championOf, currentRound, roundProgress } from '../../domain/night/progress.ts'
import { requestParts } from '../app-context.ts'
import { Announcer } from '../bracket/announcer.tsx'
import { Bracket } from '../bracket/bracket-view.tsx'
import { Champion } from '../bracket/tree.tsx'
import { LiveDot } from '../live/live-dot.tsx'
import { useLiveView } from '../live/use-live-view.ts'
import { loadOrError } from '../load-or-error.ts'
import { loadedOr, useLoaded } from '../loaded.ts'
import { lotsState, useLots } from '../lots/use-lots.ts'
import { pageMeta } from '../page-meta.ts'
import { paths } from '../paths.ts'
import { Empty } from '../ui/court.tsx'
import { ErrorNote } from '../ui/error-note.tsx'
import { PageTitle } from '../ui/page-frame.tsx'
import type { Route } from './+types/embed-page'

type Slice = Pick<CupView, 'epoch' | 'revision' | 'settings' | 'draw' | 'drawStatus'>

export function loader({ context }: Route.LoaderArgs) {
  return loadOrError(messages.loadFailed, async () => {
    const { epoch, revision, settings, draw, drawStatus } = await context.get(requestParts).app.publicView()
    const slice: Slice = { epoch, revision, settings, drawStatus, ...(draw && { draw }) }
    const { embedSites } = settings
    if (!embedSites) return data(slice, 404)
    // The server writes the rest of the policy; every other page may be in no frame at all.
    return data(slice, { headers: { 'content-security-policy': `frame-ancestors ${embedSites}` } })
  })
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders
}

export const clientLoader = loadedOr(messages.loadFailed)

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: 'Draw', description: 'The draw, live, for the site of the club.' })
}

/** The bare draw for a frame on the club's own site. Nothing here leads to another page of the cup within the frame, which would stay empty. */
export default function Embed({ loaderData }: Route.ComponentProps) {
  const loaded = useLoaded(loaderData)
  return (
    <main id="main" className="embed">
      <PageTitle>Draw</PageTitle>
      {'error' in loaded ? (
        <>
          <div className="embed-head">
            <Heading>Draw</Heading>
          </div>
          <ErrorNote>{loaded.error}</ErrorNote>
        </>
      ) : (
        <LiveEmbed slice={loaded} />
      )}
    </main>
  )
}

function LiveEmbed({ slice }: { slice: Slice }) {
  const { settings, draw: whole } = useLiveView(slice)
  const { draw, lots } = useLots(whole)
  const played = useMemo(() => draw && roundProgress(draw), [draw])
  const champion = draw && championOf(draw)
  if (!settings.embedSites)
    return (
      <>
        <div className="embed-head">
          <Heading>{settings.editionTitle}</Heading>
        </div>
        <Empty>The organisers have not switched this on: no other site may show the draw.</Empty>
      </>
    )
  return (
    <>
      <div className="embed-head">
        <Heading>{settings.editionTitle}</Heading>
        <LiveDot />
        <a href={paths.draw} target="_blank" rel="noopener">
          The whole draw <ExternalLink aria-hidden="true" size={18} />
          <span className="sr-only"> (opens in a new tab)</span>
        </a>
      </div>
      {draw ? (
        <div data-lots={lotsState(lots)}>
          {champion && <Champion draw={draw} team={champion} className="champion-band" />}
          <Bracket
            key={draw.id}
            draw={draw}
            played={played}
            matchHref={false}
            openAt={currentRound(draw)?.round ?? 0}
            champion={champion && <Champion draw={draw} team={champion} className="champion-aloft" />}
          />
        </div>
      ) : (
        <Empty>{messages.noTournamentData}</Empty>
      )}
      <Announcer draw={whole} />
    </>
  )
}

function Heading({ children }: { children: ReactNode }) {
  return <h1 className="display text-2xl">{children}</h1>
}
