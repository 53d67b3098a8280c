import type { Page } from '@playwright/test'
import { expect } from '../support/journey.ts'
import { test } from '../support/journey-organiser.ts'
import { isLive, matchAt } from '../support/journey-page.ts'

/** The names that end in dots, each with its match; where a match is up next, its tag takes a part of the line. */
function cutNames(page: Page): Promise<string[]> {
  return page.locator('.bracket .match:not(:has(.match-tag)) .side-name').evaluateAll((names) =>
    names.flatMap((name) => {
      if (name.scrollHeight <= name.clientHeight + 1) return []
      return [`${name.closest<HTMLElement>('[data-match]')?.dataset.match}: ${name.textContent}`]
    }),
  )
}

test('pairs of 73 letters are read whole in every round of 64, beside a tag under the pointer @laptop', async ({
  page,
  organiser,
}) => {
  await organiser.post('/admin/settings', { registration: 'open' })
  for (let number = 10; number < 50; number += 1)
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
  await expect(matchAt(page, '3.0')).toContainText('Maximiliana')
  expect(await cutNames(page)).toEqual([])

  const tagged = page.locator('.bracket [data-match]:has(.match-tag)').first()
  await tagged.locator('.match').hover()
  const isWhole = await tagged.locator('.side-name').evaluateAll((names) =>
    names.every((name) => {
      const { left, bottom } = name.getBoundingClientRect()
      const isOnTop = document.elementFromPoint(left + 4, bottom - 2)?.closest('[data-match]')
      return name.scrollHeight <= name.clientHeight + 1 && isOnTop === name.closest('[data-match]')
    }),
  )
  expect(isWhole).toBe(true)
})

const scripts = {
  Arabic: 'عبد الرحمن الخوارزمي محمد بن عبد الله القرطبي',
  Hebrew: 'ליאור כהן בן אברהם נועה ברק מירושלים הבירה',
  Devanagari: 'अनिरुद्ध चतुर्वेदी लक्ष्मीनारायण श्रीवास्तव',
  Chinese: '歐陽建國司馬相如諸葛孔明上官婉兒東方不敗令狐冲任盈盈岳不群',
  Thai: 'สมชาย ศรีสุวรรณวงศ์ประเสริฐ ณ อยุธยา เกียรติ',
}

test('names in letters that have no narrow face are read whole in the tree @laptop', async ({
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
