import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, matchesGlob } from 'node:path'
import { describe, expect, test } from 'vitest'
import packageJson from '../package.json' with { type: 'json' }
import { settingNames } from '../src/domain/settings/settings.ts'

function readAll(...patterns: string[]) {
  return patterns
    .flatMap((pattern) => globSync(pattern))
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }))
}

const documents = readAll('*.md', 'docs/**/*.md', 'tests/**/*.md', 'bench/*.md')
const sources = readAll('src/**/*.{ts,tsx}')

test('no link in the documents is broken', () => {
  const broken = documents.flatMap(({ path, text }) =>
    [...text.matchAll(/\]\((?!https?:)([^)#]+)[^)]*\)/g)]
      .map(([, target]) => target as string)
      .filter((target) => !existsSync(join(dirname(path), target)))
      .map((target) => `${path} → ${target}`),
  )
  expect(broken).toEqual([])
})

test('every file named in the documents and in code comments exists', () => {
  const inDocuments = (text: string) => text.matchAll(/`((?:src|tests|docs|scripts)\/[^`\s:*]+)`/g)
  // A path after a slash or a dot is part of an import.
  const inSources = (text: string) => text.matchAll(/(?<![\w./])((?:src|tests|docs|scripts)\/[\w./-]*\w)/g)
  const named = [
    ...documents.flatMap(({ path, text }) =>
      Array.from(inDocuments(text), ([, file = '']) => ({ path, file })),
    ),
    ...sources.flatMap(({ path, text }) => Array.from(inSources(text), ([, file = '']) => ({ path, file }))),
  ]
  expect(named.filter(({ file }) => !existsSync(file))).toEqual([])
  expect(named).toContainEqual({ path: 'src/server/live/wire.ts', file: 'docs/live.md' })
})

test('every command the documents give exists', () => {
  const commands = documents.flatMap(({ text }) =>
    Array.from(
      text.matchAll(/\bnpm (?:run ([a-z:-]+)|(start|test)\b)/g),
      ([, run, short]) => run ?? short ?? '',
    ),
  )
  expect([...new Set(commands)].filter((name) => !(name in packageJson.scripts))).toEqual([])
  expect(commands).toEqual(expect.arrayContaining(['start', 'test', 'test:faults']))
})

test('the live stream is described with every setting', () => {
  const live = documents.find(({ path }) => path === 'docs/live.md')?.text ?? ''
  expect(settingNames.filter((name) => !live.includes(`\`${name}\``))).toEqual([])
})

describe('backups, and the copies that a restore and an import make, are in any folder', () => {
  const copies = [
    'night.cup',
    'before.cup.replaced-2025-04-04T190000.000Z',
    'old.json.before-2025-04-04T190000.000Z',
  ]
  const names = copies.flatMap((name) => [name, `kept/${name}`])

  test('ignored by git', () => {
    const isIgnored = (name: string) => spawnSync('git', ['check-ignore', '-q', name]).status === 0
    expect([...names, 'package.json'].filter((name) => !isIgnored(name))).toEqual(['package.json'])
  })

  test('left out of the container', () => {
    // Unlike git, Docker anchors its patterns: without `**` they match in the top folder only.
    const patterns = readFileSync('.dockerignore', 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
    const isIgnored = (name: string) => patterns.some((pattern) => matchesGlob(name, pattern))
    expect([...names, 'package.json'].filter((name) => !isIgnored(name))).toEqual(['package.json'])
  })
})
