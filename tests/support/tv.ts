/** The TVs a bar has: small, usual, and hung upright. */
export const tvSizes = [
  [1280, 720],
  [1920, 1080],
  [1080, 1920],
] as const

/** The cup under a name, as a TV opens it: under a loopback address its code would lead no phone anywhere, and is not shown. */
export function asTvOpens(url: string): string {
  return url.replace('127.0.0.1', 'cup.test')
}
