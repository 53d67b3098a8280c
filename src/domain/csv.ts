type Row = readonly string[]

/** CSV (RFC 4180), safe against formula injection in spreadsheets with any separator. */
export function csvText(rows: readonly Row[]): string {
  return `${rows.map((row) => row.map(cellText).join(',')).join('\r\n')}\r\n`
}

// Spreadsheets may split a cell at a semicolon, tab or newline, drop quotes, and treat full-width signs like ASCII ones.
const formulas = /(^|[;\t\r\n])([\s"]*)(?='*[=+\-@＝＋－＠])/g
const markedFormulas = /(^|[;\t\r\n])([\s"]*)'(?='*[=+\-@＝＋－＠])/g

/** Quoted if needed; an apostrophe defuses formulas. */
function cellText(text: string): string {
  const safe = text.replace(formulas, "$1$2'").replace(/^(?=[\t\r\n])/, "'")
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Parses CSV with any of the usual separators; drops empty rows. */
export function parseCsv(text: string): string[][] {
  const separator = separatorOf(text)
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let isQuoted = false

  const endCell = () => {
    row.push(cell.replace(markedFormulas, '$1$2').trim())
    cell = ''
  }
  const endRow = () => {
    endCell()
    if (row.some((one) => one !== '')) rows.push(row)
    row = []
  }

  const letters = text.replace(/\r\n?/g, '\n')
  for (let at = 0; at < letters.length; at += 1) {
    const letter = letters[at] as string
    if (isQuoted) {
      if (letter !== '"') cell += letter
      else if (letters[at + 1] === '"') {
        cell += letter
        at += 1
      } else isQuoted = false
    } else if (letter === '"' && cell.trim() === '') {
      cell = ''
      isQuoted = true
    } else if (letter === separator) endCell()
    else if (letter === '\n') endRow()
    else cell += letter
  }
  endRow()
  return rows
}

/** The most frequent separator of the first lines, outside of quotes: an empty line or a title may come first. */
function separatorOf(text: string): string {
  const lines = text
    .replace(/"[^"]*"/g, '')
    .split(/[\r\n]/)
    .filter((line) => line.trim() !== '')
  const first = lines.slice(0, 10).join('\n')
  const count = (sign: string) => first.split(sign).length
  return ['\t', ';', ','].reduce((best, sign) => (count(sign) > count(best) ? sign : best), ',')
}
