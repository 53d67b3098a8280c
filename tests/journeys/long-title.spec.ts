import type { Page } from '@playwright/test'
import { expect } from '../support/journey.ts'
import { signIn, test } from '../support/journey-organiser.ts'
import { isAlive } from '../support/journey-page.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const titles = [
  'The Summer Cup of the University Tennis Team N12',
  'The Great Summer Cup of the University Tennis Team and of All Its Old Friends 20',
]

/** Parts of a header that overlap, leave the window, or are below the line of the cup's name. */
function headerFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const header = document.querySelector('header')
    if (!header) return ['no header']
    const parts = [
      ...header.querySelectorAll(
        'a, button, summary, .progress-words, .live-dot, .draw-tools, .tv-words, .tv-title',
      ),
    ].filter((part) => part.checkVisibility({ visibilityProperty: true }))
    const boxes = parts.map((part) => ({ part, box: part.getBoundingClientRect() }))
    const nameOf = (part: Element) => part.textContent?.trim().slice(0, 20) || part.className
    const faults = boxes
      .filter(({ box }) => box.left < 0 || box.right > innerWidth + 0.5)
      .map(({ part }) => `${nameOf(part)} leaves the window`)
    for (const [at, one] of boxes.entries())
      for (const other of boxes.slice(at + 1)) {
        if (one.part.contains(other.part) || other.part.contains(one.part)) continue
        const across = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left)
        const down = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top)
        // On a phone the targets of the header's two lines overlap by a few pixels of padding.
        if (across > 1 && down > 8) faults.push(`${nameOf(one.part)} over ${nameOf(other.part)}`)
      }
    const live = header.querySelector('.live-dot')?.getBoundingClientRect()
    const name = header.querySelector('a:not([href="/admin"])')?.getBoundingClientRect()
    if (live && name && name.width < 96) faults.push(`the name has ${Math.round(name.width)} px`)
    if (live && name && header.querySelector('.draw-bar') && live.top > name.bottom)
      faults.push('live on a line of its own')
    return faults
  })
}

test('a long title leaves room for the rest of the header, at every width @laptop @nightly', async ({
  page,
  cup,
  organiser,
}) => {
  await page.addInitScript(() => sessionStorage.setItem('appModalSeen', 'yes'))
  await organiser.makeDraw(22)
  await signIn(page, cup)
  for (const editionTitle of titles) {
    await organiser.post('/admin/settings', { editionTitle })
    for (const path of ['/draw', '/schedule', '/admin/draw', '/screen', '/']) {
      await page.goto(path)
      await isAlive(page)
      for (const width of [320, 390, 960, 1024, 1280, 1920]) {
        const name = `${path} at ${width} px, ${editionTitle.length} letters`
        await page.setViewportSize({ width, height: 800 })
        await expect
          .configure({ soft: true })
          .poll(() => headerFaults(page), name)
          .toEqual([])
        expect.soft(await page.evaluate(() => document.documentElement.scrollWidth), name).toBe(width)
      }
    }
  }
})
