import { createContext, use, useCallback, useMemo, useRef, useState } from 'react'
import type { Answer, Failure } from '../../domain/answer.ts'
import { isQuestion } from '../../domain/refusals.ts'

/** What the page says about the organiser's last action. */
export type Notice = {
  /** Two alike in a row are two: each is read out and stays its time. */
  readonly nth: number
} & (
  | { readonly kind: 'busy'; readonly text: string }
  | { readonly kind: 'done'; readonly text: string; readonly revision: number; readonly canTakeBack: boolean }
  | {
      readonly kind: 'failed'
      readonly failure: Failure
      /** The button that was tapped: what is confirmed afterwards is still its tap. */
      readonly tapped?: string | undefined
      /** Its banner has gone; what is said beside a field stays. */
      readonly isOver?: boolean
    }
)

/** What a browser without scripts was redirected here to read. */
export type DoneBefore = { readonly words: string; readonly revision: number; readonly canTakeBack: boolean }

type NoticeOnPage = {
  readonly notice: Notice | undefined
  readonly dismiss: () => void
  /** Takes a failure's banner away. */
  readonly hide: () => void
}

export const NoticeContext = createContext<NoticeOnPage>({
  notice: undefined,
  dismiss: () => {},
  hide: () => {},
})

export function useNotice(): NoticeOnPage {
  return use(NoticeContext)
}

/** What each tap says; false where a question stands before it: that stays until it is answered, whatever comes of other taps. */
export type Say = {
  readonly nothing: (tapped: string | undefined) => boolean
  readonly busy: (text: string, tapped: string | undefined) => boolean
  readonly answer: (answer: Answer, tapped: string | undefined) => boolean
}

/** The notice of a page, and how its taps come to say something. */
export function useNewNotice(posted: Answer | undefined, done: DoneBefore | undefined) {
  const [notice, setNotice] = useState(() => firstNotice(posted, done))
  /** The tap whose question is on the screen. */
  const asking = useRef<{ readonly tapped: string | undefined }>(undefined)
  const last = useRef<Notice>(undefined)

  const show = useCallback((next: Notice | undefined, tapped: string | undefined): boolean => {
    if (asking.current && asking.current.tapped !== tapped) return false
    const isAsked = next?.kind === 'failed' && isQuestion(next.failure.reason)
    asking.current = isAsked ? { tapped } : undefined
    setNotice(next)
    return true
  }, [])
  const say = useMemo<Say>(
    () => ({
      nothing: (tapped) => show(undefined, tapped),
      busy: (text, tapped) => show({ kind: 'busy', text, nth: 0 }, tapped),
      answer(answer, tapped) {
        const nth = (last.current?.nth ?? 0) + 1
        last.current = { ...noticeOf(answer, last.current, tapped), nth }
        return show(last.current, tapped)
      },
    }),
    [show],
  )
  const dismiss = useCallback(() => {
    asking.current = undefined
    setNotice(undefined)
  }, [])
  const hide = useCallback(() => {
    setNotice((shown) => (shown?.kind === 'failed' ? { ...shown, isOver: true } : undefined))
  }, [])
  const onPage = useMemo(() => ({ notice, dismiss, hide }), [notice, dismiss, hide])
  return { onPage, say }
}

function noticeOf(answer: Answer, before?: Notice, tapped?: string) {
  if (!answer.ok) return { kind: 'failed', failure: answer, tapped } as const
  const { message: text, revision } = answer
  // A second tap that changed nothing leaves the first one's change to be taken back.
  if (revision === 0 && before?.kind === 'done' && before.text === text) return before
  return { kind: 'done', text, revision, canTakeBack: revision > 0 } as const
}

function firstNotice(posted: Answer | undefined, done: DoneBefore | undefined): Notice | undefined {
  if (posted) return { nth: 0, ...noticeOf(posted) }
  return (
    done && { nth: 0, kind: 'done', text: done.words, revision: done.revision, canTakeBack: done.canTakeBack }
  )
}
