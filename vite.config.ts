import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  // Only the icons we use: loaded from its package at run time, the server would hold all of them in memory.
  ssr: { noExternal: ['lucide-react'] },
  // A page asks for few scripts, not for two dozen crumbs: what comes with npm, what most pages share, and its own.
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                { name: 'vendor', test: /node_modules\/(react|react-dom|react-router|scheduler)\// },
                {
                  name: 'shared',
                  test: /node_modules|src\/(domain\/|web\/(ui\/|live\/|draw\/side-words|[^/]+$))/,
                  minShareCount: 3,
                },
                { name: 'bracket', test: /src\/web\/draw\//, minShareCount: 2 },
                { name: 'organiser', test: /src\/web\/admin\//, minShareCount: 2 },
              ],
            },
          },
        },
      },
    },
  },
  build: {
    // The seed serves script chunks from static/js.
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
