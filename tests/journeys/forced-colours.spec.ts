import { expect, type Locator } from '@playwright/test'
import { testOfOwnCups as test } from '../support/journey.ts'
import {
  drawnOrder,
  openForPicture,
  pictureContext,
  startPictureCup,
  teamsCalled,
} from '../support/picture-cup.ts'

test.use({ ...pictureContext, forcedColors: 'active' })

const teams = teamsCalled(6, (index) => [`Player ${index}`, ''])

test('with forced colours, everything marked by colour alone is still visible @laptop', async ({ page }) => {
  const cup = await startPictureCup({ teams, played: 3, called: 1 })
  const [followed = ''] = await drawnOrder(cup)
  await openForPicture(page, cup, '/draw', followed)
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  const ground = await page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('i'))
    probe.style.color = 'Canvas'
    return getComputedStyle(probe).color
  })
  const drawn = (of: Locator, property: string, pseudo?: string) =>
    of
      .first()
      .evaluate((element, [name = '', part]) => getComputedStyle(element, part).getPropertyValue(name), [
        property,
        pseudo,
      ] as const)

  expect(await drawn(page.locator('.side[data-lit]'), 'outline-style')).toBe('solid')
  const bar = page.locator('.side[data-state="winner"]')
  expect(await drawn(bar, 'background-color', '::before')).not.toBe(ground)
  expect(await drawn(page.locator('.live-dot-mark'), 'background-color')).not.toBe(ground)
  expect(await drawn(page.locator('.progress-line'), 'border-top-style')).toBe('solid')
  expect(await drawn(page.locator('.progress-line'), 'forced-color-adjust')).toBe('none')
  expect(await drawn(page.locator('.follow-card'), 'border-top-style')).toBe('solid')
})
