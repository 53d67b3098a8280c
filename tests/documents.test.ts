import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import packageJson from '../package.json' with { type: 'json' }
import { settingNames } from '../src/domain/settings/settings.ts'

const documents = [...globSync('*.md'), ...globSync('docs/**/*.md')].map((path) => ({
  path,
  text: readFileSync(path, 'utf8'),
}))

test('every link in the documents leads somewhere', () => {
  const broken = documents.flatMap(({ path, text }) =>
    [...text.matchAll(/\]\((?!https?:)([^)#]+)[^)]*\)/g)]
      .map(([, target]) => target as string)
      .filter((target) => !existsSync(join(dirname(path), target)))
      .map((target) => `${path} → ${target}`),
  )
  expect(broken).toEqual([])
})

test('every file the documents name is there', () => {
  const missing = documents.flatMap(({ path, text }) =>
    [...text.matchAll(/`((?:src|tests|docs|scripts)\/[^`\s:*]+)`/g)]
      .map(([, file]) => file as string)
      .filter((file) => !existsSync(file))
      .map((file) => `${path} names ${file}`),
  )
  expect(missing).toEqual([])
})

test('every command the documents give exists', () => {
  const commands = documents.flatMap(({ text }) =>
    [...text.matchAll(/\bnpm (?:run )?(start|test|(?<=run )[a-z-]+)/g)].map(([, name]) => name as string),
  )
  expect([...new Set(commands)].filter((name) => !(name in packageJson.scripts))).toEqual([])
  expect(commands).toContain('start')
})

test('the live stream is described with every setting', () => {
  const live = documents.find(({ path }) => path === 'docs/live.md')?.text ?? ''
  expect(settingNames.filter((name) => !live.includes(`\`${name}\``))).toEqual([])
})
