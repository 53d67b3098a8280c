import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort } from '../tests/support/cup-process.ts'
import { findProgram } from './find-tools.mjs'
import { runStages } from './stages.ts'

/** Builds the Containerfile, runs the container, and requests a page. */

const image = 'localhost/the-cup'
const exec = promisify(execFile)
const buildah = async (...args: string[]) =>
  (await exec('buildah', args, { maxBuffer: 64 * 1024 * 1024 })).stdout.trim()

await runStages([
  {
    name: 'the cup in a container',
    missing: findProgram('buildah')
      ? undefined
      : 'buildah is not installed: sudo apt-get install buildah debootstrap, then npm run test:container',
    async run() {
      try {
        await buildah(
          'build',
          '--isolation=chroot',
          ...(await baseImages()),
          '-f',
          'Containerfile',
          '-t',
          image,
          '.',
        )
        await startAndLook()
        return { passed: 1, failed: 0 }
      } catch (error) {
        console.error(error)
        return { passed: 0, failed: 1 }
      }
    },
  },
])

/** The Containerfile's base images; without a registry, a Debian built by debootstrap with this machine's Node. */
async function baseImages(): Promise<string[]> {
  try {
    await buildah('pull', '--policy=missing', 'docker.io/library/debian:bookworm-slim')
    await buildah('pull', '--policy=missing', 'docker.io/library/node:24-bookworm-slim')
    return []
  } catch {
    console.log('No image can be pulled: a base is made with debootstrap.')
  }
  const root = process.env.DEBIAN_ROOT ?? (await makeDebian())
  const container = await buildah('from', 'scratch')
  await buildah('add', '--quiet', container, root, '/')
  await buildah('commit', '--quiet', container, 'localhost/cup-base')
  await buildah('copy', '--quiet', container, process.execPath, '/usr/local/bin/node')
  await buildah('commit', '--quiet', '--rm', container, 'localhost/cup-node')
  return ['--pull=false', '--build-arg=NODE=localhost/cup-node', '--build-arg=BASE=localhost/cup-base']
}

async function makeDebian(): Promise<string> {
  const root = join(await mkdtemp(join(tmpdir(), 'cup-debian-')), 'root')
  await exec('debootstrap', ['--variant=minbase', 'bookworm', root])
  return root
}

async function startAndLook(): Promise<void> {
  const data = await mkdtemp(join(tmpdir(), 'cup-container-'))
  await chown(data, 1000, 1000)
  await chmod(data, 0o700)
  const container = await buildah('from', '--pull=false', image)
  const run = ['run', '--isolation=chroot', '-v', `${data}:/data`, container, '--']
  try {
    const who = await buildah(
      ...run,
      'sh',
      '-c',
      'id -u; touch /app/written 2>/dev/null && echo written; true',
    )
    if (who !== '1000') throw new Error(`It runs as, or may do, more than it should: ${who}`)
    const port = await freePort()
    const node = ['env', `PORT=${port}`, 'node', 'src/main.ts']
    const child = spawn('buildah', [...run, ...node], { stdio: 'inherit' })
    const ended = once(child, 'exit')
    try {
      const url = `http://127.0.0.1:${port}`
      for (let tries = 0; !(await isOk(`${url}/healthz`)); tries += 1) {
        if (tries > 120 || child.exitCode !== null) throw new Error('The container does not serve.')
        await wait(500)
      }
      const page = await (await fetch(`${url}/draw`)).text()
      if (!page.includes('<h1')) throw new Error('The container serves something else than the cup.')
    } finally {
      child.kill('SIGTERM')
      await ended
    }
  } finally {
    await buildah('rm', container)
    await rm(data, { recursive: true, force: true })
  }
}

async function isOk(url: string): Promise<boolean> {
  return fetch(url).then(
    ({ ok }) => ok,
    () => false,
  )
}
