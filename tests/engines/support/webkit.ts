import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { findMiniBrowser, findProgram } from '../../../scripts/find-tools.mjs'
import { freePort } from '../../support/cup-process.ts'
import { type Engine, endProcess, engineOf } from './engine.ts'

/** WebKit's MiniBrowser on its own Xvfb display, driven by WebDriver over HTTP. Its console cannot be read. */
export async function startWebKit(): Promise<Engine> {
  const display = await startDisplay()
  const port = await freePort()
  const driver = spawn(findProgram('WebKitWebDriver') ?? '', [`--port=${port}`], {
    env: { ...process.env, DISPLAY: display.name },
    stdio: 'ignore',
  })
  const ask = async (path: string, body?: object, method = body ? 'POST' : 'DELETE') => {
    const answer = await fetch(`http://127.0.0.1:${port}/session${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    })
    const { value } = (await answer.json()) as { value: Record<string, never> }
    if (!answer.ok) throw new Error(`WebKit, ${path}: ${JSON.stringify(value)}`)
    return value
  }
  await isListening(port)
  const { sessionId } = await ask('', {
    capabilities: {
      alwaysMatch: {
        browserName: 'MiniBrowser',
        'webkitgtk:browserOptions': { binary: findMiniBrowser(), args: ['--automation'] },
      },
    },
  })

  return engineOf({
    name: 'WebKit',
    navigate: async (url) => void (await ask(`/${sessionId}/url`, { url })),
    resize: async (width, height) => void (await ask(`/${sessionId}/window/rect`, { width, height })),
    async call(source, args) {
      const script = `const [run, done] = [${source}, arguments[arguments.length - 1]]
        Promise.resolve(run(...arguments[0])).then((value) => done(JSON.stringify(value)))`
      return (await ask(`/${sessionId}/execute/async`, { script, args: [args] })) as unknown as string
    },
    act: async (actions) => void (await ask(`/${sessionId}/actions`, { actions })),
    async stop() {
      await ask(`/${sessionId}`)
      await endProcess(driver)
      await display.stop()
    },
  })
}

async function startDisplay() {
  const server = spawn(findProgram('Xvfb') ?? '', ['-displayfd', '1', '-screen', '0', '1920x1080x24'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [number] = (await once(server.stdout, 'data')) as [Buffer]
  return { name: `:${String(number).trim()}`, stop: () => endProcess(server) }
}

async function isListening(port: number) {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const answer = await fetch(`http://127.0.0.1:${port}/status`).catch(() => undefined)
    if (answer?.ok) return
    await new Promise((done) => setTimeout(done, 100))
  }
  throw new Error('WebKitWebDriver does not listen.')
}
