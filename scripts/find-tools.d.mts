export function findPostgresBin(): string | undefined
export function findChromium(): string | undefined
export function findProxy(name: 'nginx' | 'caddy'): string | undefined
