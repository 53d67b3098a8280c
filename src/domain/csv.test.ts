import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { csvText, parseCsv } from './csv.ts'

describe('a table as CSV', () => {
  test('keeps a text with commas, quotes and new lines in one cell', () => {
    expect(csvText([['a', 'Ana, "Ben"\nregistered.']])).toBe('a,"Ana, ""Ben""\nregistered."\r\n')
  })

  test.each([
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@sum', "'@sum"],
    ['＝1+1', "'＝1+1"],
    ['Ana;=1+1', '"Ana;\'=1+1"'],
    ['Ana; =1+1', '"Ana; \'=1+1"'],
    ['Ana\t@sum', '"Ana\t\'@sum"'],
    ['Ana\n=1+1', '"Ana\n\'=1+1"'],
    ['Ana;＋1', '"Ana;\'＋1"'],
    ['Ana;"=1+1;b', '"Ana;""\'=1+1;b"'],
    ['Ana;" "=1+1', '"Ana;"" ""\'=1+1"'],
    ['"=1+1"', '"""\'=1+1"""'],
    ["'=1+1", "''=1+1"],
    ['\tAna', '"\'\tAna"'],
    ['a-b=c', 'a-b=c'],
  ])('writes %j as text, not as a formula', (text, cell) => {
    expect(csvText([[text]])).toBe(`${cell}\r\n`)
  })

  test('has no cell that begins like a formula, whatever the separator', () => {
    const anyCell = fc.string({
      unit: fc.constantFrom('=', '+', '-', '@', '＝', ';', '\t', ',', '"', ' ', '\n', 'a'),
    })
    fc.assert(
      fc.property(fc.array(anyCell, { minLength: 1 }), (row) => {
        for (const separator of [';', '\t', '\n'])
          for (const part of row.flatMap((cell) => csvText([[cell]]).split(separator)))
            expect(part.replace(/^["\s]*/, '')).not.toMatch(/^[=+\-@＝＋－＠]/)
      }),
    )
  })
})

describe('a CSV text', () => {
  test.each([
    ['commas', 'a,b\r\nc,d\r\n'],
    ['semicolons', 'a;b\nc;d'],
    ['tabs, as a spreadsheet copies', 'a\tb\nc\td\n'],
    ['a byte order mark, and empty lines', '\ufeffa,b\n\n,\nc,d\n'],
    ['quotes', '"a","b"\n"c","d"'],
    ['tabs below many empty lines', `${' \n'.repeat(12)}a\tb\nc\td`],
    ['carriage returns, as Excel for old Macs writes', 'a,b\rc,d\r'],
    ['spaces around texts and quotes', ' a , "b"\n"c" ,d '],
  ])('is read with %s', (_what, text) => {
    expect(parseCsv(text)).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ])
  })

  test('keeps separators, quotes and new lines inside quotes', () => {
    expect(parseCsv('"Ana, ""Ben""","x;\ny"')).toEqual([['Ana, "Ben"', 'x;\ny']])
  })

  test('keeps quotes that begin inside a text', () => {
    expect(parseCsv('Ana "Ace" Lee,b')).toEqual([['Ana "Ace" Lee', 'b']])
  })

  test('has the separator of its first ten lines, whatever the later ones contain', () => {
    const rows = parseCsv('a\tb\n'.repeat(10) + 'a,c,d,e\tb\n'.repeat(10))
    expect(rows[0]).toEqual(['a', 'b'])
    expect(rows.at(-1)).toEqual(['a,c,d,e', 'b'])
  })

  test('is the inverse of writing', () => {
    const anyCell = fc
      .string({ unit: fc.constantFrom('=', '+', '@', ';', '\t', ',', '"', "'", ' ', '\n', 'a', 'é') })
      .map((text) => text.trim())
    const anyRow = fc.tuple(anyCell, anyCell).filter((row) => row.some(Boolean))
    fc.assert(
      fc.property(fc.array(anyRow), (rows) => {
        expect(parseCsv(csvText([['name', 'phone'], ...rows]))).toEqual([['name', 'phone'], ...rows])
      }),
    )
  })
})
