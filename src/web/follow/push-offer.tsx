import { Bell } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { TeamId } from '../../domain/cup.ts'
import { canNotify } from './follow.tsx'
import { pushFor, pushObstacle } from './web-push.ts'

/** The team that was said 'Not now' to. */
const laterKey = 'notifyLater'

/**
 * Offers to tell this device of the team's calls while its page is closed, or says why that cannot be. The offer is seen on the closed card
 * until it is answered, the rest on the open one.
 */
export function PushOffer({ team }: { team: TeamId }) {
  const [obstacle, setObstacle] = useState(pushObstacle)
  const [permission, setPermission] = useState(canNotify)
  const [later, setLater] = useState(() => read(laterKey))
  const [isAsking, setIsAsking] = useState(false)
  const [problem, setProblem] = useState<string>()
  const isOn = !obstacle && permission === 'granted'

  // With each page anew: the team, the cup's keys or the browser's subscription may have changed since.
  useEffect(() => {
    if (isOn) pushFor(team).then(setProblem)
  }, [isOn, team])

  async function askPermission() {
    setIsAsking(true)
    setPermission(await Notification.requestPermission())
    setObstacle(pushObstacle())
    setIsAsking(false)
  }

  function sayLater() {
    setLater(team)
    write(laterKey, team)
  }

  const isOffer = obstacle?.isHomeScreen || (!obstacle && !isOn)
  return (
    <div className="follow-offer" data-quiet={!isOffer || later === team ? '' : undefined}>
      <p aria-live="polite">
        {obstacle?.why ??
          problem ??
          (isOn
            ? 'This device is told when you are next and when you are called, also while it is locked.'
            : 'Get a buzz when you are next and when you are called, also with the phone locked.')}
      </p>
      {(isOffer || problem) && (
        <div className="follow-actions">
          {!obstacle && (
            <button
              type="button"
              className="follow-action"
              disabled={isAsking}
              onClick={() => (isOn ? pushFor(team).then(setProblem) : askPermission())}
            >
              <Bell aria-hidden="true" size={18} /> {isOn ? 'Try again' : 'Notify me'}
            </button>
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

function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function write(key: string, value: string) {
  try {
    localStorage.setItem(key, value)
  } catch {
    // Asked again on the next page.
  }
}
