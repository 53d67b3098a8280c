import { Trophy } from 'lucide-react'
import { Fragment, lazy, memo, Suspense, useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { Draw, Settings, TeamId } from '../../../domain/cup.ts'
import { messages } from '../../../domain/messages.ts'
import { championOf, currentRound } from '../../../domain/night/progress.ts'
import { clockTime } from '../../../domain/night/schedule.ts'
import { isLoopback } from '../../../domain/text.ts'
import { EndWords, RoundWords } from '../../bracket/progress-panel.tsx'
import { lazily } from '../../lazily.ts'
import { useLiveStatus } from '../../live/use-live-view.ts'
import { useLots } from '../../lots/use-lots.ts'
import { clientLoader, meta, type PageProps, page, shouldRevalidate } from '../../page.tsx'
import { pageLoader } from '../../page-loader.ts'
import { paths } from '../../paths.ts'
import { Court } from '../../ui/court.tsx'
import { ErrorNote } from '../../ui/error-note.tsx'
import { PageTitle, Wordmark } from '../../ui/page-frame.tsx'
import { useClock, useZone } from '../../ui/time.tsx'
import { Night, type NightProps } from './night.tsx'
import { ScreenPoster } from './screen-poster.tsx'
import { SoundSwitch } from './sound-switch.tsx'
import { Players } from './team-names.tsx'
import { useCarousel, useReloadOnceWell, useUnattended } from './unattended.ts'

const QrCode = lazy(async () => ({ default: await loadCode() }))

/** If its script cannot be loaded, the server-rendered code stays. */
function loadCode() {
  return import('../../ui/qr-code.tsx').then(
    (file) => file.QrCode,
    () => new Promise<never>(() => {}),
  )
}

const CallMoments = lazily(() => import('./call-moments.tsx').then((file) => file.CallMoments))
const LotsMoment = lazily(() => import('./lots-moment.tsx').then((file) => file.LotsMoment))

type Addresses = {
  /** The public origin, or that of the request. */
  readonly site: string
  /** Whether ORIGIN is configured. */
  readonly isPublic: boolean
  /** The origin of this machine in its network, if known. */
  readonly nearby?: string
}

export { clientLoader, meta, shouldRevalidate }
export const loader = pageLoader('screen', ({ parts: { origin, nearby }, url }): Addresses => {
  const here = nearby()
  return { site: url.origin, isPublic: origin !== undefined, ...(here && { nearby: here }) }
})

export default page('screen', Screen, Trouble)

export function ErrorBoundary() {
  return <Trouble error={messages.loadFailed} />
}

/** Unattended: retries automatically. */
function Trouble({ error }: { error: string }) {
  useReloadOnceWell(true)
  return (
    <main className="grid min-h-dvh place-content-center p-6">
      <PageTitle>On screen</PageTitle>
      <h1 className="sr-only">On screen</h1>
      <ErrorNote>{error}</ErrorNote>
    </main>
  )
}

function Screen({ view, loaded }: PageProps<typeof loader>) {
  const { settings, draw: whole, entries } = view
  const { draw, lots } = useLots(whole)
  const site = usePhoneSite(loaded)
  useUnattended()
  const champion = draw && championOf(draw)
  const current = draw && currentRound(draw)
  const code = <Code site={site} path={paths.draw} words="The draw on your phone" />
  return (
    <main className="tv" id="main">
      <PageTitle>On screen</PageTitle>
      <h1 className="sr-only">{settings.editionTitle} on screen</h1>
      {!draw && <Age />}
      {!draw && <SoundSwitch />}
      {draw && (
        <header className="tv-head">
          <Title text={settings.editionTitle} />
          <Age />
          <SoundSwitch />
          <div className="tv-words">
            {current && !champion && (
              <p>
                <RoundWords round={current} />
              </p>
            )}
            <p className="tv-end">
              <EndWords draw={draw} settings={settings} />
            </p>
          </div>
        </header>
      )}
      {!draw && (
        <ScreenPoster
          settings={settings}
          entered={entries.length}
          code={(path, words) => <Code site={site} path={path} words={words} />}
        />
      )}
      {draw && lots && (
        <Suspense>
          <LotsMoment draw={draw} lots={lots} />
        </Suspense>
      )}
      {draw && !lots && !champion && <Night draw={draw} settings={settings} code={code} />}
      {draw && champion && (
        <Finale key={champion} draw={draw} settings={settings} code={code} champion={champion} />
      )}
      {draw && (
        <Suspense>
          <CallMoments draw={draw} />
        </Suspense>
      )}
    </main>
  )
}

/** The champions take over the screen once the final is decided; later they alternate with the draw. */
function Finale({ champion, ...night }: NightProps & { champion: TeamId }) {
  const { draw, settings } = night
  const turn = useCarousel(4, 30_000)
  if (turn > 1) return <Night {...night} />
  return <ChampionsMoment draw={draw} settings={settings} champion={champion} />
}

type ChampionsMomentProps = { draw: Pick<Draw, 'teams'>; settings: Settings; champion: TeamId }

/** The champions' names across the bar's whole screen. */
function ChampionsMoment({ draw, settings, champion }: ChampionsMomentProps) {
  return (
    <section className="tv-moment" aria-label="The champions">
      <Court className="tv-court" />
      <p className="tv-moment-title">
        <Trophy aria-hidden="true" strokeWidth={2} /> Champions
      </p>
      <p className="tv-moment-name">
        <Players teams={draw.teams} team={champion} isUpperCase />
      </p>
      <p className="tv-moment-season">
        {settings.editionTitle} · {settings.editionSeason}
      </p>
    </section>
  )
}

/** The origin for phones: never a loopback address. */
function usePhoneSite({ site, isPublic, nearby }: Addresses): string | undefined {
  // Behind a proxy only the browser knows the public address.
  const [opened, setOpened] = useState(site)
  useEffect(() => setOpened(location.origin), [])
  const { revalidate } = useRevalidator()
  useEffect(() => {
    // The laptop may have joined another network.
    const ask = () => void revalidate()
    addEventListener('online', ask)
    return () => removeEventListener('online', ask)
  }, [revalidate])
  if (isPublic) return site
  return isLoopback(opened) ? nearby : opened
}

type CodeProps = { site: string | undefined; path: string; words: string }

/** Memoised: rendering again before its script has loaded would discard the server-rendered code. */
const Code = memo(({ site, path, words }: CodeProps) => {
  if (!site) return <NoWay />
  return (
    <div className="tv-qr">
      <div className="qr">
        <Suspense>
          <QrCode text={site + path} label={`QR code to ${site}${path}`} />
        </Suspense>
      </div>
      <div className="tv-qr-words">
        <p>
          <b>{words}</b>
        </p>
        <Address text={site.replace(/^https?:\/\//, '') + path} />
      </div>
    </div>
  )
})

/** Instead of a code with an address that phones cannot reach. */
function NoWay() {
  return (
    <p className="tv-no-way">
      <b>For a QR code that phones can scan</b>, open this page at the network address of this machine, or
      start the cup with ORIGIN set to its public address.
    </p>
  )
}

/** Large if short, else on two lines. */
function Title({ text }: { text: string }) {
  const isLong = text.length > 24
  return (
    <p className="tv-title" data-long={isLong || undefined}>
      <Wordmark className={isLong ? 'block text-balance whitespace-normal!' : 'block'} />
    </p>
  )
}

/** To be typed into a phone: breaks before separators only. */
function Address({ text }: { text: string }) {
  return (
    <p className="tv-address">
      {text.split(/(?=[./:])/).map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of an address are identified by position.
        <Fragment key={index}>
          <wbr />
          {part}
        </Fragment>
      ))}
    </p>
  )
}

/** Age of the data while offline. */
function Age() {
  const { state, asOf } = useLiveStatus()
  const now = useClock(5_000)
  const zone = useZone()
  if (state === 'live' || state === 'connecting' || !now) return null
  if (!asOf) return <p className="tv-age">No connection · older data</p>
  const minutes = Math.floor((now.getTime() - asOf.getTime()) / 60_000)
  const old =
    minutes < 1 ? 'less than a minute old' : minutes === 1 ? '1 minute old' : `${minutes} minutes old`
  return (
    <p className="tv-age">
      No connection · as of {clockTime(asOf, zone)}, {old}
    </p>
  )
}
