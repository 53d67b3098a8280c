import type { Position } from '../../domain/changes.ts'
import type { CupView } from '../../domain/cup.ts'
import type { News } from '../view.ts'
import { revisionEvent, viewEvent } from './wire.ts'

/** Replay buffer: the latest events as bytes, without a gap, for clients that reconnect. */
export function createHistory(begin: CupView | undefined, eventsKept: number) {
  let kept: Buffer[] = []
  /** Just before the oldest event kept. */
  let start = begin && positionOf(begin)
  let whole: { view: CupView; bytes: Buffer } | undefined

  function restart(view: CupView) {
    kept = []
    start = positionOf(view)
  }

  function wholeView(view: CupView): Buffer {
    if (whole?.view !== view) whole = { view, bytes: viewEvent(view) }
    return whole.bytes
  }

  return {
    /** The bytes to send: the next revision, or the whole view where a number is left out or a new epoch begins. */
    add(news: News, view: CupView | undefined): Buffer | undefined {
      if (news.kind === 'revision' && start) {
        const ahead = news.revision.revision - (start.revision + kept.length)
        if (ahead <= 0) return undefined
        if (ahead === 1) {
          const bytes = revisionEvent(start.epoch, news.revision)
          kept.push(bytes)
          if (kept.length > eventsKept) {
            kept.shift()
            start = { ...start, revision: start.revision + 1 }
          }
          return bytes
        }
      }
      if (!view) return undefined
      restart(view)
      return wholeView(view)
    },

    /** The revisions a client misses, or the whole view. */
    since(known: Position | undefined, view: CupView): readonly Buffer[] {
      if (!start) restart(view)
      const missing = known && start?.epoch === known.epoch ? known.revision - start.revision : -1
      return missing >= 0 && missing <= kept.length ? kept.slice(missing) : [wholeView(view)]
    },
  }
}

function positionOf({ epoch, revision }: CupView): Position {
  return { epoch, revision }
}
