import type { Position, Revision } from '../../domain/changes.ts'
import type { CupView } from '../../domain/cup.ts'

/** What the server says on the live stream; docs/live.md has the words. */
export type LiveEvent =
  /** One revision, directly after the one before it. */
  | { readonly kind: 'revision'; readonly revision: Revision }
  /** Everything, because what was missed is out of reach. */
  | { readonly kind: 'view'; readonly view: CupView }
  /** The catch-up is complete. An older server does not tell its time. */
  | { readonly kind: 'hello'; readonly position: Position & { readonly now?: string } }

export type StreamHandlers = {
  event(event: LiveEvent): void
  /** How long the server wants a client to wait before it comes again. */
  retry(milliseconds: number): void
  /** Something was heard, if only a heartbeat. */
  alive(): void
  end(): void
}

/** Opens a stream that first catches up from the given position; answers how to close it. Nothing is called after that. */
export type OpenStream = (since: Position, on: StreamHandlers) => () => void

/** Undefined for an event this version of the page does not know. */
export function toLiveEvent(type: string, data: string): LiveEvent | undefined {
  if (type === 'message') return { kind: 'revision', revision: JSON.parse(data) }
  if (type === 'view') return { kind: 'view', view: JSON.parse(data) }
  if (type === 'hello') return { kind: 'hello', position: JSON.parse(data) }
  return undefined
}
