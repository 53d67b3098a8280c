import { readFile } from 'node:fs/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { initWasm, Resvg } from '@resvg/resvg-wasm'

const read = (file) => readFile(new URL(import.meta.resolve(file)))
const font = (name) => read(`@expo-google-fonts/archivo-narrow/${name}/ArchivoNarrow_${name}.ttf`)

await initWasm(read('@resvg/resvg-wasm/index_bg.wasm'))
const fontBuffers = await Promise.all([font('500Medium'), font('700Bold')])
const picture = new Resvg(workerData, { font: { fontBuffers, defaultFontFamily: 'Archivo Narrow' } })
parentPort?.postMessage(picture.render().asPng())
