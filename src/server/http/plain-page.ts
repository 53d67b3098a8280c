import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { refusals } from '../../domain/refusals.ts'
import type { Answer } from './respond.ts'
import { contentSecurityPolicy, documentHeaders } from './security-headers.ts'

/** Title and sentence by status, where no page can be rendered. */
export const problems = {
  400: ['This address does not work', 'The request could not be understood.'],
  403: ['That came from another site', 'For your safety, only pages of the cup itself may send this.'],
  404: ['Nothing here', 'This file does not exist, or no longer does.'],
  405: ['That does not work here', 'This address does not accept that kind of request.'],
  408: ['That took too long', 'The request did not arrive in time. Please try again.'],
  413: ['That is too large', 'What was sent is larger than the cup accepts.'],
  415: ['That cannot be read', 'The cup accepts only what its own forms send.'],
  414: ['This address is too long', 'Please go to the start page and find your way from there.'],
  422: ['That does not work here', refusals['unknown-action'].sentence],
  431: [
    'That is too much',
    'Your browser sent more than the cup accepts. Clearing the cookies of this site helps.',
  ],
  500: ['Something went wrong', 'It is our fault, not yours. Please try again.'],
  503: ['The cup is busy', 'Please try again in a moment.'],
} as const satisfies Record<number, readonly [title: string, sentence: string]>

export type ProblemStatus = keyof typeof problems

export type Problem = { readonly status: ProblemStatus; readonly headers?: OutgoingHttpHeaders }

/** Copies the screens' design tokens, because this page loads no other file; a test compares them. */
const style = `
:root{color-scheme:light dark;--ground:#f5f3e8;--raised:#fffefa;--line:#cdd3c5;--control:#6a7a6e;--chalk:#0e1a13;--muted:#3d4f44;--ball:#1b5e2f;--action:#14502f;--on-action:#f4ffc9}
@media (prefers-color-scheme:dark){:root{--ground:#0c1511;--raised:#13211a;--line:#2b4034;--control:#6f897b;--chalk:#f3f0e4;--muted:#a6b9ad;--ball:#dcff3c;--action:#dcff3c;--on-action:#0c1511}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;min-height:100dvh;display:grid;place-items:center;padding:24px 16px;overflow-x:hidden;background:var(--ground);color:var(--chalk);
font:1.125rem/1.5 "Archivo Variable","Helvetica Neue",Arial,sans-serif}
main{width:min(34rem,100%)}
svg{display:block;width:100%;margin-bottom:1.5rem;color:var(--control)}
p{margin:0 0 .75rem;text-wrap:balance}
.status{color:var(--muted);font-variant-numeric:tabular-nums;letter-spacing:.08em}
h1{margin:0 0 .75rem;font-family:"Archivo Variable","Arial Narrow","Helvetica Neue",Arial,sans-serif;font-size:3rem;font-stretch:75%;font-weight:800;line-height:1;text-transform:uppercase;text-wrap:balance}
[hidden]{display:none!important}
ul{display:grid;grid-template-columns:repeat(auto-fill,minmax(8.5rem,1fr));gap:.5rem;margin:1.5rem 0 0;padding:0;list-style:none}
a{display:inline-flex;align-items:center;justify-content:center;min-height:2.75rem;padding:.5rem 1.125rem;border:1.5px solid var(--control);border-radius:.625rem;
color:inherit;font-weight:700;line-height:1.2;text-decoration:none}
p>a{margin:.75rem .5rem 0 0}
li>a{justify-content:flex-start;width:100%;border-color:var(--line);background:var(--raised)}
a:hover{border-color:var(--ball)}
a:focus-visible{outline:3px solid var(--ball);outline-offset:2px}
a.first{border-color:var(--action);background:var(--action);color:var(--on-action)}
`

/** The drawing of web/ui/court.tsx. */
const court =
  '<svg aria-hidden="true" viewBox="0 0 720 324" fill="none" stroke="currentColor" stroke-width="3"><path d="M0 322 175 2h370l175 320M74 322 212 2M646 322 508 2M186 62h348M115 226h490M360 62v164M0 322h720"/></svg>'

const canRetry = new Set<ProblemStatus>([408, 500, 503])

/** Reloads by itself: nobody presses Retry on the bar's TV. */
const unattended = /^\/screen(\?|$)/

