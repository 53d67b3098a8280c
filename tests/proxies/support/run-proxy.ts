import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { findProgram } from '../../../scripts/find-tools.mjs'

export type RunningProxy = {
  /** The address visitors use. */
  readonly url: string
  /** The authority that signed its certificate, where it has one. */
  readonly authority?: string
  stop(): Promise<void>
}

/** Where the proxy forwards requests. The cup starts after it, because its configuration needs the proxy's address. */
export type Target = { readonly port: number }

/** The real nginx with only this location; everything else is nginx's default. */
export async function runNginx(location: string): Promise<RunningProxy & { readonly target: Target }> {
  const folder = await workFolder()
  const [port, target] = await freePorts()
  // Only its paths and foreground mode: nothing about forwarding.
  const config = `daemon off; pid ${folder}/pid; error_log ${folder}/errors;
events {}
http {
  access_log off;
  client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
  server {
    listen 127.0.0.1:${port};
    ${location.replace('127.0.0.1:3000', `127.0.0.1:${target}`)}
  }
}
`
  await writeFile(join(folder, 'nginx.conf'), config)
  const stop = await run('nginx', ['-p', folder, '-c', `${folder}/nginx.conf`, '-e', `${folder}/errors`], {
    folder,
    port,
  })
  return { url: `http://127.0.0.1:${port}`, target: { port: target }, stop }
}

/** The real Caddy with only this site. It issues its own certificate, and so speaks HTTP/2. */
export async function runCaddy(site: string): Promise<RunningProxy & { readonly target: Target }> {
  const folder = await workFolder()
  const [port, target] = await freePorts()
  // Leaves the machine alone: no port 80, no trusted authority, no admin API.
  const config = `{
  admin off
  skip_install_trust
  auto_https disable_redirects
  default_bind 127.0.0.1
}
${site.replace('cup.example.org', `localhost:${port}`).replace('127.0.0.1:3000', `127.0.0.1:${target}`)}
`
  await writeFile(join(folder, 'Caddyfile'), config)
  const stop = await run('caddy', ['run', '--adapter', 'caddyfile', '--config', `${folder}/Caddyfile`], {
    folder,
    port,
  })
  const authority = await readFile(join(folder, 'caddy/pki/authorities/local/root.crt'), 'utf8')
  return { url: `https://localhost:${port}`, authority, target: { port: target }, stop }
}

type Place = { readonly folder: string; readonly port: number }

async function run(name: 'nginx' | 'caddy', args: readonly string[], { folder, port }: Place) {
  const program = findProgram(name)
  if (!program) throw new Error(`${name} is not installed.`)
  const child = spawn(program, args, {
    env: { PATH: process.env.PATH ?? '', HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = once(child, 'exit')
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text) => {
    said += text
  })
  while (!(await answers(port))) {
    if (child.exitCode !== null) throw new Error(`${name} ended before it served:\n${said}`)
    await wait(20)
  }
  return async () => {
    child.kill('SIGTERM')
    await ended
    await rm(folder, { recursive: true, force: true })
  }
}

function answers(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  return new Promise((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
  }).finally(() => socket.destroy()) as Promise<boolean>
}

/** As root, nginx's workers run as `nobody`, who must be able to enter. */
async function workFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'cup-proxy-'))
  await chmod(folder, 0o755)
  return folder
}

async function freePorts(): Promise<readonly [number, number]> {
  const probes = [createServer(), createServer()]
  for (const probe of probes) await once(probe.listen(0, '127.0.0.1'), 'listening')
  const [one, other] = probes.map((probe) => (probe.address() as { port: number }).port)
  for (const probe of probes) await once(probe.close(), 'close')
  return [one as number, other as number]
}
