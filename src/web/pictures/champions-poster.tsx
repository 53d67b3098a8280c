import { Trophy } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Draw, Settings } from '../../domain/cup.ts'
import { championOf } from '../../domain/night/progress.ts'
import { sideNames } from '../../domain/teams/names.ts'
import { PictureButton } from './picture-button.tsx'

type ChampionsPosterProps = {
  /** The cup's name, with the number of the edition. */
  title: string
  names: readonly string[]
  season: string
  theme: string
  className?: string
  children?: ReactNode
}

/** The champions, with a button to share them as a picture. */
export function ChampionsPoster({ className = '', children, ...shown }: ChampionsPosterProps) {
  const { title, names, season, theme } = shown
  return (
    <section className={`champions-poster ${className}`} aria-label="The champions">
      <p className="champions-title">
        <Trophy aria-hidden="true" strokeWidth={2} /> Champions
      </p>
      <p className="champions-names">
        {names.map((name, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two players of a team may be called alike.
          <span key={at}>
            {at > 0 && <span className="sr-only"> and </span>}
            <bdi>{name}</bdi>
          </span>
        ))}
      </p>
      {children}
      <p className="champions-season">{[title, season, theme].filter(Boolean).join(' · ')}</p>
      <PictureButton
        key={title}
        subject={{ kind: 'champions', ...shown }}
        className="button champions-picture"
      />
    </section>
  )
}

/** The same for the current edition, once its final is decided. */
export function ChampionsCard({ draw, settings }: { draw: Draw; settings: Settings }) {
  const champion = championOf(draw)
  if (!champion) return null
  return (
    <ChampionsPoster
      title={settings.editionTitle}
      names={sideNames(draw.teams, champion)}
      season={settings.editionSeason}
      theme={settings.editionTheme}
    />
  )
}
