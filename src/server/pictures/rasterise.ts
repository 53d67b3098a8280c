import { Worker } from 'node:worker_threads'

/**
 * Makes pictures of SVG texts: one after the other, each once as long as no other is asked for, and in a thread of its own, so
 * that no organiser's tap waits for it. The thread ends with its picture: nothing of it stays in memory.
 */
export function createRasteriser(): (svg: string) => Promise<Buffer<ArrayBuffer>> {
  let last: { readonly svg: string; readonly picture: Promise<Buffer<ArrayBuffer>> } | undefined
  let turn: Promise<unknown> = Promise.resolve()
  return function pictureOf(svg) {
    if (last?.svg === svg) return last.picture
    const picture = turn.then(() => rasterise(svg))
    last = { svg, picture }
    turn = picture.catch(() => {
      if (last?.picture === picture) last = undefined
    })
    return picture
  }
}

function rasterise(svg: string): Promise<Buffer<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./rasterise-worker.mjs', import.meta.url), { workerData: svg })
    worker.once('message', (png: Uint8Array<ArrayBuffer>) => resolve(Buffer.from(png)))
    worker.once('error', reject)
    worker.once('exit', (code) => reject(new Error(`The picture was not made: exit ${code}.`)))
  })
}
