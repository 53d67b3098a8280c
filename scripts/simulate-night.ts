import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { chromium, type Locator, type Page } from '@playwright/test'
import { isTeam, type Match } from '../src/domain/cup.ts'
import { freeTables, nowPlaying, queueOf } from '../src/domain/draw/tables.ts'
import { messages } from '../src/domain/messages.ts'
import { championOf } from '../src/domain/night/progress.ts'
import type { Clock } from '../src/server/clock.ts'
import { chromiumFlags, chromiumPath } from '../tests/support/chromium.ts'
import { mustDo } from '../tests/support/cup-app.ts'
import { addCookies, asTvOpens } from '../tests/support/journey-page.ts'
import { organiser, register } from '../tests/support/organised-cup.ts'
import { type Phone, startPushService } from '../tests/support/push-service.ts'
import { startCup } from '../tests/support/start-cup.ts'

/** Plays a whole night in real Chromium, accelerated: counts organisers' taps and scrolls, and checks what followers see. */
const [speedText = '10', folder, ...rest] = process.argv.slice(2)
const speed = Number(speedText)
if (!(speed >= 1 && speed <= 30) || rest.length > 0) {
  console.error(`npm run night -- SPEED [FOLDER]
  plays a night of 48 teams that many times as fast as it is: 10, at most 30
  and keeps pictures of it in the folder, taken every few minutes`)
  process.exit(1)
}

const night = { teams: 48, tables: 6, organisers: 2, followers: 20 }
const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }
const smallPhone = { ...phone, viewport: { width: 375, height: 667 } }
const television = { viewport: { width: 1920, height: 1080 }, reducedMotion: 'reduce' as const }
const minutesBetweenPictures = 4
const start = new Date(2025, 4, 2, 21, 10)
const counts = { results: 0, taps: 0, scrolls: 0, times: 0, passed: 0, calls: 0, onPages: 0, byPush: 0 }

const clock = fastClock()
const service = await startPushService(() => clock.now())
const cup = await startCup({ clock, isPushService: service.isPushService })
const { app } = cup
const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumFlags })
try {
  await makeDraw()
  const organisers = [await openOrganiser(phone), await openOrganiser(smallPhone)]
  const followers = await openFollowers()
  const screen = await openPage('/screen', television)
  const times = watchTimes([screen, ...followers.map(({ page }) => page)])
  const pictures = folder ? takePictures(folder, organisers, followers, screen) : undefined
  await play(organisers, followers)
  await times.stop()
  await pictures?.stop()
} finally {
  await browser.close()
  await cup.stop()
  await service.close()
}
report()

/** The cup's accelerated clock, from 9:10 PM. */
function fastClock(): Clock {
  const begun = performance.now()
  const monotonicMs = () => (performance.now() - begun) * speed
  return {
    now: () => new Date(start.getTime() + monotonicMs()),
    monotonicMs,
    // The server's own timeouts run in real time.
    after(ms, run) {
      const timer = setTimeout(run, ms)
      return () => clearTimeout(timer)
    },
  }
}

async function makeDraw() {
  const settings = { registration: 'open', byes: 'at-once', scheduleGroupSize: night.tables } as const
  mustDo(await app.changeSettings(settings, organiser))
  for (let number = 1; number <= night.teams; number += 1) mustDo(await register(cup, number))
  const { entries } = await app.publicView()
  mustDo(await app.setApproval({ teamIds: entries.map(({ id }) => id), approved: true }, organiser))
  mustDo(await app.createDraw(organiser))
}

async function drawNow() {
  const { draw } = await app.publicView()
  if (!draw) throw new Error('There is no draw.')
  return draw
}

