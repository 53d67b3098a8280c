import AxeBuilder from '@axe-core/playwright'
import { test as base, type Page } from '@playwright/test'
import { type CupProcess, startCupProcess } from './cup-process.ts'

/** Each journey has a cup of its own, just started and empty; `page.goto('/draw')` goes there. */
export const test = base.extend<{ cup: CupProcess }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from this pattern that the fixture needs no other.
  cup: async ({}, use, testInfo) => {
    const cup = await startCupProcess()
    await use(cup)
    await cup.stop()
    if (testInfo.status !== testInfo.expectedStatus) {
      await testInfo.attach('what the cup wrote', { body: cup.output(), contentType: 'text/plain' })
    }
  },
  baseURL: async ({ cup }, use) => use(cup.url),
  // A page that differs from what the server made is rendered all over again: nobody would see it, but feel it.
  context: async ({ context }, use) => {
    const complaints: string[] = []
    context.on('weberror', (thrown) => {
      const { message } = thrown.error()
      if (message.includes('React error')) complaints.push(message)
    })
    await use(context)
    expect(complaints, 'what React complained of').toEqual([])
  },
})

export const expect = test.expect

/** Fails with one readable line for each thing that somebody could not see, reach or hear. */
export async function expectAccessible(page: Page) {
  const { violations } = await new AxeBuilder({ page })
    // Our pages hold no frames of others: no second page is needed to gather what was found.
    .setLegacyMode()
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  const problems = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target }) => `${id}: ${help} (${target.join(' ')})`),
  )
  expect(problems, `accessibility of ${page.url()}`).toEqual([])
}
