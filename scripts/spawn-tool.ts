import { type ChildProcess, spawn } from 'node:child_process'
import { findPackageProgram } from './find-tools.mjs'

/** Tools named otherwise than their package. */
const packages: Readonly<Record<string, string>> = {
  biome: '@biomejs/biome',
  playwright: '@playwright/test',
  'react-router': '@react-router/dev',
  tsc: 'typescript',
}

/** Starts a tool of our packages on this Node, or with the name `node` a script of our own. A signal that ends us ends it first. */
export function spawnTool(
  [tool = '', ...args]: readonly string[],
  environment: Record<string, string> = {},
): ChildProcess {
  const program = tool === 'node' ? [] : [findPackageProgram(packages[tool] ?? tool, tool)]
  const child = spawn(process.execPath, [...program, ...args], {
    stdio: 'inherit',
    env: { ...process.env, ...environment },
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    const end = () => {
      child.once('exit', () => process.exit(1))
      child.kill(signal)
    }
    process.once(signal, end)
    child.once('exit', () => process.off(signal, end))
  }
  return child
}
