import { expect, type Page, test } from '@playwright/test'
import { asTvOpens, tvSizes } from '../support/journey-page.ts'
import { pictureContext, startPictureCup, teamsCalled } from '../support/picture-cup.ts'
import type { TestCup } from '../support/start-cup.ts'

// Nobody hovers over a TV: a name that is cut there cannot be read at all.
test.use(pictureContext)

const names: readonly (readonly [string, string])[] = [
  ['Zoë Marchetti', 'Łukasz Wrona'],
  ['Maximiliana Oberhauser', 'Jo Li'],
  ['Ana-Sofía Quintanilla de la Vega', 'Maximilian Oberhausen-Featherstonehaugh'],
  ['Bartholomew Featherstone', 'Alexandria Montgomery'],
  ['ליאור כהן בן אברהם', 'נועה ברק מירושלים'],
  ['Kiki 🎾🎾 Tran', 'Bo 🔥🔥 Jensen'],
  ['Donaudampfschifffahrtsgesellschaftskapitän', ''],
  ['W'.repeat(80), 'm'.repeat(80)],
]

const teams = (count: number) => teamsCalled(count, (index) => names[index % names.length] ?? ['', ''])

for (const [what, options] of [
  ['at the beginning', { teams: teams(22), called: 3 }],
  ['with two rounds under way', { teams: teams(22), played: 5, called: 3 }],
  ['with every table taken', { teams: teams(64), played: 20, called: 6 }],
  ['when all is played', { teams: teams(22), played: 21 }],
] as const) {
  test(`no name on the bar’s screen is cut ${what} @laptop`, async ({ page }) => {
    const cup = await startPictureCup(options)
    await page.clock.install({ time: cup.clock.now() })
    for (const [width, height] of tvSizes) {
      await page.setViewportSize({ width, height })
      await open(page, cup)
      // Each part of the draw, and what stands beside it, has its turn.
      for (const turn of [0, 1, 2, 3, 4]) {
        await expect.poll(() => cutNames(page), `${width} px, turn ${turn}`).toEqual([])
        await page.clock.runFor(20_000)
      }
    }
    await cup.stop()
  })
}

test('a phone that opens the bar’s screen shows every name whole @phone', async ({ page }) => {
  const cup = await startPictureCup({ teams: teams(22), played: 3, called: 3 })
  await open(page, cup)
  await expect.poll(() => cutNames(page)).toEqual([])
  await cup.stop()
})

test('a long address under the code is not broken inside its parts @laptop', async ({ page }) => {
  const cup = await startPictureCup({ teams: teams(4) })
  await page.setViewportSize({ width: 1280, height: 720 })
  const host = `students-tennis-club.tournaments.of-the-district.test:${cup.port}`
  await open(page, { url: `http://${host}` })
  const address = page.locator('.tv-address')
  await expect(address).toHaveText(`${host}/draw`)
  expect(await address.evaluate(linesOf)).toEqual([
    'students-tennis-club.tournaments',
    `.of-the-district.test:${cup.port}/draw`,
  ])
  await cup.stop()
})

async function open(page: Page, cup: Pick<TestCup, 'url'>) {
  await page.goto(`${asTvOpens(cup.url)}/screen`)
  await page.evaluate(() => document.fonts.ready)
  await expect(page.getByRole('img', { name: /^QR code/ }).or(page.locator('.tv-moment'))).toBeVisible()
}

/** Names of which something lies outside the place they have: a side of a match, or, beside the draw, the list of what is played now. */
function cutNames(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const whole = (name: Element, place: Element | null) => {
      const text = document.createRange()
      text.selectNodeContents(name)
      const [inner, outer] = [text.getBoundingClientRect(), place?.getBoundingClientRect()]
      return (
        outer !== undefined &&
        inner.width > 0 &&
        inner.left >= outer.left - 1 &&
        inner.right <= outer.right + 1 &&
        inner.top >= outer.top - 1 &&
        inner.bottom <= outer.bottom + 1
      )
    }
    const sides = [...document.querySelectorAll('.tv .side-name')].filter(
      (name) => !whole(name, name.closest('.side')),
    )
    const underTag = [...document.querySelectorAll('.tv .side-name')].filter((name) => {
      const tag = name.closest('.match')?.querySelector('.match-tag[data-now]')?.getBoundingClientRect()
      const text = document.createRange()
      text.selectNodeContents(name)
      return tag && [...text.getClientRects()].some(({ right }) => right > tag.left - 3)
    })
    // A side that grew with its name would push the match out of its place among the lines.
    const grown = [...document.querySelectorAll('.tv .side')].filter(
      (side) => side.clientHeight > Number.parseFloat(getComputedStyle(side).minHeight) + 1,
    )
    // Where many are playing, some wait beside the list for their turn (screen-tables.spec.ts).
    const waits = (name: Element) => {
      const [inner, list] = [name.getBoundingClientRect(), name.closest('ul')?.getBoundingClientRect()]
      return list !== undefined && (inner.left >= list.right - 1 || inner.right <= list.left + 1)
    }
    const beside = [...document.querySelectorAll('.tv-part[data-now] bdi, .tv .champion-name')].filter(
      (name) => !waits(name) && !whole(name, name.closest('ul') ?? name.closest('.tv-parts')),
    )
    const across = [...document.querySelectorAll('.tv-moment-name')]
    const tooWide = across.filter(
      (name) => name.scrollWidth > name.clientWidth || !whole(name, name.closest('.tv-moment')),
    )
    if (document.querySelectorAll('.tv .side-name').length + across.length === 0)
      return ['There are no names.']
    return [...sides, ...underTag, ...grown, ...beside, ...tooWide].map(
      ({ textContent }) => textContent ?? '',
    )
  })
}

function linesOf(element: Element): string[] {
  const lines = new Map<number, string>()
  for (const node of element.childNodes) {
    const range = document.createRange()
    range.selectNode(node)
    const { bottom } = range.getBoundingClientRect()
    lines.set(bottom, (lines.get(bottom) ?? '') + (node.textContent ?? ''))
  }
  return [...lines.values()].filter(Boolean)
}
