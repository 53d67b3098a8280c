/**
 * The renderer gives its inline scripts and styles a nonce that is new for each rendering; whatever else came into the page cannot
 * know it. The nonce is taken off again: a page is kept for everybody, so its policy allows the texts by their hashes.
 */
export function takeOwnInline(html: string, nonce: string) {
  const attribute = ` nonce="${nonce}"`
  const textsOf = (tag: 'script' | 'style') => {
    const own = new RegExp(`<${tag}(?=[^<>]*${attribute})(?![^<>]*\\ssrc=)[^<>]*>([\\s\\S]*?)</${tag}>`, 'gi')
    return [...html.matchAll(own)].map(([, text = '']) => text)
  }
  return { html: html.replaceAll(attribute, ''), scripts: textsOf('script'), styles: textsOf('style') }
}
