/**
 * The renderer marks the scripts it makes with a word that is new for each rendering, as their nonce. Whatever else looks like a
 * script, because it came into the page some other way, cannot know the word. The marks are taken off again: a page is
 * kept for everybody, so it is the texts that are allowed, not the word.
 */
export function takeOwnScripts(
  html: string,
  mark: string,
): { readonly html: string; readonly scripts: readonly string[] } {
  const attribute = ` nonce="${mark}"`
  const own = new RegExp(`<script(?=[^<>]*${attribute})(?![^<>]*\\ssrc=)[^<>]*>([\\s\\S]*?)</script>`, 'gi')
  const scripts = [...html.matchAll(own)].map(([, text = '']) => text)
  return { html: html.replaceAll(attribute, ''), scripts }
}
