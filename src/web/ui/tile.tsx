import { ArrowUpRight, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

type TileProps = {
  /** An address of the site, or an https one, which opens in a new tab. */
  to: string
  icon: LucideIcon
  label: string
  /** A few words on what is to be found there now. */
  note?: ReactNode
}

export function Tile({ to, icon: Icon, label, note }: TileProps) {
  const inside = (
    <>
      <Icon aria-hidden="true" className="text-ball" size={28} strokeWidth={1.9} />
      <span className="mt-auto">
        <span className="display block text-[1.375rem] text-balance sm:text-[1.625rem]">{label}</span>
        {note && <span className="mt-1 block text-sm text-muted">{note}</span>}
      </span>
    </>
  )
  if (!to.startsWith('https:')) {
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
