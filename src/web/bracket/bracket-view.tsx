import { Minus, Plus } from 'lucide-react'
import { type MouseEvent, type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import type { Draw, Round } from '../../domain/cup.ts'
import { roundIsOn } from '../../domain/messages.ts'
import { championOf, currentRound, type RoundProgress, roundProgress } from '../../domain/night/progress.ts'
import { remember } from '../device-storage.ts'
import { type Reveal, useNight, useReveal, useRoundInView } from './scroll.ts'
import { shortRoundName } from './side.tsx'
import { Champion, Tree, type TreeProps } from './tree.tsx'
import { useBracketKeys } from './use-bracket-keys.ts'
import { useZoom } from './use-zoom.ts'

type BracketProps = Omit<
  TreeProps,
  'section' | 'focus' | 'zoom' | 'idPrefix' | 'ref' | 'played' | 'champion'
> & {
  /** The match to scroll to. Compared by identity: a new object scrolls again. */
  reveal?: Reveal | undefined
  /** Replaces navigation to a match's link. */
  onOpen?: (matchId: string) => void
}

/**
 * The interactive bracket: a scrolling box, round tabs on a phone, zoom on a laptop, arrow keys, the champions once there are some.
 * A match is a link to itself, or with a `Side` component (WinnerSide) a group of its two sides. Define `Side` and `Foot` at module level:
 * their identity is part of the memo.
 */
export function Bracket({ reveal, onOpen, ...tree }: BracketProps) {
  const { draw } = tree
  const { rounds } = draw
  const played = useMemo(() => roundProgress(draw), [draw])
  // Draw Management shows them above its list.
  const champion = tree.Side ? undefined : championOf(draw)
  const frame = useRef<HTMLDivElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const current = currentRound(draw)?.round ?? 0
  const { focus, showRound } = useRoundInView(box, rounds.length, current)
  const roundOn = useNight({
    current,
    focus,
    showRound,
    isPointed: Boolean(tree.Side ?? tree.marked ?? reveal),
  })
  const zoom = useZoom(box)
  const keys = useBracketKeys(box, rounds)
  // Without links inside, the box itself takes the focus, so that keys scroll it.
  const ownStop = tree.matchHref === false && { tabIndex: 0, role: 'group', 'aria-label': 'Draw' }
  useFlights(box, draw)
  useReveal({ box, linked: tree.marked, reveal, focus, showRound })

  function open(event: MouseEvent<HTMLDivElement>) {
    if (!onOpen || event.metaKey || event.ctrlKey || event.shiftKey) return
    const match = (event.target as Element).closest('a.match')?.closest<HTMLElement>('[data-match]')
    if (!match?.dataset.matchId) return
    event.preventDefault()
    onOpen(match.dataset.matchId)
  }

  // Portal into the page's toolbar, if it has one, so that the buttons cover no match. A small draw needs no zoom.
  const [zoomPlace, setZoomPlace] = useState<Element | null>(null)
  useEffect(() => setZoomPlace(document.getElementById('zoom-tools') ?? frame.current), [])
  const zoomTools = (
    <div className="bracket-zoom">
      <button type="button" aria-label="Smaller" onClick={zoom.out} disabled={!zoom.canGoOut}>
        <Minus aria-hidden="true" size={20} />
      </button>
      <button type="button" aria-label="Larger" onClick={zoom.in} disabled={!zoom.canGoIn}>
        <Plus aria-hidden="true" size={20} />
      </button>
    </div>
  )

  return (
    <>
      {champion && <Champion teams={draw.teams} team={champion} className="champion-band" />}
      <div className="bracket" ref={frame}>
        <RoundTabs rounds={rounds} played={played} current={focus} onShow={showRound} />
        {roundOn !== undefined && !champion && !tree.Side && (
          <button type="button" className="round-on" onClick={() => showRound(roundOn)}>
            {roundIsOn(rounds[roundOn]?.name ?? '')}
          </button>
        )}
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the links and buttons inside act; this listens for them. */}
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is a click. */}
        <div className="bracket-box" ref={box} onClick={open} {...ownStop} {...keys}>
          <Tree {...tree} played={played} champion={champion} focus={focus} zoom={zoom.level} />
        </div>
        {zoomPlace && (rounds[0]?.matches.length ?? 0) > 4 && createPortal(zoomTools, zoomPlace)}
      </div>
    </>
  )
}

/** Animates a winner into its next match. */
function useFlights(box: RefObject<HTMLElement | null>, draw: Pick<Draw, 'rounds'>) {
  const before = useRef(draw)
  useLayoutEffect(() => {
    const earlier = before.current
    before.current = draw
    if (earlier === draw || !box.current || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const within = box.current
    // Lazy; if it cannot be loaded, the result appears without motion.
    import('./fly-winners.ts').then(({ flyWinners }) => flyWinners(within, earlier, draw)).catch(() => {})
  }, [box, draw])
}

type RoundTabsProps = {
  rounds: readonly Round[]
  played: readonly RoundProgress[]
  current: number
  onShow: (round: number) => void
}

function RoundTabs({ rounds, played, current, onShow }: RoundTabsProps) {
  const nav = useRef<HTMLElement>(null)
  // Scrolls the current tab into view.
  useEffect(() => {
    const tab = nav.current?.children[current] as HTMLElement | undefined
    if (nav.current && tab)
      nav.current.scrollLeft = tab.offsetLeft - (nav.current.clientWidth - tab.offsetWidth) / 2
  }, [current])
  if (rounds.length < 2) return null
  return (
    <nav className="round-tabs" aria-label="Rounds" ref={nav}>
      {rounds.map((round, index) => (
        <a
          key={round.name}
          href={`#round-${index}`}
          aria-current={index === current ? 'true' : undefined}
          data-final={index === rounds.length - 1 || undefined}
          onClick={(event) => {
            event.preventDefault()
            onShow(index)
          }}
        >
          <span className="round-tab-name">
            {index === current ? round.name : shortRoundName(round.name)}
          </span>
          {played[index] && (
            <span className="round-tab-count">
              {played[index].played}/{played[index].total}
              <span className="sr-only"> played</span>
            </span>
          )}
        </a>
      ))}
    </nav>
  )
}

/** The spec: the browser stores the current tournament's id. */
export function useTournamentId(id: string) {
  useEffect(() => remember('currentTournamentID', id), [id])
}
