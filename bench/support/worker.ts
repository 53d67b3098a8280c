import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'

/** RPC to a child process: servers and listeners must not share a thread with the measurement. */
export type Worker<Questions extends Record<string, (argument: never) => unknown>> = {
  ask<Name extends keyof Questions & string>(
    name: Name,
    argument: Parameters<Questions[Name]>[0],
  ): Promise<Awaited<ReturnType<Questions[Name]>>>
  stop(): Promise<void>
}

export function startWorker<Questions extends Record<string, (argument: never) => unknown>>(
  script: URL,
): Worker<Questions> {
  // `memory` collects the garbage first, so that it counts only live objects.
  const child: ChildProcess = fork(script, {
    execArgv: ['--expose-gc'],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const waiting = new Map<number, { resolve: (value: never) => void; reject: (error: Error) => void }>()
  let asked = 0
  child.on('message', ({ id, value, error }: { id: number; value: never; error?: string }) => {
    const question = waiting.get(id)
    waiting.delete(id)
    if (error) question?.reject(new Error(error))
    else question?.resolve(value)
  })
  child.on('exit', (code) => {
    for (const { reject } of waiting.values()) reject(new Error(`${script.pathname} ended with ${code}`))
  })
  return {
    ask: (name, argument) =>
      new Promise((resolve, reject) => {
        asked += 1
        waiting.set(asked, { resolve, reject })
        child.send({ id: asked, name, argument })
      }),
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** The child's side of the RPC. */
export function answer<Questions extends Record<string, (argument: never) => unknown>>(questions: Questions) {
  process.on('message', async ({ id, name, argument }: { id: number; name: string; argument: never }) => {
    try {
      process.send?.({ id, value: await questions[name]?.(argument) })
    } catch (error) {
      process.send?.({ id, error: String(error instanceof Error ? error.stack : error) })
    }
  })
  process.on('disconnect', () => process.exit())
}

export async function memory(): Promise<{ resident: number; heap: number }> {
  await delay(500)
  globalThis.gc?.()
  globalThis.gc?.()
  // V8 returns freed memory to the system with a delay.
  await delay(15_000)
  const { rss, heapUsed } = process.memoryUsage()
  return { resident: rss, heap: heapUsed }
}
