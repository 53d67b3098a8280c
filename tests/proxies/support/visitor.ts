import { request } from 'node:http'
import { connect } from 'node:http2'
import type { Readable } from 'node:stream'
import type { RunningProxy } from './run-proxy.ts'

type Headers = Readonly<Record<string, string>>
type Asked = { readonly headers?: Headers; readonly form?: Readonly<Record<string, string>> }
type Reply = {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Readable
}

export type Visitor = ReturnType<typeof visit>

/** An HTTP client like a browser: HTTP/1.1 over plain http, HTTP/2 with a certificate. */
export function visit({ url, authority }: RunningProxy) {
  const session = authority ? connect(url, { ca: authority }) : undefined
  // A connection error also fails its requests, which report it.
  session?.on('error', () => {})
  // A post carries its origin; over plain http, nothing else says where it is from.
  const ownSite: Headers = session ? { origin: url, 'sec-fetch-site': 'same-origin' } : { origin: url }

  function ask(path: string, { headers = {}, form }: Asked = {}): Promise<Reply> {
    const body = form && new URLSearchParams(form).toString()
    const all = {
      'accept-encoding': 'gzip, deflate, br',
      ...(body !== undefined && { ...ownSite, 'content-type': 'application/x-www-form-urlencoded' }),
      ...headers,
    }
    const method = body === undefined ? 'GET' : 'POST'
    return session ? askHttp2(path, method, all, body) : askHttp1(path, method, all, body)
  }

  function askHttp1(path: string, method: string, headers: Headers, body = ''): Promise<Reply> {
    return new Promise((resolve, reject) => {
      const asked = request(url + path, { method, headers, agent: false })
      asked.once('error', reject)
      asked.once('response', (reply) =>
        resolve({ status: reply.statusCode ?? 0, headers: reply.headers, body: reply }),
      )
      asked.end(body)
    })
  }

  function askHttp2(path: string, method: string, headers: Headers, body?: string): Promise<Reply> {
    return new Promise((resolve, reject) => {
      const asked = session?.request({ ':path': path, ':method': method, ...headers })
      asked?.once('error', reject)
      asked?.once('response', (reply) =>
        resolve({ status: Number(reply[':status']), headers: reply, body: asked }),
      )
      if (body !== undefined) asked?.end(body)
    })
  }

  return {
    ask,
    /** The live stream, as text that grows. */
    async listen(headers: Headers = {}) {
      const reply = await ask('/events', { headers: { accept: 'text/event-stream', ...headers } })
      let heard = ''
      let isEnded = false
      let wake = () => {}
      reply.body.setEncoding('utf8').on('data', (text) => {
        heard += text
        wake()
      })
      reply.body.once('close', () => {
        isEnded = true
        wake()
      })
      reply.body.on('error', () => {})
      return {
        ...reply,
        heard: () => heard,
        isEnded: () => isEnded,
        /** Waits for the whole event with this text, which a proxy may split; returns all from that text on. */
        async until(text: string): Promise<string> {
          const hasCome = () => heard.includes(text) && heard.includes('\n\n', heard.indexOf(text))
          while (!hasCome()) {
            if (isEnded) throw new Error(`The stream ended after:\n${heard}`)
            await new Promise<void>((resolve) => {
              wake = resolve
            })
          }
          return heard.slice(heard.indexOf(text))
        },
        leave: () => reply.body.destroy(),
      }
    },
    leave: () => session?.destroy(),
  }
}

export async function textOf({ body }: Pick<Reply, 'body'>): Promise<string> {
  return (await body.setEncoding('utf8').toArray()).join('')
}
