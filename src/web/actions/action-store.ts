import type { Answer, Failure } from '../../domain/answer.ts'
import type { Match } from '../../domain/cup.ts'
import { isQuestion } from '../../domain/refusals.ts'
import { createOnce } from './post-action.ts'

/** A tap under way, or one that changed the cup: kept until the page is left or a backup is restored. */
export type Tap = {
  /** Optimistic update: the matches after the tap, by the server's own rule. */
  readonly matches: readonly Match[]
  readonly matchId?: string | undefined
  /** Its `buttonKey`. */
  readonly button?: string | undefined
  /** The revision the server answered with. */
  readonly revision?: number
}

/** The page's message about the last tap. `nth` distinguishes equal messages: each is announced, and has its own timeout. */
export type Notice = { readonly nth: number } & (
  | { readonly kind: 'busy'; readonly text: string }
  | { readonly kind: 'done'; readonly text: string; readonly revision: number; readonly canTakeBack: boolean }
  | {
      readonly kind: 'failed'
      readonly failure: Failure
      readonly button?: string | undefined
      /** The banner has timed out; messages at fields stay. */
      readonly isOver?: boolean
    }
)

/** Without scripts: the journal line that the redirect names in its query. */
export type DoneBefore = { readonly words: string; readonly revision: number; readonly canTakeBack: boolean }

type SendOptions = {
  /** Notice while the request is under way. */
  readonly busy?: string | undefined
  readonly matches?: readonly Match[]
  readonly button?: string | undefined
  /** Gets the answer to its confirmation, which is sent by another form. */
  readonly onConfirmed?: ((answer: Answer) => void) | undefined
}

/** What a confirmation takes over from the tap that it confirms. */
type Asked = Pick<SendOptions, 'busy' | 'onConfirmed'>

export type ActionStore = ReturnType<typeof createActionStore>

type StoreParts = {
  readonly revision: number
  readonly notice?: Notice | undefined
  readonly post: (form: FormData) => Promise<Answer>
  /** Revalidates the page. */
  readonly reload: () => void
  /** Not all of the page's data is on the live stream. */
  readonly reloadsAfterPost: boolean
}

/** Refusals of a tap on an outdated screen. Their sentence promises an updated page, so the page reloads. */
const outdated: ReadonlySet<Failure['reason']> = new Set([
  'changed-meanwhile',
  'no-such-match',
  'no-such-team',
])

