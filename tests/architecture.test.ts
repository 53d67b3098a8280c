import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import packageJson from '../package.json' with { type: 'json' }
import { brokenRules, importCircles, type Source } from './support/house-rules.ts'
import { computed, importsOf } from './support/imports.ts'

const sources: readonly Source[] = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .map((path) => `src/${path}`)
  .filter((path) => /\.(tsx?|css)$/.test(path))
  .sort()
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }))
const code = sources.filter(({ path }) => !path.endsWith('.css'))

describe('the house', () => {
  test('has its three rooms, and main', () => {
    expect(readdirSync('src').sort()).toEqual(['domain', 'main.ts', 'server', 'web'])
  })

  test('is imported in one direction only', () => {
    expect(code.flatMap(brokenRules)).toEqual([])
  })

  test('has no files that import each other in a circle', () => {
    expect(importCircles(code)).toEqual([])
  })

  test('uses every package it depends on', () => {
    const isUsed = (name: string) => sources.some(({ text }) => new RegExp(`['"]${name}['"/]`).test(text))
    expect(Object.keys(packageJson.dependencies).filter((name) => !isUsed(name))).toEqual([])
  })
})

describe('reading imports', () => {
  const cases: readonly [what: string, source: string, specifiers: readonly string[]][] = [
    ['a plain import', "import { a } from './a.ts'", ['./a.ts']],
    ['an import over several lines', "import {\n  a,\n  b, // not 'this'\n} from './a.ts'", ['./a.ts']],
    ['an import for its effect', "import './a.css'", ['./a.css']],
    ['a default and a namespace', 'import a, * as b from \'a\'\nimport * as c from "b"', ['a', 'b']],
    ['an import without spaces', "import{a}from'./a.ts'", ['./a.ts']],
    ['an import after other code', "const b = 1; import { a } from './a.ts'", ['./a.ts']],
    ['a re-export', "export { a } from './a.ts'\nexport * from './b.ts'", ['./a.ts', './b.ts']],
    ['a dynamic import', "const a = await import('./a.ts')", ['./a.ts']],
    ['a type asked for in place', "let a: import('./a.ts').A", ['./a.ts']],
    ['a require', "require('pg')", ['pg']],
    ['a computed import', 'await import(path)', [computed]],
    ['no import in Buffer.from', "Buffer.from('a')\nArray.from(`b`)", []],
    ['no import in a field called from', "textOf(form, 'from'), textOf(form, 'to')", []],
    ['code without imports', "const important = 'form'\nexport const from = important", []],
  ]
  test.each(cases)('sees %s', (_what, source, specifiers) => {
    expect(importsOf(source).map(({ specifier }) => specifier)).toEqual(specifiers)
  })

  test('knows a type-only import from one that is loaded', () => {
    const source = [
      "import type { A } from './a.ts'",
      "import { type B } from './b.ts'",
      "export type { C } from './c.ts'",
      'export type { A }',
      "import { d } from './d.ts'",
      "import type {\n  E,\n} from './e.ts'",
      "import type F from './f.ts'",
    ].join('\n')
    expect(
      importsOf(source)
        .filter(({ isTypeOnly }) => isTypeOnly)
        .map(({ specifier }) => specifier),
    ).toEqual(['./a.ts', './c.ts', './e.ts', './f.ts'])
  })
})

