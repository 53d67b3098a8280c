import type { Page } from '@playwright/test'

/** How far, in pixels, the ends of the lines that are drawn are from the middles of the matches they join. */
export function lineErrors(page: Page): Promise<number> {
  return page.evaluate(() => {
    const middle = (element: Element | null | undefined) => {
      const { top, height } = element?.getBoundingClientRect() ?? { top: Number.NaN, height: Number.NaN }
      return top + height / 2
    }
    const errors = [...document.querySelectorAll('.round:not([data-depth^="-"]) .joins path')].flatMap(
      (path) => {
        const { d: scale, f: top } = (path as SVGPathElement).getScreenCTM() ?? {
          d: Number.NaN,
          f: Number.NaN,
        }
        const round = path.closest('.round')
        const matches = [...(round?.querySelectorAll('.match') ?? [])]
        const fed = [...(round?.nextElementSibling?.querySelectorAll('.match') ?? [])]
        const lines = [...(path.getAttribute('d') ?? '').matchAll(/M0 ([\d.]+)H1V([\d.]+)H2/g)]
        return lines.flatMap(([, from, to]) => {
          const index = Math.floor(Number(from))
          const ends = [
            [from, matches[index]],
            [to, fed[Math.floor(index / 2)]],
          ] as const
          return ends.map(([row, match]) => Math.abs(Number(row) * scale + top - middle(match)))
        })
      },
    )
    return errors.length > 0 ? Math.max(...errors) : Number.NaN
  })
}
