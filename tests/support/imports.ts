/** One import of a source file, as its text says. */
export type Import = {
  readonly specifier: string
  /** Erased before it runs: `import type … from`. An inline `{ type A }` is not, it still loads the file. */
  readonly isTypeOnly: boolean
  /** `export … from`: the file passes on what another one has. */
  readonly isReExport: boolean
}

/** What a computed `import(name)` is reported as: nobody can tell where it leads. */
export const computed = '(computed)'

const typeStatement =
  /^(?:import|export)\s+type\s+(?:[\w$]+|\*(?:\s+as\s+[\w$]+)?|\{[^}]*\})\s+from\s*(['"])[^'"\n]+\1/gm
const reExport = /^export\s+(?:type\s+)?(?:\*(?:\s+as\s+[\w$]+)?|\{[^}]*\})\s*from\s*(['"])[^'"\n]+\1/gm
const anyImport = /(?<![.\w$'"`])(?:from|(?:import|require)\s*\(?)\s*(['"`])([^'"`\n]+)\1/g
const computedImport = /(?<![.\w$'"`])(?:import|require)\s*\(\s*(?!['"`\s])/g

/**
 * Reads the imports of a TypeScript source from its text. It would rather see one too many (the words `from 'x'` in a
 * string count) than miss one; what it calls type-only surely is.
 */
export function importsOf(source: string): Import[] {
  const typeSpans = spansOf(source, typeStatement)
  const reExportSpans = spansOf(source, reExport)
  const named = [...source.matchAll(anyImport)].map((match) => ({
    specifier: match[2] as string,
    isTypeOnly: isWithin(match.index, typeSpans),
    isReExport: isWithin(match.index, reExportSpans),
  }))
  const unnamed = [...source.matchAll(computedImport)].map(() => ({
    specifier: computed,
    isTypeOnly: false,
    isReExport: false,
  }))
  return [...named, ...unnamed]
}

type Span = readonly [start: number, end: number]

function spansOf(source: string, pattern: RegExp): Span[] {
  return [...source.matchAll(pattern)].map(({ index, 0: text }) => [index, index + text.length])
}

function isWithin(index: number, spans: readonly Span[]) {
  return spans.some(([start, end]) => start <= index && index < end)
}