describe('the rules of the house', () => {
  const broken: readonly [what: string, path: string, text: string][] = [
    ['a rule that imports the server', 'src/domain/a.ts', "import { b } from '../server/b.ts'"],
    [
      'a rule that takes even a type from the server',
      'src/domain/a.ts',
      "import type { B } from '../server/b.ts'",
    ],
    ['a rule that uses a package', 'src/domain/a.ts', "import { z } from 'zod'"],
    ['a rule that uses Node', 'src/domain/a.ts', "import { readFileSync } from 'node:fs'"],
    ['a rule that looks at the clock', 'src/domain/a.ts', 'export const now = () => new Date()'],
    ['a rule that rolls dice', 'src/domain/a.ts', 'export const roll = () => Math.random()'],
    ['a server file that imports a screen', 'src/server/a.ts', "import { paths } from '../web/paths.ts'"],
    ['a server file that uses React', 'src/server/a.ts', "import { useState } from 'react'"],
    ['a command that speaks to the database', 'src/server/commands/a.ts', "import { sql } from 'kysely'"],
    [
      'a query that opens the file itself',
      'src/server/queries/a.ts',
      "import { DatabaseSync } from 'node:sqlite'",
    ],
    ['a screen that imports the server', 'src/web/routes/a.tsx', "import { b } from '../../server/b.ts'"],
    [
      'a screen that imports a server type past the door',
      'src/web/a.ts',
      "import type { B } from '../server/b.ts'",
    ],
    [
      'a door that loads the server',
      'src/web/app-context.ts',
      "import { createApp } from '../server/app.ts'",
    ],
    [
      'a door that loads it beside a type',
      'src/web/app-context.ts',
      "import { type App } from '../server/app.ts'",
    ],
    ['a screen that uses the database', 'src/web/routes/a.tsx', "import pg from 'pg'"],
    ['a screen that imports what it computes', 'src/web/a.ts', 'await import(name)'],
    ['a file that imports main', 'src/server/a.ts', "import { start } from '../main.ts'"],
    ['a barrel by name', 'src/domain/index.ts', 'export const a = 1'],
    ['a barrel by habit', 'src/domain/a.ts', "export * from './b.ts'"],
    ['a rule that uses the test tools outside a test', 'src/domain/a.ts', "import { test } from 'vitest'"],
    ['a package whose name only begins alike', 'src/web/a.ts', "import x from 'react-fancy'"],
    ['a file that reaches for the tests', 'src/server/a.ts', "import { x } from '../../tests/support/x.ts'"],
  ]
  test.each(broken)('forbid %s', (_what, path, text) => {
    expect(brokenRules({ path, text })).toHaveLength(1)
  })

  const kept: readonly [what: string, path: string, text: string][] = [
    ['a rule that imports a rule', 'src/domain/a.ts', "import { b } from './b.ts'"],
    [
      'a rule that reads a given instant',
      'src/domain/a.ts',
      'export const year = (at: string) => new Date(at)',
    ],
    [
      'a property test of a rule',
      'src/domain/a.test.ts',
      "import fc from 'fast-check'\nimport { a } from './a.ts'",
    ],
    ['a command that uses a rule', 'src/server/commands/a.ts', "import { b } from '../../domain/b.ts'"],
    [
      'storage that speaks to the database',
      'src/server/storage/a.ts',
      "import { sql } from 'kysely'\nimport 'node:sqlite'",
    ],
    [
      'a test with a database of its own',
      'src/server/a.test.ts',
      "import { x } from '../../tests/support/x.ts'",
    ],
    [
      'the door',
      'src/web/app-context.ts',
      "import type { App } from '../server/app.ts'\nexport type { App } from '../server/app.ts'",
    ],
    [
      'a screen with its own types',
      'src/web/routes/a.tsx',
      "import type { Route } from './+types/architecture.test'",
    ],
    ['main', 'src/main.ts', "import { a } from './server/a.ts'\nimport { b } from './web/b.ts'"],
  ]
  test.each(kept)('allow %s', (_what, path, text) => {
    expect(brokenRules({ path, text })).toEqual([])
  })

  test('find a circle, but let types go round', () => {
    const a = { path: 'src/domain/a.ts', text: "import { b } from './b.ts'" }
    const circle = [a, { path: 'src/domain/b.ts', text: "import { a } from './a.ts'" }]
    const typesOnly = [a, { path: 'src/domain/b.ts', text: "import type { A } from './a.ts'" }]
    expect(importCircles(circle)).toEqual(['src/domain/a.ts → src/domain/b.ts → src/domain/a.ts'])
    expect(importCircles(typesOnly)).toEqual([])
  })
})
