import type { Revision } from '../../domain/changes.ts'
import type { CupView } from '../../domain/cup.ts'

/** What the server says on the live stream; docs/live.md has the words. */
export type LiveEvent =
  /** One revision, directly after the one before it. */
  | { readonly kind: 'revision'; readonly revision: Revision }
  /** Everything, because what was missed reaches too far back. */
  | { readonly kind: 'view'; readonly view: CupView }
  /** The catch-up is complete. */
  | { readonly kind: 'hello'; readonly revision: number }

export type StreamHandlers = {
  /** A new connection to the server stands: its first event is the answer to where the page is. */
  opened(): void
  event(event: LiveEvent): void
  /** How long the server wants a client to wait before it comes again. */
  retry(milliseconds: number): void
  /** Something was heard, if only a heartbeat. */
  alive(): void
  end(): void
}

/** Opens a stream that first catches up from the given revision; answers how to close it. Nothing is called after that. */
export type OpenStream = (since: number, on: StreamHandlers) => () => void

/** Undefined for an event this version of the page does not know. */
export function toLiveEvent(type: string, data: string): LiveEvent | undefined {
  if (type === 'message') return { kind: 'revision', revision: JSON.parse(data) }
  if (type === 'view') return { kind: 'view', view: JSON.parse(data) }
  if (type === 'hello') return { kind: 'hello', revision: JSON.parse(data).revision }
  return undefined
}
