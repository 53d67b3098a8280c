import { Bell, ChevronUp, MapPin, Star, X } from 'lucide-react'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import type { Draw, Settings, TeamId } from '../../domain/cup.ts'
import { outlookOf } from '../../domain/night/outlook.ts'
import { sideLabel } from '../../domain/teams/names.ts'
import { paths } from '../paths.ts'
import { PictureButton } from '../pictures/picture-button.tsx'
import type { Subject } from '../pictures/poster.ts'
import { ShareButton } from '../ui/share-button.tsx'
import { useClock } from '../ui/use-clock.ts'
import { follow } from './follow.ts'
import { callKey, callWords, eitherOf, outlookWords } from './follow-words.ts'
import { canNotify, type Notice, notify } from './notify.ts'

type FollowCardProps = { draw: Draw; settings: Settings; team: TeamId; onShow: (team: TeamId) => void }

/** Stays at the foot of the page: when, where and against whom the followed team plays next. */
export function FollowCard({ draw, settings, team, onShow }: FollowCardProps) {
  const outlook = outlookOf(draw, team)
  const name = sideLabel(draw.teams, team)
  const call = callWords(draw, settings, outlook)
  const words = outlookWords(draw, settings, outlook, useClock())
  const wordsId = useId()
  useCall(call, callKey(call, outlook), {
    title: `${name}: ${call}`,
    body: words,
    tag: draw.id,
    url: paths.team(team),
  })
  useTappedNotice(() => onShow(team))
  return (
    <aside className="follow-card" aria-label="The team you follow" data-call={call ? '' : undefined}>
      <details>
        <summary aria-describedby={wordsId}>
          <span className="min-w-0">
            <span className="follow-name">
              <Star aria-hidden="true" size={20} className="shrink-0 fill-current" />
              <bdi>{name}</bdi>
            </span>
            <span id={wordsId}>
              <span className="follow-call" role="status">
                {call}
              </span>{' '}
              <span className="block text-pretty">{words.replace(/ (?=[AP]M)/g, '\u00a0')}</span>
            </span>
          </span>
          <ChevronUp className="follow-chevron shrink-0" aria-hidden="true" />
        </summary>
        <div className="follow-more">
          {'after' in outlook && outlook.after.length > 0 && (
            <p>A win leads to {eitherOf(draw.teams, outlook.after)}.</p>
          )}
          <Actions team={team} name={name} onShow={onShow} subject={{ kind: 'path', draw, settings, team }} />
        </div>
      </details>
    </aside>
  )
}

type ActionsProps = Pick<FollowCardProps, 'team' | 'onShow'> & { name: string; subject: Subject }

function Actions({ team, name, onShow, subject }: ActionsProps) {
  const [permission, setPermission] = useState(canNotify)
  return (
    <div className="follow-actions">
      <button type="button" className="follow-action" onClick={() => onShow(team)}>
        <MapPin aria-hidden="true" size={18} /> Show
      </button>
      <ShareButton title={name} path={paths.team(team)} className="follow-action">
        Share
      </ShareButton>
      <PictureButton subject={subject} className="follow-action" />
      {permission === 'default' && (
        <button
          type="button"
          className="follow-action"
          onClick={async () => setPermission(await Notification.requestPermission())}
        >
          <Bell aria-hidden="true" size={18} /> Notify me
        </button>
      )}
      <button type="button" className="follow-action" onClick={() => follow(undefined)}>
        <X aria-hidden="true" size={18} /> Stop following
      </button>
    </div>
  )
}

/** Tells each call once, also when the page is open behind something else; what stood there when it was opened is no news. */
function useCall(call: string | undefined, key: string, notice: Omit<Notice, 'key'>) {
  const told = useRef<Set<string>>(undefined)
  const tell = useEffectEvent(() => notify({ ...notice, key }))
  useEffect(() => {
    const isNews = told.current !== undefined
    told.current ??= new Set()
    if (call && isNews && !told.current.has(key)) tell()
    told.current.add(key)
  }, [call, key])
}

/** A notification was tapped while this page was open: the worker brings it to the front and says so. */
function useTappedNotice(onTap: () => void) {
  const tap = useEffectEvent(onTap)
  useEffect(() => {
    const listen = ({ data }: MessageEvent) => data?.kind === 'notice-tapped' && tap()
    navigator.serviceWorker?.addEventListener('message', listen)
    return () => navigator.serviceWorker?.removeEventListener('message', listen)
  }, [])
}