/** A page on the cup's clock. */
async function openPage(
  path: string,
  device: typeof phone | typeof television,
  { team = '', cookies = '' } = {},
): Promise<Page> {
  const isPhone = 'isMobile' in device
  const baseURL = isPhone ? cup.url : asTvOpens(cup.url)
  const context = await browser.newContext({ ...device, baseURL, serviceWorkers: 'block' })
  const page = await context.newPage()
  if (cookies) await addCookies(page, cookies, cup.url)
  await page.addInitScript(
    ({ at, realAt, times, followed, isPhone }) => {
      const real = Date
      const now = () => at + (real.now() - realAt) * times
      const pretended = (...given: [number]) => (given.length > 0 ? new real(...given) : new real(now()))
      globalThis.Date = new Proxy(real, {
        construct: (_date, given) => pretended(...(given as [number])),
        get: (date, name) => (name === 'now' ? now : Reflect.get(date, name)),
      })
      const faster = (timer: (run: () => void, ms: number) => number) =>
        ((run: () => void, ms = 0) => timer(run, ms / times)) as typeof window.setTimeout
      window.setInterval = faster(window.setInterval.bind(window))
      // The TV hides a call after some seconds of the cup's clock; people tap phones at normal speed.
      if (!isPhone) window.setTimeout = faster(window.setTimeout.bind(window))
      sessionStorage.setItem('appModalSeen', 'yes')
      if (followed) localStorage.setItem('followedTeam', followed)
    },
    { at: clock.now().getTime(), realAt: Date.now(), times: speed, followed: team, isPhone },
  )
  await page.goto(path)
  await page.locator('.live-dot[data-state=live], .tv-rail').first().waitFor()
  return page
}

async function openOrganiser(device: typeof phone): Promise<Page> {
  return openPage('/admin/draw', device, { cookies: await cup.signIn() })
}

type Follower = { readonly team: string; readonly page: Page; readonly phone: Phone }

/** Each follows another team, on one of the pages with its card and by push. */
async function openFollowers(): Promise<Follower[]> {
  const teams = Object.keys((await drawNow()).teams).slice(0, night.followers)
  const followers: Follower[] = []
  for (const [index, team] of teams.entries()) {
    const page = await openPage(['/draw', '/schedule', '/'][index % 3] ?? '/', phone, { team })
    const pushed = await service.phone(await app.pushKey())
    mustDo(await app.followByPush({ team, ...pushed.subscription }, `192.0.2.${index}`))
    followers.push({ team, page, phone: pushed })
  }
  return followers
}

/** Round robin: the next organiser taps the winner of a finished match and calls the next match. */
async function play(organisers: readonly Page[], followers: readonly Follower[]) {
  const waits: Promise<void>[] = []
  for (let turn = 0; ; turn += 1) {
    const page = organisers[turn % organisers.length] as Page
    const draw = await drawNow()
    if (championOf(draw)) break
    const ended = nowPlaying(draw).find(hasEnded)
    if (ended) await tapWinner(page, ended)
    else if (queueOf(draw).length > 0 && freeTables(draw, night.tables).length > 0)
      waits.push(...reached(await callNext(page), followers))
    else await pause(100)
  }
  await Promise.all(waits)
}

/** Five to ten minutes, deterministic by match. */
function hasEnded({ id, calledAt = '' }: Match): boolean {
  const minutes =
    5 +
    (createHash('sha256')
      .update(id.split('-')[0] ?? '')
      .digest()[0] ?? 0) /
      51
  return clock.now().getTime() - Date.parse(calledAt) >= minutes * 60_000
}

async function tapWinner(page: Page, match: Match) {
  const card = page.getByRole('region', { name: 'Now' }).getByRole('article')
  const own = card.filter({ hasText: `Table ${match.table}` })
  await tap(page, own.getByTitle(messages.selectHint).nth(counts.results % 3 === 1 ? 1 : 0))
  await until(async () => !nowPlaying(await drawNow()).some(({ id }) => id === match.id))
  counts.results += 1
}

async function callNext(page: Page): Promise<Match> {
  const before = new Set(nowPlaying(await drawNow()).map(({ id }) => id))
  await tap(page, page.getByRole('button', { name: /^Call next to table/ }))
  const called = async () => nowPlaying(await drawNow()).find(({ id }) => !before.has(id))
  await until(async () => (await called()) !== undefined)
  return (await called()) as Match
}

/** Taps; counts a scroll if the button is out of view or covered. */
async function tap(page: Page, button: Locator) {
  await button.waitFor()
  const obstacle = await button.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    const hit = document.elementFromPoint(left + width / 2, top + height / 2)
    if (top >= 0 && top + height <= innerHeight && element.contains(hit)) return ''
    const covering = hit ? `${hit.tagName} ${hit.className}` : 'nothing'
    return `${element.textContent}: ${Math.round(top)} to ${Math.round(top + height)} of ${innerHeight}, under ${covering}`
  })
  if (obstacle) {
    counts.scrolls += 1
    console.error(`Out of reach: ${obstacle}`)
  }
  counts.taps += 1
  await button.click()
  await page.waitForLoadState()
}

