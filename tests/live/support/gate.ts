import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { atTestEnd } from '../../support/at-test-end.ts'

/** HTTP proxy between the browsers and the cup that simulates a bad network or a new release. */
export async function openGate(target: string) {
  let waiting: (() => void)[] | undefined
  let refused: { readonly path: string; readonly status: number } | undefined
  let version: { readonly old: string; readonly next: string } | undefined

  const server = createServer(async (req, res) => {
    if (waiting) await new Promise<void>((resolve) => waiting?.push(resolve))
    if (refused && req.url?.split('?')[0] === refused.path) return res.writeHead(refused.status).end()
    forward(req, res)
  })

  function forward(req: IncomingMessage, res: ServerResponse) {
    const { next = '', old = '' } = version ?? {}
    const path = version ? (req.url ?? '/').replaceAll(next, old) : req.url
    const { 'accept-encoding': _, 'if-none-match': __, ...headers } = req.headers
    const onward = request(new URL(path ?? '/', target), {
      method: req.method,
      headers: version ? headers : req.headers,
    })
    onward.on('error', () => res.destroy())
    onward.on('response', (answer) => {
      if (version && /html|javascript/.test(answer.headers['content-type'] ?? ''))
        return upgraded(answer, res)
      res.writeHead(answer.statusCode ?? 502, answer.headers)
      res.flushHeaders()
      answer.pipe(res)
      answer.on('error', () => res.destroy())
    })
    res.on('close', () => onward.destroy())
    req.pipe(onward)
  }

  async function upgraded(answer: IncomingMessage, res: ServerResponse) {
    const text = (await answer.setEncoding('utf8').toArray()).join('')
    const { 'content-length': _, 'content-security-policy': __, etag: ___, ...headers } = answer.headers
    res.writeHead(answer.statusCode ?? 502, headers)
    res.end(text.replaceAll(version?.old ?? '', version?.next ?? ''))
  }

  async function cut() {
    server.close()
    server.closeAllConnections()
    await once(server, 'close')
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  atTestEnd(() => server.listening && cut())
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    /** Refuses new connections and closes the open ones. */
    cut,
    async mend() {
      server.listen(port, '127.0.0.1')
      await once(server, 'listening')
    },
    /** Answers this path with an error, until another path or none is refused. */
    refuse(path: string | undefined, status = 500) {
      refused = path === undefined ? undefined : { path, status }
    },
    /** Holds all requests until `letGo`. */
    hold() {
      waiting ??= []
    },
    letGo() {
      const held = waiting ?? []
      waiting = undefined
      for (const go of held) go()
    },
    /** A new release: the same app under another version. */
    async upgrade() {
      const html = await (await fetch(target)).text()
      const old = /manifest-([\w-]+)\.js/.exec(html)?.[1]
      if (!old) throw new Error('The page does not name the app it belongs to.')
      version = { old, next: 'upgraded' }
    },
  }
}
