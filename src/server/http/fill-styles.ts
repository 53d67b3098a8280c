/**
 * A page asks for a stylesheet with an empty `<style data-sheet="/static/…">`. It is filled in here, so that the page can be
 * painted as soon as it is there, without another way to the server and back.
 */
export function fillStyles(html: string, sheet: (address: string) => string | undefined): string {
  return html.replace(
    /(<style data-sheet="([^"]+)">)(<\/style>)/g,
    (_asked, start: string, address: string, end: string) => start + (sheet(address) ?? '') + end,
  )
}
