import { useEffect } from 'react'
import { Link } from 'react-router'
import type { OwnTeam } from '../../domain/answer.ts'
import type { Entry } from '../../domain/cup.ts'
import { remember, remembered } from '../device-storage.ts'
import { paths } from '../paths.ts'
import { useHydrated } from '../ui/time.tsx'

const key = 'ownTeam'

type Remembered = OwnTeam & { readonly edition: number }

/** Inline script: puts the line's text into a custom property, which CSS shows until hydration (parts.css), against layout shift. */
export const ownTeamScript = `try{var o=localStorage.getItem('${key}');if(o)document.documentElement.style.setProperty('--own-team',JSON.stringify('Your team: '+JSON.parse(o).name))}catch{}`

/** Remembers the team registered on this device, so that other pages can link to its own. */
export function rememberOwnTeam({ id, name, token }: OwnTeam, edition: number) {
  remember(key, JSON.stringify({ id, name, token, edition } satisfies Remembered))
}

type OwnTeamLineProps = {
  /** Another edition's team is not shown. */
  edition: number
  /** If known, the team's state is shown. */
  entries?: readonly Entry[]
  className: string
}

export function OwnTeamLine({ edition, entries, className }: OwnTeamLineProps) {
  const isHydrated = useHydrated()
  const stored = isHydrated ? remembered(key) : undefined
  const own = stored === undefined ? undefined : (JSON.parse(stored) as Remembered)
  const isOver = own !== undefined && own.edition < edition
  useEffect(() => {
    if (isOver) remember(key, undefined)
  }, [isOver])
  if (!isHydrated) return <p className={`own-team ${className}`} />
  if (!own?.token || own.edition !== edition) return null
  const entry = entries?.find(({ id }) => id === own.id)
  return (
    <p className={`own-team ${className}`}>
      {/* A full page load, so that the secret address becomes no other page's referrer. */}
      <Link to={paths.entry(own.token)} reloadDocument className="link py-3.5 font-semibold">
        Your team: <bdi>{own.name}</bdi>
      </Link>
      {entry && (entry.approved ? ', approved' : ', waiting for approval')}
    </p>
  )
}
