import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { allPages, type PageName, pages } from './pages.ts'
import { pageRows } from './public-pages.ts'

/** The source of a page, with its folder if it has one. */
function textOf(file: string): string {
  const folder = new URL(file.slice(0, file.lastIndexOf('/') + 1), import.meta.url)
  const hasParts = file.split('/').length > 2
  const names = hasParts ? readdirSync(folder).filter((name) => !/\.test\.tsx?$/.test(name)) : [file]
  return names.map((name) => readFileSync(new URL(name, hasParts ? folder : import.meta.url), 'utf8')).join()
}

test('the query parameters that a shared page reads are exactly those in the table', () => {
  for (const { id, query } of pageRows.filter(({ isShared }) => isShared)) {
    const asked = textOf(pages[id as PageName].file).matchAll(/[sS]earch(?:Params)?\.(?:get|has)\('(\w+)'\)/g)
    const read = new Set(Array.from(asked, ([, part]) => part))
    expect([...read].sort(), id).toEqual(Object.keys(query).sort())
  }
})

test('each page uses its own entry of the table', () => {
  for (const { id, file } of allPages.filter(({ isFile }) => !isFile)) {
    const source = readFileSync(new URL(file, import.meta.url), 'utf8')
    const names = Array.from(source.matchAll(/\b(?:page|pageLoader)\(\s*'(\w+)'/g), ([, name]) => name)
    expect(new Set(names), file).toEqual(new Set([id]))
  }
})
