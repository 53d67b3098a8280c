import type { Page } from '@playwright/test'
import { bracketLayout } from '../../src/web/bracket/layout.ts'

/** Columns in their final position: a phone collapses those left of the visible one. */
const columns = '.bracket .round:not([data-closed-up])'

/** The largest distance in pixels between the end of a drawn line and the centre of the match it joins. */
export function lineErrors(page: Page): Promise<number> {
  return page.evaluate((columns) => {
    const middle = (element: Element | null | undefined) => {
      const { top, height } = element?.getBoundingClientRect() ?? { top: Number.NaN, height: Number.NaN }
      return top + height / 2
    }
    const errors = [...document.querySelectorAll(`${columns} .joins path`)].flatMap((path) => {
      const { d: scale, f: top } = (path as SVGPathElement).getScreenCTM() ?? {
        d: Number.NaN,
        f: Number.NaN,
      }
      const round = path.closest<HTMLElement>('.round')
      const matches = [...(round?.querySelectorAll('.match') ?? [])]
      const fed = [...(round?.nextElementSibling?.querySelectorAll('.match') ?? [])]
      const lines = [...(path.getAttribute('d') ?? '').matchAll(/M0 ([\d.]+)H1V([\d.]+)H2/g)]
      return lines.flatMap(([, from, to]) => {
        const index = Math.floor(Number(from) / Number(round?.style.getPropertyValue('--cells')))
        const ends = [
          [from, matches[index]],
          [to, fed[Math.floor(index / 2)]],
        ] as const
        return ends.map(([row, match]) => Math.abs(Number(row) * scale + top - middle(match)))
      })
    })
    return errors.length > 0 ? Math.max(...errors) : Number.NaN
  }, columns)
}

/** The largest distance in pixels between the centre of a drawn match and its place in the layout. */
export async function placeErrors(page: Page): Promise<number> {
  const drawn = await page.evaluate(
    (columns) =>
      [...document.querySelectorAll(columns)].map((round) => {
        const { top, height } = round.querySelector('.cells')?.getBoundingClientRect() ?? new DOMRect()
        const matches = [...round.querySelectorAll('.match')].map((match) => match.getBoundingClientRect())
        return { top, height, middles: matches.map((box) => box.top + box.height / 2) }
      }),
    columns,
  )
  const rows = drawn[0]?.middles.length ?? 0
  const layout = bracketLayout(drawn.map(({ middles }) => middles.length))
  const errors = drawn.flatMap(({ top, height, middles }, column) =>
    middles.map((middle, index) => {
      const centre = layout[column]?.centres[index] ?? Number.NaN
      return Math.abs(top + (centre * height) / rows - middle)
    }),
  )
  return errors.length > 0 ? Math.max(...errors) : Number.NaN
}
