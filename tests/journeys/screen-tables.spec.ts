import { expect, type Page, test } from '@playwright/test'
import { asTvOpens, tvSizes } from '../support/journey-page.ts'
import { pictureContext, startPictureCup, teamsCalled } from '../support/picture-cup.ts'

test.use(pictureContext)

const names: readonly (readonly [string, string])[] = [
  ['Maya Lindqvist', 'Tom Okafor'],
  ['Ana-Sofía Quintanilla de la Vega', 'Maximilian Oberhausen-Featherstonehaugh'],
  ['Bartholomew Featherstone', 'Alexandria Montgomery'],
  ['ליאור כהן בן אברהם', 'נועה ברק מירושלים'],
  ['Jo', ''],
]

const teams = teamsCalled(32, (index) => names[index % names.length] ?? ['', ''])

for (const tables of [4, 6, 12, 16]) {
  test(`each of ${tables} busy tables has its turn on the bar’s screen, and no match is cut @laptop`, async ({
    page,
  }) => {
    const cup = await startPictureCup({
      teams,
      played: tables === 16 ? 0 : 3,
      called: tables,
      settings: { scheduleGroupSize: tables },
    })
    await page.clock.install({ time: cup.clock.now() })
    for (const [width, height] of tvSizes) {
      await page.setViewportSize({ width, height })
      await page.goto(`${asTvOpens(cup.url)}/screen`)
      await page.evaluate(() => document.fonts.ready)
      await expect(page.locator('.tv-qr')).toBeVisible()
      const unseen = new Set<string>(Array.from({ length: tables }, (_, index) => `Table ${index + 1}`))
      for (const heading of ['Now playing', ...(tables < 16 ? ['Latest results', 'Up next'] : [])])
        unseen.add(heading)
      for (let turn = 0; turn < 24 && unseen.size > 0; turn += 1) {
        await expect.poll(() => cutLines(page), `${width} px, turn ${turn}`).toEqual([])
        const shown = await shownLines(page)
        expect(shown.lines.length, `${width} px, turn ${turn}`).toBeGreaterThan(0)
        for (const { lead, letters } of shown.lines) {
          unseen.delete(lead)
          // About a centimetre on the screens that bars have, which five metres away is still to be read.
          expect(letters, `${lead} at ${width} px`).toBeGreaterThan(Math.min(width, height) * 0.02)
        }
        for (const heading of shown.headings) unseen.delete(heading)
        await page.clock.runFor(12_000)
      }
      expect([...unseen], `never shown at ${width} px`).toEqual([])
    }
    await cup.stop()
  })
}

/** Matches beside the draw of which a part is in sight and a part is not. */
function cutLines(page: Page): Promise<string[]> {
  return page.locator('.tv-parts .match-line').evaluateAll((lines) =>
    lines.flatMap((line) => {
      const text = document.createRange()
      text.selectNodeContents(line)
      const inner = text.getBoundingClientRect()
      const boxes = ['ul', '.tv-parts', '.tv-rail'].map((box) => line.closest(box)?.getBoundingClientRect())
      const isOut = boxes.some((box) => box && (inner.left >= box.right - 1 || inner.right <= box.left + 1))
      const isIn = boxes.every(
        (box) =>
          box &&
          inner.left >= box.left - 1 &&
          inner.right <= box.right + 1 &&
          inner.top >= box.top - 1 &&
          inner.bottom <= box.bottom + 1,
      )
      return isOut || isIn ? [] : [line.textContent ?? '']
    }),
  )
}

function shownLines(page: Page) {
  return page.locator('.tv-parts').evaluate((rail) => {
    const lines = [...rail.querySelectorAll('.match-line')].filter((line) => {
      const [inner, outer] = [line.getBoundingClientRect(), line.closest('ul')?.getBoundingClientRect()]
      return outer && inner.width > 0 && inner.left < outer.right - 1 && inner.right > outer.left + 1
    })
    return {
      lines: lines.map((line) => ({
        lead: line.querySelector('.match-line-lead')?.textContent ?? '',
        letters: Number.parseFloat(getComputedStyle(line).fontSize),
      })),
      headings: [...rail.querySelectorAll('h2')]
        .filter(({ clientHeight }) => clientHeight > 0)
        .map(({ textContent }) => textContent ?? ''),
    }
  })
}
