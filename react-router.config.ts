import type { Config } from '@react-router/dev/config'
import { compressBuild } from './scripts/compress-build.ts'

export default {
  appDirectory: 'src/web',
  buildDirectory: 'build',
  ssr: true,
  // The whole route table is one small cached script: no page ever asks the server where another one lives.
  routeDiscovery: { mode: 'initial' },
  buildEnd: () => compressBuild('build/client'),
} satisfies Config
