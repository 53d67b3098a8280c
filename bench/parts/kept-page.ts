import { execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort } from '../../tests/support/cup-process.ts'
import type { BarePageQuestions } from '../support/bare-page-worker.ts'
import type { CupQuestions } from '../support/cup-worker.ts'
import { median, type Result, ratio } from '../support/statistics.ts'
import { startWorker } from '../support/worker.ts'

const run = promisify(execFile)

/** The ratio to nginx depends on the architecture: 0.18 was measured on arm64. */
const ofNginx = process.arch === 'arm64' ? 0.15 : 0.4
const ofBare = 0.5

type Page = { readonly headers: string[]; readonly body: Buffer }

/** Requests per second for a cached page, relative to bare node:http and to one nginx worker that serve the same bytes, in turns. */
export async function measureKeptPage({
  seconds,
  turns,
}: {
  seconds: number
  turns: number
}): Promise<Result[]> {
  const what = 'GET /draw with 128 teams, kept: requests a second, against'
  if (!isInstalled('wrk'))
    return [{ what, measured: 'wrk is not installed', target: `at least ${ofBare}`, isMet: undefined }]

  const cup = startWorker<CupQuestions>(new URL('../support/cup-worker.ts', import.meta.url))
  const bare = startWorker<BarePageQuestions>(new URL('../support/bare-page-worker.ts', import.meta.url))
  const folder = await mkdtemp(join(tmpdir(), 'cup-bench-nginx-'))
  let nginx: { readonly url: string; stop(): Promise<void> } | undefined
  try {
    const ours = `http://127.0.0.1:${(await cup.ask('start', { teams: 128 })).port}/draw`
    const page = await pageAt(ours)
    const started = await bare.ask('start', { headers: page.headers, base64: page.body.toString('base64') })
    const bareUrl = `http://127.0.0.1:${started.port}/`
    nginx = isInstalled('nginx') ? await startNginx(folder, page) : undefined

    const rates = { cup: [] as number[], bare: [] as number[], nginx: [] as number[] }
    for (let turn = 0; turn <= turns; turn += 1) {
      const rate = {
        cup: await load(ours, seconds),
        bare: await load(bareUrl, seconds),
        nginx: nginx ? await load(nginx.url, seconds) : 0,
      }
      // Warm-up.
      if (turn > 0) for (const name of ['cup', 'bare', 'nginx'] as const) rates[name].push(rate[name])
    }
    const [mine, least, theirs] = [median(rates.cup), median(rates.bare), median(rates.nginx)]
    const measured = (peer: number) =>
      `${ratio(mine / peer)} (${Math.round(mine)} to ${Math.round(peer)} a second)`
    return [
      {
        what: `${what} bare node:http that sends the same ${page.body.length} bytes and headers`,
        measured: measured(least),
        target: `at least ${ofBare}`,
        isMet: mine / least >= ofBare,
      },
      {
        what: `${what} one worker of nginx that sends the same file and headers, on ${process.arch}`,
        measured: nginx ? measured(theirs) : 'nginx is not installed',
        target: `at least ${ofNginx}`,
        isMet: nginx ? mine / theirs >= ofNginx : undefined,
      },
    ]
  } finally {
    await nginx?.stop()
    await bare.stop()
    await cup.ask('stop', undefined as never).catch(() => {})
    await cup.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** The response as sent: `fetch` would decompress it. Connection headers are left out, because Node adds its own. */
async function pageAt(url: string): Promise<Page> {
  const [response] = await once(get(url, { headers: { 'accept-encoding': 'br' } }), 'response')
  const parts: Buffer[] = []
  for await (const part of response) parts.push(part)
  const headers: string[] = []
  for (let at = 0; at < response.rawHeaders.length; at += 2) {
    const [name, value] = response.rawHeaders.slice(at, at + 2)
    if (!/^(date|connection|keep-alive)$/i.test(name)) headers.push(name, value)
  }
  return { headers, body: Buffer.concat(parts) }
}

async function load(url: string, seconds: number): Promise<number> {
  const { stdout } = await run('wrk', ['-t1', '-c64', `-d${seconds}s`, '-H', 'accept-encoding: br', url])
  const rate = /Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]
  if (!rate || /Non-2xx|Socket errors: (?!connect 0, read 0, write 0, timeout 0)/.test(stdout))
    throw new Error(stdout)
  return Number(rate)
}

async function startNginx(folder: string, { headers, body }: Page) {
  const port = await freePort()
  await writeFile(join(folder, 'draw.html'), body)
  const added: string[] = []
  for (let at = 0; at < headers.length; at += 2) {
    const [name = '', value = ''] = headers.slice(at, at + 2)
    // nginx adds these itself.
    if (!/^(etag|content-type|content-length)$/i.test(name)) added.push(`add_header ${name} "${value}";`)
  }
  const config = `daemon off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/errors;
events { worker_connections 1024; }
http {
  access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000; open_file_cache max=10;
  client_body_temp_path ${folder}; proxy_temp_path ${folder}; fastcgi_temp_path ${folder}; uwsgi_temp_path ${folder}; scgi_temp_path ${folder};
  server { listen 127.0.0.1:${port}; root ${folder}; location / { default_type text/html; ${added.join(' ')} } }
}`
  await writeFile(join(folder, 'nginx.conf'), config)
  // The nginx worker runs as another user.
  await chmod(folder, 0o755)
  const nginx = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', join(folder, 'errors')])
  const url = `http://127.0.0.1:${port}/draw.html`
  const isUp = () =>
    fetch(url, { method: 'HEAD' }).then(
      ({ ok }) => ok,
      () => false,
    )
  for (let attempt = 0; !(await isUp()); attempt += 1) {
    if (attempt > 50) throw new Error('nginx did not start')
    await delay(100)
  }
  return {
    url,
    async stop() {
      const ended = once(nginx, 'exit')
      nginx.kill('SIGTERM')
      await ended
    },
  }
}

function isInstalled(name: string): boolean {
  return spawnSync('sh', ['-c', `command -v ${name}`]).status === 0
}
