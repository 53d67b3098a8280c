import { findProxy } from './find-tools.mjs'
import { type Stage, vitest } from './stages.ts'

/**
 * The cup behind real proxies. Both are servers that a machine would go on running once they are installed, so nobody gets them unasked: where one is
 * missing, the end of the tests says so.
 */
export const proxies: readonly Stage[] = (['nginx', 'caddy'] as const).map((name) => ({
  ...vitest(`behind ${name}`, ['proxies'], [`tests/proxies/${name}.test.ts`]),
  missing: findProxy(name)
    ? undefined
    : `${name} is not installed: sudo apt-get install ${name} (or your system's like), then npm run test:proxies`,
}))
