import { type OpenStream, toLiveEvent } from './live-event.ts'
import { createEventReader } from './read-events.ts'

/** The stream, read by fetch: unlike EventSource it shows heartbeats, so a dead connection is noticed. */
export function eventStreamOf(url: string): OpenStream {
  return (since, on) => {
    const closing = new AbortController()
    const { signal } = closing

    async function listen() {
      const response = await fetch(`${url}?since=${since.epoch}-${since.revision}`, {
        headers: { accept: 'text/event-stream' },
        cache: 'no-store',
        priority: 'low',
        signal,
      })
      if (signal.aborted) return
      if (!response.ok || !response.body) {
        const seconds = Number(response.headers.get('retry-after'))
        if (seconds > 0) on.retry(seconds * 1_000)
        return
      }
      const read = createEventReader({
        retry: on.retry,
        event(type, data) {
          const event = signal.aborted ? undefined : toLiveEvent(type, data)
          if (event) on.event(event)
        },
      })
      const chunks = response.body.pipeThrough(new TextDecoderStream()).getReader()
      while (!signal.aborted) {
        const { done, value } = await chunks.read()
        if (done || signal.aborted) return
        on.alive()
        read(value)
      }
    }

    listen()
      // A cut is a cut, whatever broke: the page comes again.
      .catch(() => {})
      .finally(() => {
        if (signal.aborted) return
        closing.abort()
        on.end()
      })
    return () => closing.abort()
  }
}
