import type { Locator, Page } from '@playwright/test'
import { expect } from '../support/journey.ts'
import { signIn, test } from '../support/journey-organiser.ts'
import { isLive, matchAt } from '../support/journey-page.ts'

/** Names that end in an ellipsis or are covered by a tag, each with its match. */
function cutNames(page: Page): Promise<string[]> {
  return page.locator('.bracket .side-name').evaluateAll((names) =>
    names.flatMap((name) => {
      const tag = name.closest('.match')?.querySelector('.match-tag')?.getBoundingClientRect()
      const letters = document.createRange()
      letters.selectNodeContents(name)
      const isUnder = [...letters.getClientRects()].some(
        ({ right, top, bottom }) => tag && right > tag.left && bottom > tag.top && top < tag.bottom,
      )
      if (name.scrollHeight <= name.clientHeight + 1 && !isUnder) return []
      return [`${name.closest<HTMLElement>('[data-match]')?.dataset.match}: ${name.textContent}`]
    }),
  )
}

/** The smallest font size of a name, in pixels. */
function smallestName(page: Page): Promise<number> {
  return page
    .locator('.bracket .side:not([data-state="bye"], [data-state="tbd"]) > .side-name')
    .evaluateAll((names) =>
      Math.min(...names.map((name) => Number.parseFloat(getComputedStyle(name).fontSize))),
    )
}

for (const [size, teams] of [
  [32, 20],
  [64, 40],
] as const)
  test(`pairs of 73 letters are shown whole in every round of ${size}, in at least 11 px, also next to a tag @laptop @nightly`, async ({
    page,
    organiser,
  }) => {
    await organiser.post('/admin/settings', { registration: 'open' })
    for (let number = 10; number < 10 + teams; number += 1)
      await organiser.register(`Maximiliana Featherstonehaugh-Cholmondel${number}`, {
        player2Name: 'Bartholomew Wigglesworth-Smyt',
      })
    await organiser.approveAll()
    await organiser.post('/draw', { intent: 'generate' })
    await page.goto('/draw')
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await isLive(page)
    for (let index = 0; index < 4; index += 1) await organiser.tapWinner(`0.${index}`)
    for (let index = 0; index < 2; index += 1) await organiser.tapWinner(`1.${index}`)
    await organiser.tapWinner('2.0')
    for (let table = 1; table < 3; table += 1)
      await organiser.post('/admin/draw', { intent: 'call', table: String(table) })
    await expect(matchAt(page, '3.0')).toContainText('Maximiliana')
    await expect(page.locator('.bracket .match-tag[data-now]')).toHaveCount(2)
    await expect(page.locator('.bracket .match-tag', { hasText: 'Up next' }).first()).toBeVisible()
    expect(await cutNames(page)).toEqual([])
    expect(await smallestName(page)).toBeGreaterThanOrEqual(11)
  })

test('the finalists’ names are shown whole while the final is called, on a phone and on a laptop @laptop', async ({
  page,
  cup,
  organiser,
}) => {
  const teams = [
    ['Quentin Hartley', 'Noah Oberhofer'],
    ['Ana-Sofía Quintanilla de la Vega', 'Maximilian Oberhausen-Featherstone'],
    ['Konstantin Papadopoulos', 'Chloé Dubois'],
    ['Ida Ek', 'Jonas Demir'],
    ['Al', 'Jo'],
    ['Kim', 'Li'],
    ['Bo', 'Cy'],
    ['Di', 'Ed'],
    ['Fay', 'Gil'],
  ] as const
  await organiser.post('/admin/settings', { registration: 'open', byes: 'at-once' })
  for (const [player1Name, player2Name] of teams) await organiser.register(player1Name, { player2Name })
  await organiser.approveAll()
  await organiser.post('/draw', { intent: 'generate' })
  const isLong = (side: string | null) => Number((side?.length ?? 0) > 20)
  await page.goto('/draw')
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await isLive(page)
  for (const place of [
    '0.0',
    '0.1',
    '0.2',
    '0.3',
    '0.4',
    '0.5',
    '0.6',
    '0.7',
    '1.0',
    '1.1',
    '1.2',
    '1.3',
    '2.0',
    '2.1',
  ]) {
    const [one = '', two = ''] = await matchAt(page, place).locator('.side-name').allTextContents()
    if (two !== 'BYE') await organiser.tapWinner(place, isLong(two) > isLong(one) ? 2 : 1)
  }
  await organiser.post('/admin/draw', { intent: 'call', table: '1' })
  await expect(matchAt(page, '3.0')).toContainText('Table 1')
  await signIn(page, cup)
  for (const width of [1280, 390])
    for (const path of ['/draw', '/admin/draw']) {
      await page.setViewportSize({ width, height: 800 })
      await page.goto(path)
      await isLive(page)
      await expect(matchAt(page, '3.0')).toContainText('Table 1')
      expect(await cutNames(page), `${path} at ${width} px`).toEqual([])
      expect(await brokenNames(matchAt(page, '3.0'), ['Quentin Hartley', 'Noah Oberhofer']), path).toEqual([])
    }
})

