import { posix } from 'node:path'
import { computed, type Import, importsOf } from './imports.ts'

/** A source file of `src`, by its path in the repository. */
export type Source = { readonly path: string; readonly text: string }

// The packages each room may use. A longer path is the narrower owner and adds to what its room may use.
const packages: Readonly<Record<string, readonly string[]>> = {
  'src/server/': ['node:'],
  'src/server/http/': ['react-router'],
  'src/server/storage/': ['kysely', 'pg'],
  'src/web/': ['react', 'react-dom', 'react-router', 'lucide-react'],
  'src/web/entry.': ['node:stream'],
  'src/web/routes.ts': ['@react-router/dev'],
  'src/web/styles/': ['tailwindcss', '@fontsource-variable/archivo'],
  'src/web/root.tsx': ['@fontsource-variable/archivo'],
  'src/main.ts': ['node:', 'react-router'],
}

// Databases are spoken to in storage only; `node:` would let every server file have this one.
const storageOnly = ['node:sqlite']

// A test may also speak of pages that import their scripts by address.
const testPackages = ['vitest', 'fast-check', 'node:', '/static']

// Which folders each room may import from.
const directions: Readonly<Record<string, readonly string[]>> = {
  'src/domain/': ['src/domain/'],
  'src/server/': ['src/server/', 'src/domain/'],
  'src/web/': ['src/web/', 'src/domain/'],
  'src/main.ts': ['src/server/', 'src/web/', 'src/domain/', 'build/'],
}

// Who loads the built pages.
const loaders = ['src/main.ts', 'src/server/http/']

const door = 'src/web/app-context.ts'

/** Every way in which a file breaks the rules of the house, one line each; none when it keeps them. */
export function brokenRules({ path, text }: Source): string[] {
  const isTest = /\.test\.tsx?$/.test(path)
  return [
    ...importsOf(text).flatMap((found) => brokenByImport(path, isTest, found)),
    ...(/(^|\/)index\.tsx?$/.test(path) ? ['is a barrel: name the file for what it exports'] : []),
    ...(path.startsWith('src/domain/') && !isTest ? impurities(text) : []),
  ].map((problem) => `${path} ${problem}`)
}

function brokenByImport(
  path: string,
  isTest: boolean,
  { specifier, isTypeOnly, isReExport }: Import,
): string[] {
  if (specifier === computed) {
    return isTest || loaders.some((owner) => path.startsWith(owner)) ? [] : ['imports a computed path']
  }
  if (!specifier.startsWith('.'))
    return mayUse(path, isTest, specifier) ? [] : [`may not use the package ${specifier}`]

  const target = posix.join(posix.dirname(path), specifier)
  // React Router writes these types beside each route.
  if (path.startsWith('src/web/') && specifier.startsWith('./+types/') && isTypeOnly) return []
  if (/^src\/main\b/.test(target)) return ['imports main']
  if (isReExport && path !== door && !isTest) return [`passes on what ${target} has: import it from there`]
  if (path === door && target.startsWith('src/server/') && isTypeOnly) return []
  if (isTest && target.startsWith('tests/support/')) return []
  const allowed = Object.entries(directions).find(([room]) => path.startsWith(room))?.[1] ?? []
  return allowed.some((folder) => target.startsWith(folder))
    ? []
    : [`imports ${target}, against the direction`]
}

function mayUse(path: string, isTest: boolean, specifier: string) {
  const allowed = Object.entries(packages).flatMap(([owner, names]) => (path.startsWith(owner) ? names : []))
  if (storageOnly.includes(specifier)) return path.startsWith('src/server/storage/')
  return [...allowed, ...(isTest ? testPackages : [])].some((name) => belongsTo(specifier, name))
}

function belongsTo(specifier: string, name: string) {
  return specifier === name || specifier.startsWith(name.endsWith(':') ? name : `${name}/`)
}

/** Time and chance are arguments of a rule, never asked for. */
function impurities(text: string): string[] {
  const asked =
    /\bnew Date\(\)|\bDate\.now\b|\bMath\.random\b|\bcrypto\b|\bperformance\.now\b|\bsetTimeout\b/.exec(text)
  return asked ? [`asks the world (${asked[0]}): take it as an argument`] : []
}

/** Files that load each other in a circle, as `a → b → a`; types may. */
export function importCircles(sources: readonly Source[]): string[] {
  const targets = new Map(
    sources.map(({ path, text }) => [
      path,
      importsOf(text)
        .filter(({ specifier, isTypeOnly }) => specifier.startsWith('.') && !isTypeOnly)
        .map(({ specifier }) => posix.join(posix.dirname(path), specifier)),
    ]),
  )
  const finished = new Set<string>()
  const circles: string[] = []
  const visit = (path: string, trail: readonly string[]) => {
    const start = trail.indexOf(path)
    if (start >= 0) circles.push([...trail.slice(start), path].join(' → '))
    if (start >= 0 || finished.has(path)) return
    for (const target of targets.get(path) ?? []) visit(target, [...trail, path])
    finished.add(path)
  }
  for (const path of targets.keys()) visit(path, [])
  return circles
}
