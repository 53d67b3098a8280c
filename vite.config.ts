import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  // Only the icons we use: loaded from its package at run time, the server would hold all of them in memory.
  ssr: { noExternal: ['lucide-react'] },
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