const scripts = {
  Arabic: 'عبد الرحمن الخوارزمي محمد بن عبد الله القرطبي',
  Hebrew: 'ליאור כהן בן אברהם נועה ברק מירושלים הבירה',
  Devanagari: 'अनिरुद्ध चतुर्वेदी लक्ष्मीनारायण श्रीवास्तव',
  Chinese: '歐陽建國司馬相如諸葛孔明上官婉兒東方不敗令狐冲任盈盈岳不群',
  Thai: 'สมชาย ศรีสุวรรณวงศ์ประเสริฐ ณ อยุธยา เกียรติ',
}

test('names in scripts without a narrow font are shown whole in the tree @laptop @nightly', async ({
  page,
  organiser,
}) => {
  await organiser.post('/admin/settings', { registration: 'open', byes: 'at-once' })
  const lengths = [18, 22, 26, 30, 34]
  for (const name of Object.values(scripts))
    for (const length of lengths) await organiser.register(name.slice(0, length).trim(), { player2Name: '' })
  await organiser.approveAll()
  await organiser.post('/draw', { intent: 'generate' })
  for (const [width, height] of [
    [1280, 800],
    [1920, 1080],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.goto('/draw')
    await isLive(page)
    expect(await cutNames(page), `${width} px`).toEqual([])
  }
})

test('in draw management no line breaks inside a person’s name @phone', async ({ page, cup, organiser }) => {
  const teams = [
    ['Óscar Ferreira', 'Gonçalo Brás'],
    ['Zoë Marchetti', 'Łukasz Wrona'],
    ['Chloé Dubois', 'Aurélien Petit'],
    ['Al', 'Konstantin Okafor'],
  ] as const
  await organiser.post('/admin/settings', { registration: 'open', organiserTools: 'on' })
  for (const [player1Name, player2Name] of teams) await organiser.register(player1Name, { player2Name })
  await organiser.approveAll()
  await organiser.post('/draw', { intent: 'generate' })
  await signIn(page, cup)
  await page.goto('/admin/draw')
  await isLive(page)
  expect(await brokenNames(page.getByRole('region', { name: 'Now' }), teams.flat())).toEqual([])
  await page.getByRole('button', { name: 'Exchange Team Positions' }).click()
  expect(await brokenNames(page.getByRole('dialog'), teams.flat())).toEqual([])
})

/** People whose names are broken over two lines. */
function brokenNames(part: Locator, people: readonly string[]): Promise<string[]> {
  return part.evaluate((element, people) => {
    const broken: string[] = []
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text; text = texts.nextNode())
      for (const person of people) {
        const from = text.textContent?.indexOf(person) ?? -1
        if (from < 0) continue
        const letters = document.createRange()
        letters.setStart(text, from)
        letters.setEnd(text, from + person.length)
        if (new Set([...letters.getClientRects()].map(({ bottom }) => Math.round(bottom))).size > 1)
          broken.push(person)
      }
    return broken
  }, people)
}
