import { Bell } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link, useMatch } from 'react-router'
import type { TeamId } from '../../domain/cup.ts'
import { remember, remembered } from '../device-storage.ts'
import { pages } from '../pages.ts'
import { paths } from '../paths.ts'
import { canNotify } from './follow.tsx'
import { pushFor, pushObstacle } from './web-push.ts'

/** Stores the team for which 'Not now' was tapped. */
const laterKey = 'notifyLater'

export type PushOfferProps = {
  team: TeamId
  /** The token of the team's own link, on the pages that have it. */
  link?: string
}

/**
 * Offers push notifications of the team's calls, or explains why they are impossible. A folded card shows only an unanswered offer.
 */
export function PushOffer({ team, link }: PushOfferProps) {
  const isOwnPage = useMatch(pages.entry.path) !== null
  const [obstacle, setObstacle] = useState(() => pushObstacle(isOwnPage))
  const [permission, setPermission] = useState(canNotify)
  const [later, setLater] = useState(() => remembered(laterKey))
  const [isAsking, setIsAsking] = useState(false)
  const [problem, setProblem] = useState<string>()
  const isOn = !obstacle && permission === 'granted'

  // Renewed with each page: the team, the server's keys or the browser's subscription may have changed.
  useEffect(() => {
    if (isOn) pushFor(team, link).then(setProblem)
  }, [isOn, team, link])

  async function askPermission() {
    setIsAsking(true)
    setPermission(await Notification.requestPermission())
    setObstacle(pushObstacle(isOwnPage))
    setIsAsking(false)
  }

  function sayLater() {
    setLater(team)
    remember(laterKey, team)
  }

  const isOffer = obstacle?.isHomeScreen || (!obstacle && !isOn)
  return (
    <div className="follow-offer" data-quiet={!isOffer || later === team ? '' : undefined}>
      <p aria-live="polite">
        {obstacle?.why ??
          problem ??
          (isOn
            ? 'This device notifies you when you are up next and when you are called, even while it is locked.'
            : 'Get a buzz when you are up next and when you are called, even with the phone locked.')}
      </p>
      {(isOffer || problem) && (
        <div className="follow-actions">
          {!obstacle && (
            <button
              type="button"
              className="follow-action"
              disabled={isAsking}
              onClick={() => (isOn ? pushFor(team, link).then(setProblem) : askPermission())}
            >
              <Bell aria-hidden="true" size={18} /> {isOn ? 'Try again' : 'Notify me'}
            </button>
          )}
          {obstacle?.isHomeScreen && isOwnPage && (
            <Link to={paths.home} className="follow-action">
              Home page
            </Link>
          )}
          {isOffer && later !== team && (
            <button type="button" className="follow-action" onClick={sayLater}>
              Not now
            </button>
          )}
        </div>
      )}
    </div>
  )
}
