import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

// docs/spec.md maps each line of the specification to code and tests; these tests keep it true.

type Line = { readonly section: string; readonly width: number; readonly cells: readonly string[] }

/** In a fourth column: a line that does not involve the network. */
const notOfTheNetwork = '–'

const lines = linesOf(readFileSync('docs/spec.md', 'utf8'))

function linesOf(text: string): Line[] {
  let section = ''
  let width = 0
  return text.split('\n').flatMap((line) => {
    section = /^## Section (\d)/.exec(line)?.[1] ?? section
    if (!line.startsWith('|')) return []
    const cells = line.split('|').slice(1, -1)
    if (line.startsWith('| The spec says')) width = cells.length
    if (/^\|(---|\sThe spec says)/.test(line)) return []
    return [{ section, width, cells: cells.map((cell) => cell.trim()) }]
  })
}

const filesIn = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path)
const testsIn = (cell: string) =>
  [...cell.matchAll(/`([^`]+)` “([^”]+)”/g)].map(([, file = '', title = '']) => ({ file, title }))

/** Written out as a test's name, or in a table of test names. */
function isTitled(source: string, title: string): boolean {
  return [`'${title}'`, `"${title}"`, `\`${title}\``].some((literal) => source.includes(literal))
}

test('sections 2 to 9 of the spec are all there, with no empty cell', () => {
  expect([...new Set(lines.map(({ section }) => section))]).toEqual(['2', '3', '4', '5', '6', '7', '8', '9'])
  expect(lines.length).toBeGreaterThan(120)
  expect([...new Set(lines.map(({ width }) => width))].sort()).toEqual([3, 4])
  for (const { cells, width } of lines) {
    expect(cells, cells[0]).toHaveLength(width)
    expect(
      cells.filter((cell) => cell === ''),
      cells[0],
    ).toEqual([])
  }
})

test('every line names files that exist', () => {
  for (const { cells } of lines) {
    const files = filesIn(cells[1] ?? '')
    expect(files.length, cells[0]).toBeGreaterThan(0)
    expect(
      files.filter((path) => !existsSync(path)),
      cells[0],
    ).toEqual([])
  }
})

test('every line names tests that exist', () => {
  for (const { cells } of lines) {
    const [says = '', , shown = '', failing = notOfTheNetwork] = cells
    const tests = testsIn(shown)
    expect(tests.map(({ file, title }) => `\`${file}\` “${title}”`).join(' · '), says).toBe(shown)
    if (failing !== notOfTheNetwork) expect(testsIn(failing).length, says).toBeGreaterThan(0)
    for (const { file, title } of [...tests, ...testsIn(failing)]) {
      expect(file, says).toMatch(/\.(test|spec)\.ts$/)
      expect(existsSync(file), file).toBe(true)
      expect(isTitled(readFileSync(file, 'utf8'), title), `${file} has a test “${title}”`).toBe(true)
    }
  }
})
