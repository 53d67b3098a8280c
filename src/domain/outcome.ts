import type { Refusal } from './refusals.ts'

/** Result type: a value, or a refusal. Exceptions are bugs or broken infrastructure. */
export type Outcome<Value> = Done<Value> | Refused
export type Done<Value> = { readonly ok: true; readonly value: Value }
export type Refused = {
  readonly ok: false
  readonly reason: Refusal
  /** In words: the results that would be cleared, what happened since, the missing fields. */
  readonly details: readonly string[]
}

export function done<Value>(value: Value): Done<Value> {
  return { ok: true, value }
}

export function refused(reason: Refusal, details: readonly string[] = []): Refused {
  return { ok: false, reason, details }
}
