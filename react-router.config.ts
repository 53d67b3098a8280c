import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'src/web',
  buildDirectory: 'build',
  ssr: true,
  // The whole route table is one small cached script: no page ever asks the server where another one lives.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