/** External store of a page's actions: a FIFO queue of posts, and their outcomes. */
export function createActionStore({ revision, notice: first, post, reload, reloadsAfterPost }: StoreParts) {
  let shown = revision
  let taps: readonly Tap[] = []
  let failed: readonly Tap[] = []
  let notice = first
  /** The tap with an open question, which the outcomes of other taps must not replace. */
  let asking: ({ readonly button: string | undefined } & Asked) | undefined
  let queue: Promise<unknown> = Promise.resolve()
  const once = createOnce()
  const listeners = new Set<() => void>()

  function changed() {
    for (const listener of listeners) listener()
  }

  function show(next: Notice | undefined, button: string | undefined, asked?: Asked): boolean {
    if (asking && asking.button !== button) return false
    const isAsked = next?.kind === 'failed' && isQuestion(next.failure.reason)
    asking = isAsked ? { button, ...asked } : undefined
    notice = next
    return true
  }

  function settle(tap: Tap, answered: number | undefined) {
    taps = taps.flatMap((one) => (one !== tap ? one : answered ? { ...tap, revision: answered } : []))
  }

  /** The revision this page has seen, including its own changes that the stream has not delivered yet. */
  function seenWith(seen: number, matchId: string | undefined): number {
    const ofMatch = taps.flatMap((tap) => (touches(tap, matchId) ? (tap.revision ?? 0) : []))
    const own = new Set(taps.map((tap) => tap.revision))
    let reached = Math.max(seen, ...ofMatch)
    while (own.has(reached + 1)) reached += 1
    return reached
  }

  async function takeTurn(form: FormData, tap: Tap, asked: Asked): Promise<Answer> {
    const { busy } = asked
    if (busy && show({ kind: 'busy', text: busy, nth: 0 }, tap.button)) changed()
    form.set('seen', String(seenWith(Number(form.get('seen')), tap.matchId)))
    const answer = await post(form)
    settle(tap, answer.ok ? answer.revision : undefined)
    const nth = (notice?.nth ?? 0) + 1
    const next = noticeOf(answer, notice, tap.button)
    const isShown = show(next && { ...next, nth }, tap.button, asked)
    if (!answer.ok && !(isShown && isQuestion(answer.reason))) failed = [...failed, tap]
    changed()
    if (answer.ok ? reloadsAfterPost : outdated.has(answer.reason)) reload()
    return answer
  }

  return {
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    taps: () => taps,
    notice: () => notice,
    hasFailed: (button: string) => failed.some((tap) => tap.button === button),
    shown: () => shown,
    /** The highest revision this page has written; until it shows that one, it is behind. */
    reached: () => Math.max(0, ...taps.map((tap) => tap.revision ?? 0)),

    /** A lower revision than before is a restored backup: later changes of this page are gone. */
    setShown(next: number) {
      if (next < shown) taps = taps.filter((tap) => tap.revision === undefined)
      shown = next
    },
    dismiss() {
      asking = undefined
      notice = undefined
      changed()
    },
    hide() {
      notice = notice?.kind === 'failed' ? { ...notice, isOver: true } : undefined
      changed()
    },

    /** Queues a form; `seen` is the revision its screen showed. A repeated tap joins the pending one. */
    send(form: FormData, { busy, matches = [], button, onConfirmed }: SendOptions = {}): Promise<Answer> {
      const confirmed = asking?.button === button ? asking : undefined
      const asked = { busy: busy ?? confirmed?.busy, onConfirmed: onConfirmed ?? confirmed?.onConfirmed }
      return once(form, `${button} ${requestOf(form)}`, () => {
        if (!form.has('seen')) form.set('seen', String(shown))
        const tap: Tap = { matches, matchId: form.get('matchId')?.toString(), button }
        failed = failed.filter((one) => !isSameThing(one, tap))
        taps = [...taps, tap]
        if (!busy) show(undefined, button)
        changed()
        const answer = queue.then(() => takeTurn(form, tap, asked))
        if (!onConfirmed) answer.then(confirmed?.onConfirmed, () => {})
        queue = answer.catch(() => settle(tap, undefined))
        return answer
      })
    },
  }
}

/** Identifies a button of this page by its form and the field it adds. */
export function buttonKey(
  form: string,
  button: { name?: string | undefined; value?: unknown } | null,
): string {
  return `${form} ${button?.name ?? ''}=${button?.value ?? ''}`
}

/** Optimistic matches of taps that a page at this revision does not contain yet, the latest of each. */
export function pendingMatches(taps: readonly Tap[], revision: number): ReadonlyMap<string, Match> {
  const pending = taps.filter((tap) => tap.revision === undefined || tap.revision > revision)
  return new Map(pending.flatMap(({ matches }) => matches.map((match) => [match.id, match] as const)))
}

export function firstNotice(posted: Answer | undefined, done: DoneBefore | undefined): Notice | undefined {
  const notice = posted && noticeOf(posted)
  if (notice) return { nth: 0, ...notice }
  return (
    done && { nth: 0, kind: 'done', text: done.words, revision: done.revision, canTakeBack: done.canTakeBack }
  )
}

function noticeOf(answer: Answer, before?: Notice, button?: string) {
  if (!answer.ok) return { kind: 'failed', failure: answer, button } as const
  const { message: text, revision, isFinal = false } = answer
  if (text === '') return undefined
  // A second tap that changed nothing keeps the first one's *Take back*.
  if (revision === 0 && before?.kind === 'done' && before.text === text) return before
  return { kind: 'done', text, revision, canTakeBack: revision > 0 && !isFinal } as const
}

function touches(tap: Tap, matchId: string | undefined): boolean {
  if (matchId === undefined) return false
  return tap.matchId === matchId || tap.matches.some(({ id }) => id === matchId)
}

function isSameThing(a: Tap, b: Tap): boolean {
  return a.button === b.button || (a.matchId !== undefined && a.matchId === b.matchId)
}

/** Identity of a request. For a match it includes `seen`: once the match has changed, a second tap is a new decision. */
function requestOf(form: FormData): string {
  const changing = form.has('matchId') ? ['confirm', 'asked'] : ['confirm', 'asked', 'seen']
  return JSON.stringify([...form].filter(([name]) => !changing.includes(name)))
}
