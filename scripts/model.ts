import { spawnTool } from './spawn-tool.ts'

const [steps = '50000', ...rest] = process.argv.slice(2)
if (!/^[1-9]\d{0,8}$/.test(steps) || rest.length > 0) {
  console.error(
    'npm run model -- STEPS   plays that many random steps against the cup, and compares it with paper',
  )
  process.exit(1)
}

const command = ['run', '--project=server', 'tests/model/any-night.test.ts']
const child = spawnTool(['vitest', ...command], { MODEL_STEPS: steps })
child.on('exit', (code) => {
  process.exitCode = code ?? 1
})
