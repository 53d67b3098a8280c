import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { inflateSync } from 'node:zlib'
import { findFirefox } from '../../../scripts/find-tools.mjs'
import { type Engine, endProcess, engineOf } from './engine.ts'

type Message = {
  readonly id?: number
  readonly type: 'success' | 'error' | 'event'
  readonly method?: string
  readonly params?: { readonly level: string; readonly text: string }
  // biome-ignore lint/suspicious/noExplicitAny: Each command has a result of its own.
  readonly result?: any
  readonly message?: string
}

export type Firefox = Engine & {
  /** The errors in the page's console since the last call. */
  takeErrors(): string[]
  /** Prints the page; returns the objects of the PDF. */
  print(): Promise<string>
}

/** Headless Firefox, driven by WebDriver BiDi. */
export async function startFirefox(): Promise<Firefox> {
  const profile = await mkdtemp(join(tmpdir(), 'cup-firefox-'))
  const browser = spawn(
    findFirefox() ?? '',
    ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port=0'],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const address = await new Promise<string>((resolve, reject) => {
    createInterface({ input: browser.stderr }).on('line', (line) => {
      const found = /WebDriver BiDi listening on (\S+)/.exec(line)?.[1]
      if (found) resolve(found)
    })
    browser.once('exit', (code) => reject(new Error(`Firefox ended with ${code}.`)))
  })

  const socket = new WebSocket(`${address}/session`)
  const errors: string[] = []
  const waiting = new Map<number, (message: Message) => void>()
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(data) as Message
    if (message.id !== undefined) waiting.get(message.id)?.(message)
    else if (message.params?.level === 'error' && !isAborted(message.params.text))
      errors.push(message.params.text)
  }
  await new Promise((done) => {
    socket.onopen = done
  })
  let last = 0
  async function ask(method: string, params: object = {}) {
    const id = ++last
    socket.send(JSON.stringify({ id, method, params }))
    const { type, result, message } = await new Promise<Message>((done) => waiting.set(id, done))
    waiting.delete(id)
    if (type === 'error') throw new Error(`Firefox, ${method}: ${message}`)
    return result
  }

  await ask('session.new', { capabilities: {} })
  await ask('session.subscribe', { events: ['log.entryAdded'] })
  const { context } = (await ask('browsingContext.getTree')).contexts[0]

  const engine = engineOf({
    name: 'Firefox',
    navigate: (url) => ask('browsingContext.navigate', { context, url, wait: 'complete' }),
    resize: (width, height) => ask('browsingContext.setViewport', { context, viewport: { width, height } }),
    async call(source, args) {
      const { result, exceptionDetails } = await ask('script.evaluate', {
        expression: `(async () => JSON.stringify(await (${source})(...${JSON.stringify(args)})))()`,
        target: { context },
        awaitPromise: true,
      })
      if (exceptionDetails) throw new Error(`Firefox: ${exceptionDetails.text}`)
      return result.value
    },
    act: (actions) => ask('input.performActions', { context, actions }),
    async stop() {
      await ask('browser.close').catch(() => undefined)
      socket.close()
      await endProcess(browser)
      await rm(profile, { recursive: true, force: true, maxRetries: 3 })
    },
  })
  return {
    ...engine,
    takeErrors: () => errors.splice(0),
    async print() {
      const { data } = await ask('browsingContext.print', { context, page: { width: 21, height: 29.7 } })
      return objectsOf(Buffer.from(data, 'base64'))
    },
  }
}

/** Leaving a page aborts its preloads, which Firefox reports as an error of the service worker. */
const isAborted = (error: string) => error.includes('A ServiceWorker intercepted the request')

/** A PDF with its object streams inflated. */
function objectsOf(pdf: Buffer): string {
  const inflate = (_: string, stream: string) => {
    try {
      return inflateSync(Buffer.from(stream, 'latin1')).toString('latin1')
    } catch {
      return ''
    }
  }
  return pdf.toString('latin1').replace(/stream\r?\n([\s\S]*?)endstream/g, inflate)
}
