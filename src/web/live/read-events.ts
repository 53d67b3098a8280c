export type EventReader = {
  event(type: string, data: string): void
  retry(milliseconds: number): void
}

/** Reads a text/event-stream piece by piece, wherever the network cut it. */
export function createEventReader(on: EventReader): (text: string) => void {
  let rest = ''
  let type = ''
  let data: string[] = []

  function readLine(line: string) {
    if (line === '') return dispatch()
    const colon = line.indexOf(':')
    if (colon === 0) return
    const field = colon < 0 ? line : line.slice(0, colon)
    const value = colon < 0 ? '' : line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1)
    if (field === 'data') data.push(value)
    if (field === 'event') type = value
    if (field === 'retry' && /^\d+$/.test(value)) on.retry(Number(value))
  }

  function dispatch() {
    const [eventType, text] = [type || 'message', data.join('\n')]
    const isEmpty = data.length === 0
    type = ''
    data = []
    if (!isEmpty) on.event(eventType, text)
  }

  return (text) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) readLine(line.endsWith('\r') ? line.slice(0, -1) : line)
  }
}
