import type { Refusal } from './messages.ts'

/** What a rule or a command answers: a value, or a reason to say no. Exceptions are bugs or broken infrastructure. */
export type Outcome<Value> = Done<Value> | Refused

export type Done<Value> = { readonly ok: true; readonly value: Value }

export type Refused = {
  readonly ok: false
  readonly reason: Refusal
  /** What the reason speaks of, in words: the results that would be cleared, what happened meanwhile, the fields missing. */
  readonly details: readonly string[]
}

export function done<Value>(value: Value): Done<Value> {
  return { ok: true, value }
}

export function refused(reason: Refusal, details: readonly string[] = []): Refused {
  return { ok: false, reason, details }
}
