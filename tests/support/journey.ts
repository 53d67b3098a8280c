import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, type Page } from '@playwright/test'
import type Axe from 'axe-core'
import type { RunOptions } from 'axe-core'
import { type RunningCup, startCup } from '../../src/main.ts'
import { readConfig } from '../../src/server/config.ts'
import { beginEnds } from './at-test-end.ts'
import { chromiumFlags, chromiumPath } from './chromium.ts'
import type { CupProcess } from './cup-process.ts'
import { openWithOrganiser, organiserOfTests } from './start-cup.ts'

/** For journeys that start their own cups: what they start is ended with them. */
export const testOfOwnCups = base.extend<{ ends: undefined }>({
  ends: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures it needs from the pattern.
    async ({}, use) => {
      const end = beginEnds()
      await use(undefined)
      await end()
    },
    { auto: true },
  ],
})

/** Each journey has its own cup, just started and empty; `page.goto('/draw')` opens it. */
export const test = testOfOwnCups.extend<{ cup: CupProcess }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures it needs from the pattern.
  cup: async ({}, use) => {
    // Begun before `ends`: Playwright's own fixtures need the address.
    const cup = await startCupHere()
    await use(cup)
    await cup.stop()
  },
  baseURL: async ({ cup }, use) => use(cup.url),
  // A hydration mismatch renders the whole page again: invisible, but slow.
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

/** Browser features that Playwright disables by default. */
export const peoplesBrowser = {
  serviceWorkers: 'allow' as const,
  launchOptions: {
    executablePath: chromiumPath(),
    args: chromiumFlags,
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  },
}

/** The whole server in the test process: a process per journey took a tenth of the time. */
async function startCupHere(): Promise<CupProcess> {
  const dataDir = await mkdtemp(join(tmpdir(), 'cup-journey-'))
  const config = {
    ...readConfig({}),
    host: '127.0.0.1',
    dataDir,
    admin: organiserOfTests,
  }
  const isHere = ({ hostname }: URL) => hostname === '127.0.0.1'
  const start = async (port: number) =>
    startCup({ config: { ...config, port }, storage: await openWithOrganiser(config), isPushService: isHere })
  let running: RunningCup | undefined = await start(0)
  const { port } = running
  const halt = async () => {
    await running?.stop()
    running = undefined
    return 0
  }
  return {
    url: `http://127.0.0.1:${port}`,
    organiser: organiserOfTests,
    dataDir,
    halt,
    restart: async () => {
      await halt()
      running = await start(port)
    },
    stop: async () => {
      await halt()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

export const expect = test.expect

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const axeOptions: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  // Reporting the passed checks takes most of its time.
  resultTypes: ['violations'],
  // None of these rules needs the style sheets or media that it would fetch first.
  preload: false,
}

/** Accessibility check: fails with one readable line for each problem. */
export async function expectAccessible(page: Page) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe)
  const problems = await page.evaluate(async (options) => {
    // Colours are checked after their transitions.
    const endless = (animation: Animation) => animation.effect?.getComputedTiming().endTime === Infinity
    const ending = document.getAnimations().filter((animation) => !endless(animation))
    await Promise.allSettled(ending.map(({ finished }) => finished))
    const { violations } = await (window as unknown as { axe: typeof Axe }).axe.run(options)
    return violations.flatMap(({ id, help, nodes }) =>
      nodes.map(({ target }) => `${id}: ${help} (${target.join(' ')})`),
    )
  }, axeOptions)
  expect(problems, `accessibility of ${page.url()}`).toEqual([])
}
