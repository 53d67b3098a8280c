import { clockTime } from '../../domain/night/schedule.ts'

/** What a sheet of paper says of its age. */
export function asOfNow(): string {
  const now = new Date()
  return `As of ${now.toDateString()}, ${clockTime(now)}`
}

/** Paper outlives the moment: whatever is printed says which cup and as of when, and so does every further sheet in its margin. */
export function tellTimeOnPaper(): void {
  const margins = new CSSStyleSheet()
  addEventListener('beforeprint', () => {
    const asOf = asOfNow()
    for (const place of document.querySelectorAll('[data-printed] > span')) place.textContent = asOf
    const title = document.querySelector('.print-title')?.textContent ?? document.title
    const box = (place: string, text: string) =>
      `@top-${place} { content: ${JSON.stringify(text)}; font: 9pt 'Archivo Variable', Arial, sans-serif; }`
    // A draw has a head on each of its sheets.
    const hasHeads = document.querySelector('.print-head') !== null
    margins.replaceSync(
      hasHeads
        ? ''
        : `@page { ${box('left', title)} ${box('right', asOf)} }
          @page :first { @top-left { content: none; } @top-right { content: none; } }`,
    )
    if (!document.adoptedStyleSheets.includes(margins)) document.adoptedStyleSheets.push(margins)
  })
}
