import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

/**
 * What organisers' pages share is not sent to everybody, nor are codes, the drawing of lots, the card of a followed team, the turning
 * of pages and what only pages with a draw, or with draws of the past, share.
 */
const notForEverybody = [
  'web/(forms|pages/(admin|draw))/',
  'web/(follow/(follow-card|push)|lots/lots-banner)',
  'web/ui/(pager|qr-code)',
  'domain/refusals',
  'domain/settings/(settings|check)',
  'domain/(editions/(past|next|getting)|upkeep)',
  'domain/draw/(attendance|draft|winners|(check|make)-draw|draw-(again|creation|plan|text))',
]

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  // Only the icons we use: loaded from its package at run time, the server would hold all of them in memory.
  ssr: { noExternal: ['lucide-react'] },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          // A page asks for a few scripts, not for two dozen small ones, which would also compress worse.
          output: {
            codeSplitting: {
              groups: [
                { name: 'vendor', test: /node_modules\/(?!uqr)/, minShareCount: 2 },
                {
                  name: 'shared',
                  test: new RegExp(`src/(?!${notForEverybody.join('|')})`),
                  minShareCount: 2,
                },
              ],
            },
          },
        },
      },
    },
  },
  build: {
    // The spec serves script chunks from static/js.
    assetsDir: 'static/js',
    rolldownOptions: { output: { assetFileNames: 'static/media/[name]-[hash][extname]' } },
  },
})
