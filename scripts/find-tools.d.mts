export function findPackageProgram(packageName: string, name?: string): string
export function findPostgresBin(): string | undefined
export function findChromium(): string | undefined
export function findFirefox(): string | undefined
export function findMiniBrowser(): string | undefined
export function findPython(): string | undefined
export function findProgram(
  name: 'WebKitWebDriver' | 'Xvfb' | 'nginx' | 'caddy' | 'buildah' | 'cc' | 'wapiti' | 'sqlmap',
): string | undefined
