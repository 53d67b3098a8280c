import { useEffect, useSyncExternalStore } from 'react'
import { Link } from 'react-router'
import type { OwnTeam } from '../../domain/answer.ts'
import type { Entry } from '../../domain/cup.ts'
import { remember, remembered } from '../device-storage.ts'
import { paths } from '../paths.ts'

const key = 'ownTeam'

type Remembered = OwnTeam & { readonly edition: number }

/** Inline script: the line's words as a custom property, which fills its place (parts.css) until hydration, so that nothing below moves. */
export const ownTeamScript = `try{var o=localStorage.getItem('${key}');if(o)document.documentElement.style.setProperty('--own-team',JSON.stringify('Your team: '+JSON.parse(o).name))}catch{}`

/** The team that was registered on this device: its pages lead to the team's own, without following first. */
export function rememberOwnTeam({ id, name, token }: OwnTeam, edition: number) {
  remember(key, JSON.stringify({ id, name, token, edition } satisfies Remembered))
}

type OwnTeamLineProps = {
  /** Another edition's team is not shown. */
  edition: number
  /** Where they are known: for the team's state. */
  entries?: readonly Entry[]
  className: string
}

export function OwnTeamLine({ edition, entries, className }: OwnTeamLineProps) {
  const stored = useSyncExternalStore(
    () => () => {},
    () => remembered(key),
    () => undefined,
  )
  const own = stored === undefined ? undefined : (JSON.parse(stored) as Remembered)
  const isOver = own !== undefined && own.edition < edition
  useEffect(() => {
    if (isOver) remember(key, undefined)
  }, [isOver])
  if (!own) return <p className={`own-team ${className}`} />
  if (!own.token || own.edition !== edition) return null
  const entry = entries?.find(({ id }) => id === own.id)
  return (
    <p className={`own-team ${className}`}>
      {/* As a page of its own, so that its address is no other page's referrer. */}
      <Link to={paths.entry(own.token)} reloadDocument className="link py-3.5 font-semibold">
        Your team: <bdi>{own.name}</bdi>
      </Link>
      {entry && (entry.approved ? ', approved' : ', waiting for approval')}
    </p>
  )
}
