import { spawnTool } from './spawn-tool.ts'

/** `npx` would run a tool on the machine's own Node. */
const [tool, ...args] = process.argv.slice(2)
if (!tool) {
  console.error('npm run tool -- NAME ARGUMENTS   runs vitest, playwright, biome, tsc, … on the pinned Node')
  process.exit(1)
}
spawnTool([tool, ...args]).on('exit', (code) => {
  process.exitCode = code ?? 1
})
