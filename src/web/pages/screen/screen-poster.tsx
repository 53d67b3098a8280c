import type { ReactNode } from 'react'
import type { Settings } from '../../../domain/cup.ts'
import { messages } from '../../../domain/messages.ts'
import { eveningWords, twelveHour } from '../../../domain/night/schedule.ts'
import { isRegistrationOpen } from '../../../domain/teams/registration.ts'
import { paths } from '../../paths.ts'
import { Court } from '../../ui/court.tsx'
import { splitBrand } from '../../ui/page-frame.tsx'
import { momentText, useClock } from '../../ui/time.tsx'

type PosterProps = {
  settings: Settings
  /** Number of registered teams. */
  entered: number
  /** QR code to the cup. */
  code: (path: string, words: string) => ReactNode
}

/** Before the draw: what, when, and how to register. */
export function ScreenPoster({ settings, entered, code }: PosterProps) {
  const { presenter, editionTitle, editionSeason, editionTheme, registrationClosesAt } = settings
  const evening = eveningWords(settings)
  const now = useClock()
  const isOpen = isRegistrationOpen(settings, now ?? new Date(0))
  const { name, number } = splitBrand(editionTitle)
  return (
    <section className="tv-poster" aria-label="The cup">
      <Court className="tv-court" />
      <div className="tv-poster-words">
        {presenter && <p className="tv-poster-kicker">{presenter}</p>}
        <p className="tv-poster-title" data-size={titleLength(editionTitle)}>
          <span>{name} </span>
          {number && <span className="text-poster-ball">{number}</span>}
        </p>
        <p className="tv-poster-season">{[editionSeason, editionTheme].filter(Boolean).join(' · ')}</p>
        {evening && <p className="tv-poster-season text-balance text-poster-ball">{evening}</p>}
      </div>
      <dl className="tv-facts">
        <div>
          <dt>First matches</dt>
          <dd>{twelveHour(settings.scheduleStart)}</dd>
        </div>
        <div>
          <dt>Registration</dt>
          <dd data-open={isOpen || undefined}>{isOpen ? 'Open' : 'Closed'}</dd>
          {isOpen && registrationClosesAt && now && (
            <dd>until {momentText(registrationClosesAt, now, settings.timeZone)}</dd>
          )}
        </div>
        {entered > 0 && (
          <div>
            <dt>Teams entered</dt>
            <dd>{entered}</dd>
          </div>
        )}
      </dl>
      {isOpen ? code(paths.register, 'Register your team') : code('', 'The cup on your phone')}
      <p className="sr-only">{messages.noTournamentData}</p>
    </section>
  )
}

function titleLength(title: string): 'longer' | 'long' | undefined {
  if (title.length <= 14) return undefined
  return title.length <= 30 ? 'long' : 'longer'
}