export function problemPage(status: ProblemStatus, isSecure: boolean): Answer {
  const [title, sentence] = problems[status]
  // An empty address is the page itself.
  const links = canRetry.has(status)
    ? '<a class="first" href="">Retry</a><a href="/">Home</a>'
    : '<a class="first" href="/">Home</a>'
  const body = `<p class="status">${status}</p>\n${headingOf(title, sentence)}\n<p>${links}</p>`
  return plainPage({ status, title: `${title} · The Cup`, body, cacheControl: 'no-store', isSecure })
}

/**
 * Fallback of the service worker (public/sw.js) for a page it has no copy of. The worker caches it on installation; the page
 * lists the pages cached since.
 */
export function offlinePage(font: string | undefined, isSecure: boolean): Answer {
  const fontFace = font
    ? `@font-face{font-family:"Archivo Variable";src:url("${font}");font-weight:100 900;font-stretch:62% 125%}`
    : ''
  const body = `${headingOf('Offline', 'There is no connection, and this page is not saved on this device.')}
<p><a class="first" href="">Retry</a></p>
<p class="status" hidden>Opened before, and saved on this device:</p>
<ul hidden></ul>`
  return plainPage({
    status: 200,
    title: 'Offline',
    body,
    fontFace,
    script: listCached,
    cacheControl: 'no-cache',
    isSecure,
  })
}

const listCached = `
(async () => {
  const cached = new Set()
  for (const name of await caches.keys()) {
    for (const { url } of await (await caches.open(name)).keys()) {
      const { pathname, search } = new URL(url)
      if (/^\\/[a-z-]*$/.test(pathname) && search === '' && pathname !== '/offline') cached.add(pathname)
    }
  }
  const list = document.querySelector('ul')
  for (const pathname of cached) {
    const words = pathname.slice(1).replaceAll('-', ' ') || 'home'
    const link = document.createElement('a')
    link.href = pathname
    link.textContent = words[0].toUpperCase() + words.slice(1)
    list.appendChild(document.createElement('li')).append(link)
  }
  list.hidden = document.querySelector('.status').hidden = cached.size === 0
})()
`

function headingOf(title: string, sentence: string): string {
  return `<h1>${title}</h1>\n<p role="alert">${sentence}</p>`
}

function plainPage({
  status,
  title,
  body,
  fontFace = '',
  script = '',
  cacheControl,
  isSecure,
}: {
  readonly status: number
  readonly title: string
  readonly body: string
  readonly fontFace?: string
  readonly script?: string
  readonly cacheControl: string
  readonly isSecure: boolean
}): Answer {
  const html = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${fontFace}${style}</style>
</head>
<body>
<main>
${court}
${body}
</main>${script && `\n<script>${script}</script>`}
</body>
</html>
`
  const policy = contentSecurityPolicy({ scripts: script ? [script] : [], styles: [fontFace + style] })
  return {
    status,
    type: 'text/html; charset=utf-8',
    headers: {
      'cache-control': cacheControl,
      'content-security-policy': policy,
      ...documentHeaders(isSecure),
    },
    body: Buffer.from(html),
  }
}

export function sendProblem(response: ServerResponse, { status, headers }: Problem, isSecure: boolean): void {
  const { req: request } = response
  // Drains the body: closing the connection at once would lose the answer.
  request.resume()
  if (response.headersSent) {
    response.destroy()
    return
  }
  const page = problemPage(status, isSecure)
  const isRetried = canRetry.has(status) && unattended.test(request.url ?? '')
  response.writeHead(status, { ...headersOf(page), ...headers, ...(isRetried && { refresh: '15' }) })
  response.end(page.body)
}

/** The page as raw HTTP, for a socket without a response object. */
export function rawProblem(status: ProblemStatus): string {
  const page = problemPage(status, false)
  const lines = Object.entries(headersOf(page)).map(([name, value]) => `${name}: ${value}`)
  const head = [`HTTP/1.1 ${status} ${problems[status][0]}`, ...lines, 'connection: close']
  return `${head.join('\r\n')}\r\n\r\n${page.body}`
}

function headersOf({ type, headers, body }: Answer): OutgoingHttpHeaders {
  return { 'content-type': type, 'content-length': body.length, ...headers }
}
