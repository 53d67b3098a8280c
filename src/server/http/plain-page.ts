import type { ServerResponse } from 'node:http'
import { contentSecurityPolicy, securityHeaders } from './security-headers.ts'

/** What a person sees where no page of the cup could be asked: small, complete in itself, in the cup's colours. */
export const problems = {
  400: ['This address does not work', 'The request could not be understood.'],
  403: ['That came from another site', 'For your safety only pages of the cup itself may send this.'],
  404: ['Nothing here', 'This file does not exist, or not any more.'],
  405: ['That does not work here', 'This address only shows something; it takes no such request.'],
  408: ['That took too long', 'The request did not arrive in time. Please try again.'],
  413: ['That is too much', 'What was sent is larger than anything the cup takes.'],
  415: ['That cannot be read', 'The cup takes what its own forms send, and nothing else.'],
  414: ['This address is too long', 'Please go to the start page and find your way from there.'],
  431: [
    'That is too much',
    'Your browser sent more than the cup takes. Clearing the cookies of this site helps.',
  ],
  500: ['Something went wrong', 'It is our fault, not yours. Please try again.'],
  503: ['The cup is busy', 'Please try again in a moment.'],
} as const satisfies Record<number, readonly [title: string, sentence: string]>

export type ProblemStatus = keyof typeof problems

const style = `
:root{color-scheme:dark light;--ground:#0c1511;--line:#2b4034;--chalk:#f3f0e4;--muted:#9fb3a6;--ball:#dcff3c;--on-ball:#0c1511}
@media (prefers-color-scheme:light){:root{--ground:#f6f4ea;--line:#c3cdbf;--chalk:#12201a;--muted:#4a5d52;--ball:#24513a;--on-ball:#fff}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:24px;background:var(--ground);color:var(--chalk);
font:18px/1.5 Archivo,system-ui,sans-serif}
main{max-width:32rem;border-top:3px solid var(--line);padding-top:24px}
p{margin:0 0 12px}
.status{color:var(--muted);font-variant-numeric:tabular-nums;letter-spacing:.08em}
h1{margin:0 0 12px;font-size:2.25rem;line-height:1.1}
a{display:inline-block;margin:12px 12px 0 0;padding:12px 20px;min-height:44px;border:2px solid var(--line);border-radius:6px;
color:inherit;text-decoration:none;font-weight:600}
a:focus-visible{outline:3px solid var(--ball);outline-offset:3px}
a.first{background:var(--ball);border-color:var(--ball);color:var(--on-ball)}
`

const canRetry = new Set<ProblemStatus>([408, 500, 503])

/** Nobody stands beside the bar's screen to press Retry. */
const unattended = /^\/screen(\?|$)/

export function plainPage(status: ProblemStatus): { readonly html: string; readonly policy: string } {
  const [title, sentence] = problems[status]
  // An empty address is the page itself, whatever it was.
  const retry = canRetry.has(status)
    ? '<a class="first" href="">Retry</a><a href="/">Home</a>'
    : '<a class="first" href="/">Home</a>'
  const html = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · The Cup</title>
<style>${style}</style>
</head>
<body>
<main>
<p class="status">${status}</p>
<h1>${title}</h1>
<p role="alert">${sentence}</p>
${retry}
</main>
</body>
</html>
`
  return { html, policy: contentSecurityPolicy(html, { scripts: [], styles: [style] }) }
}

export function sendPlainPage(
  response: ServerResponse,
  status: ProblemStatus,
  { isSecure, headers = [] }: { readonly isSecure: boolean; readonly headers?: readonly string[] },
): void {
  if (response.headersSent) {
    response.destroy()
    return
  }
  const isRetried = canRetry.has(status) && unattended.test(response.req.url ?? '')
  const refresh = isRetried ? ['refresh', '15'] : []
  response.writeHead(status, [...plainHeaders(status, isSecure), ...headers, ...refresh])
  response.end(plainPage(status).html)
}

/** For what is answered below HTTP, where there is a socket but no response. */
export function plainAnswer(status: ProblemStatus): string {
  const headers = plainHeaders(status, false)
  const lines = headers.flatMap((name, index) => (index % 2 ? [] : [`${name}: ${headers[index + 1]}`]))
  const head = [`HTTP/1.1 ${status} ${problems[status][0]}`, ...lines, 'connection: close']
  return `${head.join('\r\n')}\r\n\r\n${plainPage(status).html}`
}

function plainHeaders(status: ProblemStatus, isSecure: boolean): string[] {
  const { html, policy } = plainPage(status)
  return [
    'content-type',
    'text/html; charset=utf-8',
    'content-length',
    String(Buffer.byteLength(html)),
    'cache-control',
    'no-store',
    'content-security-policy',
    policy,
    ...securityHeaders(isSecure),
  ]
}
