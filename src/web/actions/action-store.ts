import type { Answer, Failure } from '../../domain/answer.ts'
import type { Match } from '../../domain/cup.ts'
import { isQuestion } from '../../domain/refusals.ts'
import { createOnce } from './post-action.ts'

/** One tap, from the button until the page is left. */
export type Tap = {
  /** Optimistic update: matches as the rule says the server will leave them. */
  readonly matches: readonly Match[]
  readonly matchId?: string | undefined
  /** The button that was tapped, as `buttonKey` names it. */
  readonly button?: string | undefined
  /** The revision the server answered with. */
  readonly revision?: number
}

/** The page's message about the last tap. `nth` tells two equal ones apart: each is announced and stays its time. */
export type Notice = { readonly nth: number } & (
  | { readonly kind: 'busy'; readonly text: string }
  | { readonly kind: 'done'; readonly text: string; readonly revision: number; readonly canTakeBack: boolean }
  | {
      readonly kind: 'failed'
      readonly failure: Failure
      readonly button?: string | undefined
      /** The banner has timed out; messages beside fields stay. */
      readonly isOver?: boolean
    }
)

/** The journal line that a redirect without scripts names in its query. */
export type DoneBefore = { readonly words: string; readonly revision: number; readonly canTakeBack: boolean }

type SendOptions = {
  /** Shown until the server has answered. */
  readonly busy?: string | undefined
  readonly matches?: readonly Match[]
  readonly button?: string | undefined
}

export type ActionStore = ReturnType<typeof createActionStore>

type StoreParts = {
  readonly revision: number
  readonly notice?: Notice | undefined
  readonly post: (form: FormData) => Promise<Answer>
  /** Loads the page's data anew. */
  readonly reload: () => void
  /** Not all of the page's data is on the live stream. */
  readonly reloadsAfterPost: boolean
}

/** Refusals of a tap on an outdated screen; their sentence promises that the page now shows what has happened. */
const outdated: ReadonlySet<Failure['reason']> = new Set([
  'changed-meanwhile',
  'no-such-match',
  'no-such-team',
])

/** The actions of one page: sends them one after the other and holds what came of them. An external store for React. */
export function createActionStore({ revision, notice: first, post, reload, reloadsAfterPost }: StoreParts) {
  let shown = revision
  let taps: readonly Tap[] = []
  let failed: readonly Tap[] = []
  let notice = first
  /** The tap whose question is open: it stays until it is answered, whatever comes of other taps. */
  let asking: { readonly button: string | undefined; readonly busy: string | undefined } | undefined
  let queue: Promise<unknown> = Promise.resolve()
  const once = createOnce()
  const listeners = new Set<() => void>()

  function changed() {
    for (const listener of listeners) listener()
  }

  function show(next: Notice | undefined, button: string | undefined, busy?: string): boolean {
    if (asking && asking.button !== button) return false
    const isAsked = next?.kind === 'failed' && isQuestion(next.failure.reason)
    asking = isAsked ? { button, busy } : undefined
    notice = next
    return true
  }

  function settle(tap: Tap, answered: number | undefined) {
    taps = taps.flatMap((one) => (one !== tap ? one : answered ? { ...tap, revision: answered } : []))
  }

  /** The revision this page has seen, counting its own changes where the stream is slower than the next tap. */
  function seenWith(seen: number, matchId: string | undefined): number {
    const ofMatch = taps.flatMap((tap) => (touches(tap, matchId) ? (tap.revision ?? 0) : []))
    const own = new Set(taps.map((tap) => tap.revision))
    let reached = Math.max(seen, ...ofMatch)
    while (own.has(reached + 1)) reached += 1
    return reached
  }

  async function takeTurn(form: FormData, tap: Tap, busy: string | undefined): Promise<Answer> {
    if (busy && show({ kind: 'busy', text: busy, nth: 0 }, tap.button)) changed()
    form.set('seen', String(seenWith(Number(form.get('seen')), tap.matchId)))
    const answer = await post(form)
    settle(tap, answer.ok ? answer.revision : undefined)
    const nth = (notice?.nth ?? 0) + 1
    const next = noticeOf(answer, notice, tap.button)
    const isShown = show(next && { ...next, nth }, tap.button, busy)
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
    /** The highest revision this page has made: the page is behind until it shows it. */
    reached: () => Math.max(0, ...taps.map((tap) => tap.revision ?? 0)),

    /** The page shows another revision. A lower one is a restored cup: what this page changed since is gone. */
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

    /** Sends a form; `seen` is the revision its screen showed. A repeated tap joins the one under way. */
    send(form: FormData, { busy, matches = [], button }: SendOptions = {}): Promise<Answer> {
      // A confirmation goes on with what was asked about.
      const busyWords = busy ?? (asking?.button === button ? asking?.busy : undefined)
      return once(form, `${button} ${requestOf(form)}`, () => {
        if (!form.has('seen')) form.set('seen', String(shown))
        const tap: Tap = { matches, matchId: form.get('matchId')?.toString(), button }
        failed = failed.filter((one) => !isSameThing(one, tap))
        taps = [...taps, tap]
        if (!busy) show(undefined, button)
        changed()
        const answer = queue.then(() => takeTurn(form, tap, busyWords))
        queue = answer.catch(() => settle(tap, undefined))
        return answer
      })
    },
  }
}

/** Names a button of this page: its form, and the field it adds. */
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
  const { message: text, revision } = answer
  if (text === '') return undefined
  // A second tap that changed nothing leaves the first one's change to be taken back.
  if (revision === 0 && before?.kind === 'done' && before.text === text) return before
  return { kind: 'done', text, revision, canTakeBack: revision > 0 } as const
}

function touches(tap: Tap, matchId: string | undefined): boolean {
  if (matchId === undefined) return false
  return tap.matchId === matchId || tap.matches.some(({ id }) => id === matchId)
}

function isSameThing(a: Tap, b: Tap): boolean {
  return a.button === b.button || (a.matchId !== undefined && a.matchId === b.matchId)
}

/** The fields that make two taps the same request; a match that has changed since makes the second a new decision. */
function requestOf(form: FormData): string {
  const changing = form.has('matchId') ? ['confirm', 'asked'] : ['confirm', 'asked', 'seen']
  return JSON.stringify([...form].filter(([name]) => !changing.includes(name)))
}
