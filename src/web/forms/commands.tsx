import {
  type ComponentProps,
  createContext,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { useActionData, useRevalidator } from 'react-router'
import type { Answer, Failure } from '../../domain/answer.ts'
import { lastTapFailed } from '../../domain/messages.ts'
import { isQuestion } from '../../domain/refusals.ts'
import { type DoneBefore, NoticeContext, type Say, useNewNotice } from './notice.ts'
import { createOwnChanges, type OwnChange, type OwnChanges, tapKey } from './own-changes.ts'
import { usePost } from './post.ts'

type SendOptions = {
  /** Said while the server has not answered. */
  readonly busy?: string
  /** Matches as the post will leave them, shown at once. */
  readonly shows?: OwnChange['matches']
  /** The button that was tapped, as `tapKey` names it. */
  readonly tapped?: string | undefined
}

export type Send = (form: FormData, options?: SendOptions) => Promise<Answer>

// Not one context with the notice: every form sends, and none of the hundreds has to render again because the notice changed.
const SendContext = createContext<Send | undefined>(undefined)
/** The revision the page shows now. A box, so that nobody renders again because it moved on. */
const RevisionContext = createContext<{ readonly current: number }>({ current: 0 })
/** The revision the page was loaded with: what a form says it has seen where there are no scripts to know better. */
const LoadedContext = createContext(0)
/** Posts of the form around, counted: how many were begun, and up to which of them it was answered with yes. */
export const AnsweredContext = createContext<{
  readonly begun: { readonly current: number }
  readonly answered: number
}>({ begun: { current: 0 }, answered: 0 })
const OwnChangesContext = createContext<OwnChanges | undefined>(undefined)
/** The form a button stands in. */
export const FormContext = createContext('')

type CommandsProps = {
  /** The revision the page shows. */
  revision: number
  done?: DoneBefore | undefined
  children: ReactNode
}

/** Refusals that tell of a screen that was outdated. */
const outdated: ReadonlySet<Failure['reason']> = new Set([
  'changed-meanwhile',
  'no-such-match',
  'no-such-team',
])

/** Sends the page's forms without leaving it, and keeps what came of the last one. */
export function CommandsProvider({ revision, done, children }: CommandsProps) {
  const posted = useActionData() as Answer | undefined
  const { onPage, say } = useNewNotice(posted, done)
  const [loaded] = useState(revision)
  const shown = useRef(revision)
  const [own] = useState(createOwnChanges)
  /** The revision that the last change of this page has made. */
  const [awaited, setAwaited] = useState(0)
  useEffect(() => {
    // A restored cup: what this page changed since that backup is gone.
    if (revision < shown.current) {
      own.forget()
      setAwaited(0)
    }
    shown.current = revision
  }, [revision, own])
  useCatchUp(revision, awaited)
  const onChanged = useCallback((changed: number) => setAwaited((before) => Math.max(before, changed)), [])
  const send = useSending({ own, shown, say, onChanged })
  return (
    <RevisionContext value={shown}>
      <LoadedContext value={loaded}>
        <SendContext value={send}>
          <OwnChangesContext value={own}>
            <NoticeContext value={onPage}>
              {children}
              <span id={failedId} hidden>
                {lastTapFailed}
              </span>
            </NoticeContext>
          </OwnChangesContext>
        </SendContext>
      </LoadedContext>
    </RevisionContext>
  )
}

type Sending = {
  own: OwnChanges
  shown: { readonly current: number }
  say: Say
  onChanged: (revision: number) => void
}

/** Sends one form after the other, so that each knows what the one before it changed. */
function useSending({ own, shown, say, onChanged }: Sending): Send {
  const post = usePost()
  const { revalidate } = useRevalidator()
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  const unanswered = useRef<{ same: string; requestId: string }>(undefined)
  return useCallback<Send>(
    async (form, { busy, shows = [], tapped } = {}) => {
      const same = `${tapped} ${requestOf(form)}`
      // The same tap once more: if the first one arrived after all, it counts once.
      if (unanswered.current?.same === same) form.set('requestId', unanswered.current.requestId)
      unanswered.current = undefined
      if (!form.has('seen')) form.set('seen', String(shown.current))
      const matchId = form.get('matchId')?.toString()
      const change = { matches: shows, matchId, tapped }
      own.begin(change)
      if (!busy) say.nothing(tapped)

      async function takeTurn(): Promise<Answer> {
        if (busy) say.busy(busy, tapped)
        await nextFrame()
        form.set('seen', String(own.seenWith(Number(form.get('seen')), matchId)))
        const answer = await post(form)
        own.settle(change, answer.ok ? answer.revision : undefined)
        return answer
      }

      const turn = queue.current.then(takeTurn)
      queue.current = turn.catch(() => own.settle(change, undefined))
      const answer = await turn
      const isSaid = say.answer(answer, tapped)
      if (answer.ok) {
        onChanged(answer.revision)
        return answer
      }
      if (answer.reason === 'unreachable')
        unanswered.current = { same, requestId: String(form.get('requestId')) }
      if (!(isSaid && isQuestion(answer.reason))) own.fail(change)
      // The sentence promises what has happened meanwhile; where the stream is cut off, it has to be asked for.
      if (outdated.has(answer.reason)) void revalidate()
      return answer
    },
    [post, revalidate, own, shown, say, onChanged],
  )
}

export function useSend(): Send {
  const send = use(SendContext)
  if (!send) throw new Error('a command was given outside of <CommandsProvider>')
  return send
}

/** What this page has changed itself, answered or not. */
export function useOwnChanges(): readonly OwnChange[] {
  const own = use(OwnChangesContext)
  if (!own) throw new Error('a page has changes of its own only inside of <CommandsProvider>')
  return useSyncExternalStore(own.subscribe, own.list, own.list)
}

const failedId = 'last-tap-failed'
const never = () => {}

/** What marks a button whose last tap failed. */
export function useFailed(tapped: string) {
  const own = use(OwnChangesContext)
  const hasFailed = useSyncExternalStore(
    own?.subscribe ?? (() => never),
    () => own?.hasFailed(tapped) ?? false,
    () => false,
  )
  return hasFailed ? { 'data-failed': '', 'aria-describedby': failedId } : undefined
}

/** The router renders much of the page when a post begins: what was tapped is shown before that. */
function nextFrame(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  // A page that is put aside has no frames.
  const timer = setTimeout(resolve, 50)
  requestAnimationFrame(() => {
    clearTimeout(timer)
    setTimeout(resolve)
  })
  return promise
}

type CommandFormProps = Omit<ComponentProps<'form'>, 'method' | 'onSubmit' | 'onInput'> & {
  /** Completes what is sent with what only this device knows. */
  prepare?: ((form: FormData) => void) | undefined
  /** The button whose tap this form goes on with. */
  tapped?: string | undefined
  /** `isOpen`: the form still stands on the page. */
  onAnswer?: (answer: Answer, isOpen: boolean) => void
}

/**
 * A form of the page's own route: a plain post without scripts, sent in place with them. It says which revision it was
 * filled in on: what others change from then on, whoever fills it in has not seen. The router's own form would render again
 * with every post, and a page has hundreds.
 */
export function CommandForm({ prepare, tapped, onAnswer, children, ...form }: CommandFormProps) {
  const ownId = useId()
  const id = form.id ?? ownId
  const send = useSend()
  const shown = use(RevisionContext)
  const loaded = use(LoadedContext)
  const filledIn = useRef<number>(undefined)
  const begun = useRef(0)
  const inFlight = useRef(new Set<string>())
  const [answered, setAnswered] = useState(0)
  const posts = useMemo(() => ({ begun, answered }), [answered])
  return (
    <form
      {...form}
      method="post"
      onInput={() => {
        filledIn.current ??= shown.current
      }}
      onSubmit={async (event) => {
        event.preventDefault()
        const submitter = (event.nativeEvent as SubmitEvent).submitter
        const sent = new FormData(event.currentTarget, submitter)
        if (filledIn.current !== undefined && !sent.has('seen')) sent.set('seen', String(filledIn.current))
        prepare?.(sent)
        const button = tapped ?? tapKey(id, submitter as HTMLButtonElement | null)
        const same = `${button} ${requestOf(sent)}`
        // A double tap is one tap.
        if (inFlight.current.has(same)) return
        inFlight.current.add(same)
        const form = event.currentTarget
        begun.current += 1
        const nth = begun.current
        const answer = await send(sent, { tapped: button }).finally(() => inFlight.current.delete(same))
        filledIn.current = undefined
        if (answer.ok) setAnswered(nth)
        onAnswer?.(answer, form.isConnected)
      }}
    >
      <FormContext value={id}>
        <AnsweredContext value={posts}>{children}</AnsweredContext>
      </FormContext>
      <noscript>
        <input type="hidden" name="seen" value={loaded} />
      </noscript>
    </form>
  )
}

export function Hidden({ fields }: { fields: Readonly<Record<string, string | number | undefined>> }) {
  return Object.entries(fields).map(
    ([name, value]) => value !== undefined && <input key={name} type="hidden" name={name} value={value} />,
  )
}

// The live stream brings what a post changed. Where it is cut off, the page asks, and asks again, instead of showing what no
// longer holds.
function useCatchUp(revision: number, awaited: number) {
  const { revalidate, state } = useRevalidator()
  const isWaiting = revision < awaited && state === 'idle'
  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(() => void revalidate(), 1_500)
    return () => clearInterval(timer)
  }, [isWaiting, revalidate])
}

/** What a tap asks for, without what a second one may say differently. */
function requestOf(form: FormData): string {
  // A match that has changed since makes the tap a new decision.
  const changing = form.has('matchId') ? ['confirm', 'asked'] : ['confirm', 'asked', 'seen']
  return JSON.stringify([...form].filter(([name]) => !changing.includes(name)))
}
