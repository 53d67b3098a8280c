// The first file of every npm script. Prepares what the script needs, then runs it on the pinned Node:
//
//   node scripts/launch.cjs MODE [SCRIPT [ARGUMENTS]]      the modes are in bootstrap.mjs
//
// CommonJS without newer syntax, and nothing loaded at the top: an older Node has to read it to say that it is too old.
const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(
    'The cup needs Node 20.19 or newer, and this is Node ' +
      process.versions.node +
      '. README.md says how to get it ("Run it, test it").',
  )
  process.exit(1)
}

// npm sends its signals to a shell, and some shells die of them without passing them on: an orphan ends itself.
const parent = process.ppid
if (process.env.npm_lifecycle_event) {
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 250)
  watch.unref()
}

const [mode, ...command] = process.argv.slice(2)
import('./bootstrap.mjs')
  .then(({ bootstrap }) => bootstrap(mode))
  .then((node) => {
    if (!node) process.exitCode = 1
    else if (command.length > 0) run(node)
  })

/** Stays for as long as the script runs, passes signals on to it, and ends as it ends. */
function run(node) {
  const { spawn } = require('node:child_process')
  const { join } = require('node:path')
  const compileCache = join(__dirname, '../node_modules/.cache/compiled')
  const child = spawn(node, command, {
    stdio: 'inherit',
    env: { NODE_COMPILE_CACHE: compileCache, ...process.env },
  })
  const passOn = (signal) => {
    // On Windows the terminal tells every process itself, and `kill` would leave no time for a clean stop.
    if (process.platform !== 'win32') child.kill(signal)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, passOn)

  child.on('error', (error) => {
    console.error(`${node} does not run: ${error.message}`)
    process.exit(1)
  })
  child.on('exit', (code, signal) => {
    if (!signal) process.exit(code)
    process.removeAllListeners(signal)
    process.kill(process.pid, signal)
  })
}
