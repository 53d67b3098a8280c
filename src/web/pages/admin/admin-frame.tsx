import { ChevronLeft } from 'lucide-react'
import { use } from 'react'
import { Link } from 'react-router'
import type { Answer } from '../../../domain/answer.ts'
import { ActionButton, ActionForm } from '../../actions/action-form.tsx'
import { setLoggingOut, useEndedSession } from '../../actions/ended-session.ts'
import { LiveDot } from '../../live/live-dot.tsx'
import { wayBack } from '../../pages.ts'
import { paths } from '../../paths.ts'
import { PageContext, type PageFrameProps, PageTitle, SiteHeader, widths } from '../../ui/page-frame.tsx'

type AdminFrameProps = Pick<PageFrameProps, 'title' | 'lead' | 'tools' | 'width' | 'children'> & {
  /** False for pages without live data. */
  isLive?: boolean
  isNight?: boolean
  /** Where it is not the table's. */
  back?: ReturnType<typeof wayBack>
}

/** An organiser's page. Back link, title and tools share one line, to leave a phone's screen to the content. */
export function AdminFrame({
  title: ownTitle,
  lead,
  tools,
  width = 'wide',
  isLive = true,
  isNight = false,
  back,
  children,
}: AdminFrameProps) {
  const page = use(PageContext)
  const title = ownTitle ?? page.title
  const { to, label } = back ?? wayBack(page)
  useEndedSession()
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <SiteHeader live={isLive ? <LiveDot isNight={isNight} /> : undefined} width={width} hasNotices />
      <main id="main" className={`mx-auto w-full ${widths[width]} px-4 pt-1.5 pb-24 sm:px-6 sm:pt-3`}>
        <div className="mb-2 flex min-h-touch items-center gap-x-2 has-[>.tool-row]:flex-wrap sm:mb-4 sm:gap-x-4">
          <Link
            to={to}
            className="-ml-1.5 inline-flex min-h-touch shrink-0 items-center gap-0.5 pr-1 font-semibold text-muted hover:text-ball"
          >
            <ChevronLeft aria-hidden="true" size={20} />
            <span>
              <span className="sr-only sm:not-sr-only">Back to </span>
              {label}
            </span>
          </Link>
          <h1 className="display min-w-0 grow text-[1.625rem] leading-none min-[24rem]:whitespace-nowrap sm:text-5xl">
            {title}
          </h1>
          {tools}
        </div>
        {lead && <p className="mb-4 max-w-prose text-muted sm:text-lg">{lead}</p>}
        {children}
      </main>
    </>
  )
}

/** A full page load, so that no organiser's data stays in the tab's memory. */
function leave(answer: Answer) {
  if (answer.ok) location.assign(paths.home)
  else setLoggingOut(false)
}

export function Logout({ className }: { className?: string }) {
  return (
    <ActionForm className="shrink-0" prepare={() => setLoggingOut(true)} onAnswer={leave}>
      <ActionButton tone="quiet" name="intent" value="logout" {...(className && { className })}>
        Logout
      </ActionButton>
    </ActionForm>
  )
}