/** Checks that a call reaches the followers of its teams, on their page and by push. */
function reached(match: Match, followers: readonly Follower[]): Promise<void>[] {
  const words = `To table ${match.table}, please!`
  const concerned = followers.filter(({ team }) => match.sides.filter(isTeam).includes(team))
  return concerned.map(async ({ page, phone: { heard } }) => {
    counts.calls += 1
    const card = page.getByRole('complementary', { name: 'The team you follow' })
    const shown = card.getByRole('status').filter({ hasText: words }).first().waitFor({ timeout: 15_000 })
    await shown.then(() => {
      counts.onPages += 1
    }, noted)
    const isTold = () =>
      heard.some(({ message }) => message.match === match.id && message.title?.endsWith(words))
    await until(async () => isTold()).then(() => {
      counts.byPush += 1
    }, noted)
  })
}

/** Samples every expected time that a page shows. */
function watchTimes(pages: readonly Page[]) {
  let isOver = false
  const look = async () => {
    while (!isOver) {
      for (const page of pages) {
        const minutesLeft = await page.evaluate(() => {
          const now = new Date()
          // The specification's slots are fixed; the times next to them, and of waiting matches, are predictions.
          const leads = document.querySelectorAll<HTMLElement>('.match-line-lead, .slot-expected, .tv-lead')
          const promises = Array.from(leads, (lead) => `about ${lead.innerText.replace(/^\D+/, '')}`)
          const said = [document.body.innerText, ...promises].join('\n')
          return Array.from(said.matchAll(/about (\d+):(\d\d)\s([AP])M/g), ([, hour, minute, half]) => {
            const at = ((Number(hour) % 12) + (half === 'P' ? 12 : 0)) * 60 + Number(minute)
            return ((at - now.getHours() * 60 - now.getMinutes() + 36 * 60) % (24 * 60)) - 12 * 60
          })
        })
        counts.times += minutesLeft.length
        // The page updates every 20 s.
        counts.passed += minutesLeft.filter((minutes) => minutes < -1).length
      }
      await pause(1_000)
    }
  }
  const looking = look()
  return {
    stop() {
      isOver = true
      return looking
    },
  }
}

/** Screenshots during the night: the bar's screen in both orientations, an organiser's phone, followers' pages. */
function takePictures(to: string, [organiser]: Page[], [, onSchedule, atHome]: Follower[], screen: Page) {
  let isOver = false
  const watched = { screen, organiser, schedule: onSchedule?.page, home: atHome?.page }
  const take = async () => {
    const upright = await openPage('/screen', { ...television, viewport: { width: 1080, height: 1920 } })
    while (!isOver) {
      const due = clock.now().getTime() + minutesBetweenPictures * 60_000
      const time = clock.now().toTimeString().slice(0, 5).replace(':', '')
      for (const [name, page] of Object.entries({ ...watched, upright }))
        await page?.screenshot({ path: join(to, `${name}-${time}.png`) }).catch(noted)
      while (!isOver && clock.now().getTime() < due) await pause(100)
    }
  }
  const taking = take()
  return {
    stop() {
      isOver = true
      return taking
    },
  }
}

async function until(isSo: () => Promise<boolean>) {
  for (let tries = 0; tries < 300; tries += 1) {
    if (await isSo()) return
    await pause(50)
  }
  throw new Error('It did not come to that.')
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

function noted(error: unknown) {
  console.error(String(error).split('\n', 1)[0])
}

function report() {
  const { results, taps, scrolls, times, passed, calls, onPages, byPush } = counts
  const minutes = Math.round((clock.now().getTime() - start.getTime()) / 60_000)
  const each = (count: number) => (count / results).toFixed(2)
  const lines = [
    ['night', `${night.teams} teams, ${night.tables} tables, ${minutes} minutes at ${speed} times the speed`],
    ['results', `${results}, by ${night.organisers} organisers' phones`],
    ['taps per result', each(taps)],
    ['scrolls per result', each(scrolls)],
    ['times that had passed', `${passed} of ${times} looked at`],
    ['calls on followers’ pages', `${onPages} of ${calls}`],
    ['calls by push', `${byPush} of ${calls}`],
    ['pushes that were turned away', String(service.complaints.length)],
  ]
  for (const [what = '', figure] of lines) console.log(`${what.padEnd(30)} ${figure}`)
  const isFlawless =
    scrolls + passed + service.complaints.length === 0 && onPages === calls && byPush === calls
  process.exitCode = isFlawless ? 0 : 1
}
