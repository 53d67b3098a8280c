import { ChevronUp, MapPin, Star, X } from 'lucide-react'
import { useEffect, useEffectEvent, useId, useRef } from 'react'
import type { Draw, Settings, TeamId } from '../../domain/cup.ts'
import {
  type CallNotice,
  callNews,
  callNotice,
  callWords,
  eitherOf,
  outlookWords,
} from '../../domain/night/follow-words.ts'
import { outlookOf } from '../../domain/night/outlook.ts'
import { sideLabel } from '../../domain/teams/names.ts'
import { paths } from '../paths.ts'
import { PictureButton } from '../pictures/picture-button.tsx'
import type { Subject } from '../pictures/poster.ts'
import { ShareButton } from '../ui/share-button.tsx'
import { unbrokenHours, useClock } from '../ui/time.tsx'
import { unbrokenNames } from '../ui/unbroken-names.tsx'
import { follow, notify } from './follow.tsx'
import { PushOffer } from './push-offer.tsx'

type FollowCardProps = { draw: Draw; settings: Settings; team: TeamId; onShow: (team: TeamId) => void }

/** Sticky card at the foot of the page: the followed team's next match. */
export function FollowCard({ draw, settings, team, onShow }: FollowCardProps) {
  const outlook = outlookOf(draw, team)
  const name = sideLabel(draw.teams, team)
  const now = useClock()
  const call = callWords(draw, settings, outlook, now)
  const words = outlookWords(draw, settings, outlook, now)
  const wordsId = useId()
  useCall(callNotice(draw, settings, team, now), paths.team(team), () => onShow(team))
  return (
    <aside className="follow-card" aria-label="The team you follow" data-call={call ? '' : undefined}>
      <details>
        <summary aria-describedby={wordsId}>
          <span className="min-w-0">
            <span className="follow-name">
              <Star aria-hidden="true" size={20} className="shrink-0 fill-current" />
              <bdi>{unbrokenNames(name, draw)}</bdi>
            </span>
            <span id={wordsId}>
              <span className="follow-call" role="status">
                {call}
              </span>{' '}
              <span className="block text-pretty">{unbrokenHours(unbrokenNames(words, draw))}</span>
            </span>
          </span>
          <ChevronUp className="follow-chevron shrink-0" aria-hidden="true" />
        </summary>
        <div className="follow-more">
          {'after' in outlook && outlook.after.length > 0 && (
            <p>After a win: {unbrokenNames(eitherOf(draw.teams, outlook.after), draw)}.</p>
          )}
          <FollowActions
            team={team}
            name={name}
            onShow={onShow}
            subject={{ kind: 'path', draw, settings, team }}
          />
        </div>
      </details>
      {'match' in outlook && <PushOffer key={team} team={team} />}
    </aside>
  )
}

type FollowActionsProps = Pick<FollowCardProps, 'team' | 'onShow'> & { name: string; subject: Subject }

function FollowActions({ team, name, onShow, subject }: FollowActionsProps) {
  return (
    <div className="follow-actions">
      <button type="button" className="follow-action" onClick={() => onShow(team)}>
        <MapPin aria-hidden="true" size={18} /> Show
      </button>
      <ShareButton title={name} path={paths.team(team)} className="follow-action">
        Share
      </ShareButton>
      <PictureButton subject={subject} className="follow-action" />
      <button type="button" className="follow-action" onClick={() => follow(undefined)}>
        <X aria-hidden="true" size={18} /> Stop following
      </button>
    </div>
  )
}

/**
 * Notifies of each call once, also while the page is in the background. Deduplicated by key: calls from before the page was opened, and those
 * a push has shown (the service worker posts a message when its notice is tapped), do not count.
 */
function useCall(notice: CallNotice | undefined, url: string, onTap: () => void) {
  const told = useRef<{ readonly keys: Set<string>; readonly last?: CallNotice | undefined }>(undefined)
  const hear = useEffectEvent((key = '') => {
    const { keys, last } = told.current ?? { keys: new Set([key]) }
    const news = callNews(last, notice)
    if (news && !keys.has(key)) notify(news, url)
    told.current = { keys: keys.add(key), last: notice }
  })
  const key = notice?.key
  useEffect(() => hear(key), [key])

  const tap = useEffectEvent(({ data }: MessageEvent) => {
    if (data?.kind !== 'notice-tapped') return
    told.current?.keys.add(data.key)
    onTap()
  })
  useEffect(() => {
    const listen = (event: MessageEvent) => tap(event)
    navigator.serviceWorker?.addEventListener('message', listen)
    return () => navigator.serviceWorker?.removeEventListener('message', listen)
  }, [])
}
