import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

/** Shared by the pages that show a whole draw. */
const drawParts =
  'web/(bracket/(bracket-view|scroll|use-bracket-keys|print-sheets)|pages/draw/(find|match)-dialog)'

/** Small parts of the draw page that the TV or the root also use. */
const smallDrawParts = 'web/(bracket/progress-panel|pages/draw/app-modal)'

/** Kept out of the chunk that every page loads: code of organisers' pages, and of features that few visitors use. */
const notForEverybody = [
  'web/(actions|pages/(admin|draw|screen))/',
  'web/(follow/(follow-card|own-team|push|web-push)|lots/lots-banner)',
  'web/ui/(banner|qr-code|table|tile)',
  drawParts,
  smallDrawParts,
  'domain/(actions|answer|(entry|organiser)-messages|refusals|tidy-text)',
  'domain/teams/(entries|look-alikes|team-form)',
  'domain/settings/(settings|check)',
  'domain/(editions|upkeep)/',
  'domain/draw/(attendance|draft|winners|reports|(check|make)-draw|draw-plan)',
]

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  // Bundled for tree-shaking: imported at run time, the package would load every icon.
  ssr: { noExternal: ['lucide-react'] },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          // A few shared chunks instead of two dozen small ones: fewer requests, better compression.
          output: {
            codeSplitting: {
              groups: [
                // Without the QR encoder, and the icons of parts that are chunks of their own.
                {
                  name: 'vendor',
                  test: /node_modules\/(?!uqr|lucide-react\/.*\/(arrow-up-right|download|volume))/,
                  minShareCount: 2,
                },
                {
                  name: 'shared',
                  test: new RegExp(`src/(?!${notForEverybody.join('|')})`),
                  minShareCount: 2,
                },
                { name: 'bracket', test: new RegExp(`src/${drawParts}`) },
                { name: 'draw-parts', test: new RegExp(`src/${smallDrawParts}`) },
              ],
            },
          },
        },
      },
    },
  },
  build: {
    // The oldest browsers that the README promises; Tailwind compiles the styles for the same ones. Their interfaces: src/web/tsconfig.json.
    target: ['chrome111', 'firefox128', 'safari16.4'],
    // The spec serves script chunks from static/js.
    assetsDir: 'static/js',
    rolldownOptions: { output: { assetFileNames: 'static/media/[name]-[hash][extname]' } },
  },
})
