import {
  type ComponentProps,
  createContext,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { Match } from '../../../../domain/cup.ts'
import { ActionButton, ActionForm, Hidden } from '../../../actions/action-form.tsx'

/** Longer than a double tap. */
const guardMs = 1_500

type Call = { readonly match: Match | undefined; readonly table: number | undefined }

type Calls = {
  /** The call being made, until the guard ends. */
  readonly tapped: Call | undefined
  readonly begin: (call: Call) => void
  readonly end: () => void
}

export const CallsContext = createContext<Calls>({ tapped: undefined, begin: () => {}, end: () => {} })

/** Double-tap guard: call buttons are disabled until 1.5 s after a call's answer, because the next match moves under the thumb. */
export function useCalls(onAnswer: () => void): Calls {
  const [tapped, setTapped] = useState<Call>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const begin = useCallback((call: Call) => {
    clearTimeout(timer.current)
    setTapped(call)
  }, [])
  const end = useCallback(() => {
    timer.current = setTimeout(setTapped, guardMs, undefined)
    onAnswer()
  }, [onAnswer])
  return useMemo(() => ({ tapped, begin, end }), [tapped, begin, end])
}

type CallFormProps = Call & { id: string; className: string; children: ReactNode }

/** Calls a match to a table as seen on this screen; refused if either has changed since. */
export function CallForm({ match, table, children, ...form }: CallFormProps) {
  const { begin, end } = use(CallsContext)
  return (
    <ActionForm {...form} prepare={() => begin({ match, table })} onAnswer={end}>
      <Hidden fields={{ matchId: match?.id, seen: match?.revision, table }} />
      {children}
    </ActionForm>
  )
}

export function CallButton(button: Omit<ComponentProps<typeof ActionButton>, 'name' | 'value' | 'disabled'>) {
  const { tapped } = use(CallsContext)
  return <ActionButton {...button} name="intent" value="call" disabled={tapped !== undefined} />
}
