export function findPostgresBin(): string | undefined
export function findChromium(): string | undefined
export function findProgram(
  name: 'nginx' | 'caddy' | 'buildah' | 'cc' | 'wapiti' | 'sqlmap',
): string | undefined
