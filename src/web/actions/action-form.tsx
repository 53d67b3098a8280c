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
import { type FormAction, failedSentence, lateSentence } from '../../domain/actions.ts'
import type { Answer } from '../../domain/answer.ts'
import { lastTapFailed } from '../../domain/organiser-messages.ts'
import { Button } from '../ui/button.tsx'
import { PageContext } from '../ui/page-frame.tsx'
import {
  type ActionStore,
  buttonKey,
  createActionStore,
  type DoneBefore,
  firstNotice,
} from './action-store.ts'
import { postAction, submitWith } from './post-action.ts'

const StoreContext = createContext<ActionStore | undefined>(undefined)

type ActionsProps = {
  /** The revision the page shows. */
  revision: number
  done?: DoneBefore | undefined
  children: ReactNode
}

/** Provides the page's forms with their store. */
export function Actions({ revision, done, children }: ActionsProps) {
  const posted = useActionData() as Answer | undefined
  const { revalidate } = useRevalidator()
  const { reloadsAfterPost = false } = use(PageContext)
  const [store] = useState(() =>
    createActionStore({
      revision,
      notice: firstNotice(posted, done),
      post: (form) => {
        const intent = String(form.get('intent'))
        return postAction(form, failedSentence(intent), lateSentence(intent))
      },
      reload: () => void revalidate(),
      reloadsAfterPost,
    }),
  )
  useEffect(() => store.setShown(revision), [store, revision])
  useCatchUp(store, revision)
  return (
    <StoreContext value={store}>
      {children}
      <span id={failedId} hidden>
        {lastTapFailed}
      </span>
    </StoreContext>
  )
}

export function useActionStore(): ActionStore {
  const store = use(StoreContext)
  if (!store) throw new Error('An action outside of <Actions>.')
  return store
}

export function useNotice() {
  const store = useActionStore()
  const notice = useSyncExternalStore(store.subscribe, store.notice, store.notice)
  return { notice, dismiss: store.dismiss, hide: store.hide }
}

/** The taps of this page, answered or not. */
export function usePageTaps() {
  const store = useActionStore()
  return useSyncExternalStore(store.subscribe, store.taps, store.taps)
}

/** Tapped items as they were before the tap, so that a list does not move under the thumb: for `forMs` after the last tap, or until `letGo()`. */
export function useHeld<Item>(forMs?: number) {
  const [held, setHeld] = useState<ReadonlyMap<string, Item>>(new Map())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const letGo = useCallback(() => setHeld(new Map()), [])
  const hold = useCallback(
    (id: string, item: Item) => {
      setHeld((all) => (all.has(id) ? all : new Map([...all, [id, item]])))
      clearTimeout(timer.current)
      if (forMs !== undefined) timer.current = setTimeout(letGo, forMs)
    },
    [letGo, forMs],
  )
  useEffect(() => () => clearTimeout(timer.current), [])
  return { held, hold, letGo }
}

const failedId = 'last-tap-failed'

/** The attributes that mark a button whose last tap failed. */
export function useFailed(button: string) {
  const store = useActionStore()
  const hasFailed = useSyncExternalStore(
    store.subscribe,
    () => store.hasFailed(button),
    () => false,
  )
  return hasFailed ? { 'data-failed': '', 'aria-describedby': failedId } : undefined
}

/** Polls while the page does not show its own change: the live stream, which should bring it, may be down. */
function useCatchUp(store: ActionStore, revision: number) {
  const { revalidate, state } = useRevalidator()
  const reached = useSyncExternalStore(store.subscribe, store.reached, store.reached)
  const isBehind = revision < reached && state === 'idle'
  useEffect(() => {
    if (!isBehind) return
    const timer = setInterval(() => void revalidate(), 1_500)
    return () => clearInterval(timer)
  }, [isBehind, revalidate])
}

type FormState = {
  readonly id: string
  /** Posts sent so far, and the number of the last successful one. */
  readonly begun: { readonly current: number }
  readonly answered: number
}

export const FormContext = createContext<FormState>({ id: '', begun: { current: 0 }, answered: 0 })

type ActionFormProps = Omit<ComponentProps<'form'>, 'method' | 'onSubmit' | 'onInput' | 'action'> & {
  /** The intent, unless a button names it. */
  action?: FormAction
  /** Adds data that only this device has. */
  prepare?: ((form: FormData) => void) | undefined
  /** For a confirmation: the button whose tap it confirms. */
  button?: string | undefined
  /** Notice while the request is under way. */
  busy?: string
  /** `isOpen`: the form is still mounted. */
  onAnswer?: (answer: Answer, isOpen: boolean) => void
}

/**
 * Progressive enhancement: a plain post to the page's own address without scripts, a fetch with them. `seen` is the revision at
 * the first input event: later changes by others count as unseen.
 */
export function ActionForm({ action, prepare, button, busy, onAnswer, children, ...form }: ActionFormProps) {
  const ownId = useId()
  const id = form.id ?? ownId
  const store = useActionStore()
  const [loaded] = useState(store.shown)
  const typedAt = useRef<number>(undefined)
  const begun = useRef(0)
  const [answered, setAnswered] = useState(0)
  const state = useMemo(() => ({ id, begun, answered }), [id, answered])

  const onSubmit = submitWith(async (sent, submitter, form) => {
    if (action && !sent.has('intent')) sent.set('intent', action)
    if (typedAt.current !== undefined && !sent.has('seen')) sent.set('seen', String(typedAt.current))
    prepare?.(sent)
    begun.current += 1
    const nth = begun.current
    const settle = (answer: Answer) => {
      typedAt.current = undefined
      if (answer.ok) setAnswered(nth)
      onAnswer?.(answer, form.isConnected)
    }
    const onConfirmed = button === undefined ? settle : undefined
    settle(await store.send(sent, { button: button ?? buttonKey(id, submitter), busy, onConfirmed }))
  })

  return (
    <form
      {...form}
      method="post"
      onInput={() => {
        typedAt.current ??= store.shown()
      }}
      onSubmit={onSubmit}
    >
      <FormContext value={state}>{children}</FormContext>
      <noscript>
        <input type="hidden" name="seen" value={loaded} />
      </noscript>
    </form>
  )
}

type Fields = Readonly<Record<string, string | number | undefined>>

export function Hidden({ fields }: { fields: Fields }) {
  return Object.entries(fields).map(
    ([name, value]) => value !== undefined && <input key={name} type="hidden" name={name} value={value} />,
  )
}

/** Stays marked after a failed tap. */
export function ActionButton(button: ComponentProps<typeof Button>) {
  const { id } = use(FormContext)
  const failed = useFailed(buttonKey(button.form ?? id, button))
  if (!failed) return <Button {...button} />
  const described = [button['aria-describedby'], failed['aria-describedby']].filter(Boolean).join(' ')
  return <Button {...button} {...failed} aria-describedby={described} />
}
