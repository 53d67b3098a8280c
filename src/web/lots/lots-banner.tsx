import { Dices } from 'lucide-react'
import { useEffect } from 'react'
import { type Draw, isTeam, type SideRef } from '../../domain/cup.ts'
import { sideLabel } from '../../domain/teams/names.ts'
import { counted } from '../../domain/text.ts'
import type { Lots } from './use-lots.ts'

type LotsBannerProps = { draw: Draw; lots: Lots }

/** Above the draw during the show: the latest lot. */
export function LotsBanner({ draw, lots }: LotsBannerProps) {
  useLitPlace(lots.latest)
  return (
    <section className="lots-banner needs-script" aria-label="The lots are being drawn">
      <p className="lots-count">
        <Dices aria-hidden="true" size={20} /> {lotsWords(lots)}
      </p>
      <p aria-live="polite">{lots.latest && <LatestLot key={lots.fallen} draw={draw} lot={lots.latest} />}</p>
    </section>
  )
}

export function lotsWords({ fallen = 0, total }: Lots): string {
  return fallen === 0 ? `The draw: ${counted(total, 'lot')}` : `Lot ${fallen} of ${total}`
}

/** The team drawn, and its opponent if known. */
function LatestLot({ draw, lot }: { draw: Draw; lot: SideRef }) {
  const { name, where } = lotWords(draw, lot)
  return (
    <span className="lots-fallen">
      <bdi className="lots-name">{name}</bdi> {where}
    </span>
  )
}

export function lotWords(draw: Draw, { index, side }: SideRef): { name: string; where: string } {
  const sides = draw.rounds[0]?.matches[index]?.sides ?? []
  const [own = '', other = ''] = side === 1 ? sides : [sides[1], sides[0]]
  const meets = isTeam(other)
    ? `, against ${sideLabel(draw.teams, other)}`
    : other === 'BYE'
      ? ', with a bye'
      : ''
  return { name: sideLabel(draw.teams, own), where: `Match ${index + 1}${meets}` }
}

/** Highlights the drawn place, unless reduced motion is preferred. */
function useLitPlace(lot: SideRef | undefined) {
  const [index, side] = [lot?.index, lot?.side]
  useEffect(() => {
    if (index === undefined || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const place = document.querySelector(`.bracket [data-match="0.${index}"] [data-side="${side}"]`)
    place?.animate([{ backgroundColor: 'var(--ball-wash)' }, {}], {
      duration: 1_500,
      easing: 'ease-out',
    })
  }, [index, side])
}
