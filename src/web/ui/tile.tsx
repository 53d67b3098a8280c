import { ArrowUpRight, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

type TileProps = {
  /** A path of the site, or an https address, which opens in a new tab. */
  to: string
  icon: LucideIcon
  label: string
  /** Current state in a few words. */
  note?: ReactNode
}

export function Tile({ to, icon: Icon, label, note }: TileProps) {
  const inside = (
    <>
      <span className="flex min-h-7 items-center">
        <Icon aria-hidden="true" className="shrink-0 text-ball" size={28} strokeWidth={1.9} />
      </span>
      <span className="tile-label">{label}</span>
      {/* In the markup after the label, which begins the accessible name; CSS places it next to the icon. */}
      {note && <span className="tile-note"> {note}</span>}
    </>
  )
  if (to.startsWith('/')) {
    return (
      <Link to={to} className="tile">
        {inside}
      </Link>
    )
  }
  return (
    <a href={to} className="tile" target="_blank" rel="noopener noreferrer">
      {inside}
      <ArrowUpRight aria-hidden="true" className="absolute top-4 right-4 text-muted" size={20} />
      <span className="sr-only">(opens in a new tab)</span>
    </a>
  )
}
