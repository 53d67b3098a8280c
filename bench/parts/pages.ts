import { execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { CupQuestions } from '../support/cup-worker.ts'
import { median, type Result, ratio } from '../support/statistics.ts'
import { startWorker } from '../support/worker.ts'

const run = promisify(execFile)

/** GET /draw with 128 teams, against one worker of nginx that sends the same bytes from a file; also while the draw changes. */
export async function measurePages({
  seconds,
  turns,
}: {
  seconds: number
  turns: number
}): Promise<Result[]> {
  const what =
    'GET /draw with 128 teams, requests a second, as a part of what one worker of nginx serves of the same bytes'
  const missing = ['wrk', 'nginx'].filter((name) => !isInstalled(name))
  if (missing.length > 0) {
    const measured = `not measured: ${missing.join(' and ')} not installed`
    return [{ what, measured, target: 'at least 0.18', isMet: undefined }]
  }

  const cup = startWorker<CupQuestions>(new URL('../support/cup-worker.ts', import.meta.url))
  const folder = await mkdtemp(join(tmpdir(), 'cup-bench-nginx-'))
  let stopNginx = async () => {}
  try {
    const { port, cookie, matchId } = await cup.ask('start', { teams: 128 })
    const page = `http://127.0.0.1:${port}/draw`
    const bytes = await pageBytes(page)
    const nginx = await startNginx(folder, bytes)
    stopNginx = nginx.stop

    async function tapOnceASecond(signal: AbortSignal) {
      for (let tap = 1; !signal.aborted; tap += 1) {
        await fetch(`http://127.0.0.1:${port}/admin/draw`, {
          method: 'POST',
          redirect: 'manual',
          headers: { cookie },
          body: new URLSearchParams({
            intent: 'set-winner',
            matchId,
            side: String(1 + (tap % 2)),
            confirm: 'yes',
          }),
        })
        await new Promise((resolve) => setTimeout(resolve, 1_000))
      }
    }

    const rates = { nginx: [] as number[], still: [] as number[], changing: [] as number[] }
    await load(page, 1)
    for (let turn = 0; turn < turns; turn += 1) {
      rates.nginx.push(await load(nginx.url, seconds))
      rates.still.push(await load(page, seconds))
      const tapping = new AbortController()
      const taps = tapOnceASecond(tapping.signal)
      rates.changing.push(await load(page, seconds))
      tapping.abort()
      await taps
    }
    const [theirs, still, changing] = [median(rates.nginx), median(rates.still), median(rates.changing)]
    const words = (rate: number) =>
      `${ratio(rate / theirs)} (${Math.round(rate)} to ${Math.round(theirs)} a second)`
    return [
      {
        what: `${what} (${bytes.length} bytes, brotli)`,
        measured: words(still),
        target: 'at least 0.18',
        isMet: still / theirs >= 0.18,
      },
      {
        what: 'The same while the draw changes once a second',
        measured: words(changing),
        target: 'at least 0.12',
        isMet: changing / theirs >= 0.12,
      },
    ]
  } finally {
    await stopNginx()
    await cup.ask('stop', undefined as never).catch(() => {})
    await cup.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** The body as it goes over the wire. */
async function pageBytes(url: string): Promise<Buffer> {
  // The second answer comes from the shared copy, at its final compression.
  for (let attempt = 0; attempt < 3; attempt += 1) await fetch(url, { headers: { 'accept-encoding': 'br' } })
  const { stdout } = await run('curl', ['-s', '-H', 'accept-encoding: br', url], {
    encoding: 'buffer',
    maxBuffer: 1e8,
  })
  return stdout
}

async function load(url: string, seconds: number): Promise<number> {
  const { stdout } = await run('wrk', ['-t1', '-c64', `-d${seconds}s`, '-H', 'accept-encoding: br', url])
  const rate = /Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]
  if (!rate || /Non-2xx|Socket errors: (?!connect 0, read 0, write 0, timeout 0)/.test(stdout))
    throw new Error(stdout)
  return Number(rate)
}

async function startNginx(folder: string, body: Buffer) {
  const port = await freePort()
  await writeFile(join(folder, 'draw.html'), body)
  const config = `daemon off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/errors;
events { worker_connections 1024; }
http {
  access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000; open_file_cache max=10;
  client_body_temp_path ${folder}; proxy_temp_path ${folder}; fastcgi_temp_path ${folder}; uwsgi_temp_path ${folder}; scgi_temp_path ${folder};
  server { listen 127.0.0.1:${port}; root ${folder}; location / { default_type text/html; add_header content-encoding br; } }
}`
  await writeFile(join(folder, 'nginx.conf'), config)
  await run('chmod', ['755', folder])
  const nginx = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', join(folder, 'errors')])
  const url = `http://127.0.0.1:${port}/draw.html`
  for (let attempt = 0; ; attempt += 1) {
    const isUp = await fetch(url, { method: 'HEAD' }).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isUp) break
    if (attempt > 50) throw new Error('nginx did not start')
    await new Promise((resolve) => setTimeout(resolve, 100))
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

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as { port: number }
  probe.close()
  await once(probe, 'close')
  return port
}

function isInstalled(name: string): boolean {
  return spawnSync('sh', ['-c', `command -v ${name}`]).status === 0
}
