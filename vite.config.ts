import { fileURLToPath } from 'node:url'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'

export default defineConfig({
  plugins: [tailwindcss(), reactRouter(), withoutUnused()],
  // Only the icons we use: loaded from its package at run time, the server would hold all of them in memory.
  ssr: { noExternal: ['lucide-react'] },
  resolve: {
    // Lucide's drawings without its machinery for themes and aliases, which weighs more than they do.
    alias: [
      {
        find: /^\.\.\/createLucideIcon\.mjs$/,
        replacement: fileURLToPath(new URL('src/web/ui/create-icon.ts', import.meta.url)),
      },
    ],
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          // A sentence or a number of domain/ stands where it is used; a page does not load the file of them all.
          optimization: { inlineConst: { mode: 'all', pass: 2 } },
          output: { codeSplitting: { groups: scripts() } },
        },
      },
    },
  },
  build: {
    // The spec serves script chunks from static/js.
    assetsDir: 'static/js',
    rolldownOptions: {
      output: {
        assetFileNames: ({ names }) =>
          names[0]?.endsWith('.css')
            ? 'static/css/[name]-[hash][extname]'
            : 'static/media/[name]-[hash][extname]',
      },
    },
  },
})

/**
 * A page asks for few scripts, not for two dozen crumbs: what every page needs, what the pages with a bracket share, and its own.
 * One file of many packs smaller than many. A group also takes what its files import, so the order matters;
 * tests/http/page-weight.test.ts holds the outcome to its limit.
 */
function scripts() {
  return [
    { name: 'settings', test: files('src/domain/settings') },
    {
      name: 'app',
      test: files(
        'node_modules/(react|react-dom|react-router|scheduler)/',
        'vite/preload-helper',
        'src/web/(?!entry)[^/]+$',
        'src/web/live/(?!.*optimistic)',
        'src/web/ui/(?!banner|field|table|tile|use-followed)',
        'src/web/draw/(follow\\.ts|side-words)',
        'src/domain/(build-schedule|changes|clock-text|cup|draw-reader|has-played|is-registration-open|sentences|team-names|with-matches)\\.',
        'icons/(chevron-left|circle-check|rotate-cw|smartphone|sun-moon|triangle.*|trophy|x)\\.',
      ),
    },
    { name: 'forms', test: files('src/web/ui/(banner|field|use-followed)') },
    { name: 'names', test: files('src/domain/(fold-text|order-entries|team-form|text-limits)') },
    { name: 'rules', test: files('src/domain/(draft|outcome)') },
    {
      name: 'bracket',
      test: files(
        'src/web/draw/(?!bracket\\.tsx|find|follow|linked|match-dialog|notify|share|use-(?!clock|fitted|turn|unattended))',
        'src/domain/(progress|set-absent|tables)\\.',
      ),
      minShareCount: 2,
    },
    // What only those who scroll, search and share need: the bar's screen does without.
    {
      name: 'reader',
      test: files(
        'src/web/draw/(bracket\\.tsx|linked|share(-button)?\\.|use-(bracket-keys|flights|reveal|round-in-view|zoom))',
        'icons/(minus|plus|share-2)\\.',
      ),
      minShareCount: 2,
    },
    { name: 'late', test: files('src/web/draw/(find|follow-|match-dialog|notify|share-note)') },
    { name: 'organiser', test: files('src/(web/admin|domain)/'), minShareCount: 2 },
  ]
}

function files(...patterns: string[]): RegExp {
  return new RegExp(patterns.join('|'))
}

/** What a browser would load and never run: parts of the router that wait to be switched on, and Vite's preloading of styles. */
function withoutUnused(): Plugin {
  const switchedOff = routerFile('dom/ssr/fog-of-war|router/instrumentation')
  // The router's functions for what this app does not do, and what each answers when nobody asks for it.
  const functions = [
    // No link fetches a page before it is followed.
    { file: routerFile('dom/ssr/components'), name: 'usePrefetchBehavior', answer: '[false, undefined, {}]' },
    { file: routerFile('dom/ssr/components'), name: 'PrefetchPageLinks', answer: 'null' },
    // late-scripts.tsx starts the scripts.
    { file: routerFile('dom/ssr/components'), name: 'Scripts', answer: 'null' },
    // There are no server components.
    { file: routerFile('hooks'), name: 'RSCErrorHandler', answer: 'children' },
  ]
  return {
    name: 'without-unused',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    load: (id) =>
      id.endsWith('vite/preload-helper.js') ? 'export const __vitePreload = (load) => load()' : null,
    transform(code, id) {
      if (switchedOff.test(id)) {
        const names = /export \{([^}]+)\}/.exec(code)?.[1]?.split(',') ?? []
        return { code: names.map((name) => `export function ${name}() {}`).join('\n'), map: null }
      }
      if (id.endsWith('react-dom-client.production.js')) return { code: withPlainMarks(code), map: null }
      if (!routerFile('.+').test(id)) return null
      // Names for debugging, and calls that may do more than they do, keep components in the script that nobody uses.
      const droppable = code
        .replace(/^\w+\.displayName = .*;$/gm, '')
        .replace(/ = (React\$1\.(?:createContext|forwardRef)\()/g, ' = /* @__PURE__ */ $1')
      const unused = functions.filter(({ file }) => file.test(id))
      return { code: unused.reduce(withoutBody, droppable), map: null }
    },
  }
}

/**
 * React throws a few marks to itself that nobody ever sees, and makes them as errors while its file is being run. A browser that is looked
 * into, as Lighthouse does, then reads that whole file once more to know where each was made: 10 ms of a laptop, 40 of a phone.
 */
function withPlainMarks(code: string): string {
  const plain = code.replace(
    /(\w+Exception) = Error\((formatProdErrorMessage\(\d+\))\)/g,
    '$1 = { message: $2 }',
  )
  if (plain === code) throw new Error('React makes its marks in another way: see vite.config.ts.')
  return plain
}

function routerFile(path: string): RegExp {
  return files(`react-router/dist/production/lib/(${path})\\.js$`)
}

/** The function stays for those who import it; what it was made of is then used by nobody, and left out too. */
function withoutBody(code: string, { name, answer }: { name: string; answer: string }): string {
  const whole = new RegExp(`^function ${name}(\\(.*\\)) \\{\\n[\\s\\S]*?^\\}`, 'm')
  if (!whole.test(code)) throw new Error(`The router has no function ${name} any more: see vite.config.ts.`)
  return code.replace(whole, `function ${name}$1 { return ${answer} }`)
}
