import { Worker } from 'node:worker_threads'
import { loadTimeoutMs } from '../../domain/settings/limits.ts'
import type { Clock } from '../clock.ts'

/**
 * SVG to PNG in a worker thread, one at a time, so that no tap waits for it. The last picture is cached. A new worker for
 * each picture frees WebAssembly's memory.
 */
export function createRasteriser(clock: Pick<Clock, 'after'>): (svg: string) => Promise<Buffer<ArrayBuffer>> {
  let last: { readonly svg: string; readonly picture: Promise<Buffer<ArrayBuffer>> } | undefined
  let turn: Promise<unknown> = Promise.resolve()
  return function pictureOf(svg) {
    if (last?.svg === svg) return last.picture
    const picture = turn.then(() => rasterise(svg, clock))
    last = { svg, picture }
    turn = picture.catch(() => {
      if (last?.picture === picture) last = undefined
    })
    return picture
  }
}

function rasterise(svg: string, clock: Pick<Clock, 'after'>): Promise<Buffer<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./rasterise-worker.mjs', import.meta.url), { workerData: svg })
    // A hung worker would block every later picture.
    const cancel = clock.after(loadTimeoutMs, () => void worker.terminate())
    worker.once('message', (png: Uint8Array<ArrayBuffer>) => resolve(Buffer.from(png)))
    worker.once('error', reject)
    worker.once('exit', (code) => {
      cancel()
      reject(new Error(`The picture was not made: exit ${code}.`))
    })
  })
}
