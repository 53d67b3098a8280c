import type { Page } from '@playwright/test'
import type { Settings } from '../../src/domain/cup.ts'
import { queueOf } from '../../src/domain/draw/tables.ts'
import type { TeamForm } from '../../src/domain/teams/team-form.ts'
import { mustDo } from './cup-app.ts'
import { manualClock } from './manual-clock.ts'
import { organiser } from './organised-cup.ts'
import { startCup, type TestCup } from './start-cup.ts'

export type PictureOptions = {
  readonly teams?: readonly TeamForm[]
  /** How many matches have been played, in the order of play. */
  readonly played?: number
  /** How many matches have been called to a table. */
  readonly called?: number
  readonly settings?: Partial<Settings>
}

/** `count` teams, named by index. */
export function teamsCalled(
  count: number,
  nameOf: (index: number) => readonly [player1Name: string, player2Name: string],
): TeamForm[] {
  return Array.from({ length: count }, (_, index) => {
    const [player1Name, player2Name] = nameOf(index)
    return { player1Name, player2Name, teams: '', teamPhoneNumber: `555-${String(index).padStart(4, '0')}` }
  })
}

/** A quarter past nine in the evening, in the pictures' zone. */
const start = '2025-04-04T21:15:00.000Z'
const minutesPerMatch = 3

/** For all pictures: one zone and locale, no motion. */
export const pictureContext = { timezoneId: 'UTC', locale: 'en-US', reducedMotion: 'reduce' } as const

/**
 * A cup that looks the same each time although the draw is random: each place then gets a fixed name, by editing its team. Its clock
 * is fake.
 */
export async function startPictureCup({
  teams = [],
  played = 0,
  called = 0,
  settings = {},
}: PictureOptions = {}): Promise<TestCup> {
  const cup = await startCup({ clock: manualClock(start) })
  const { app, clock } = cup
  mustDo(await app.changeSettings({ registration: 'open', byes: 'at-once', ...settings }, organiser))
  for (const team of teams) mustDo(await app.registerTeam(team))
  if (teams.length === 0) return cup

  const { entries } = await app.publicView()
  mustDo(await app.setApproval({ teamIds: entries.map(({ id }) => id), approved: true }, organiser))
  mustDo(await app.createDraw(organiser))
  for (const [place, teamId] of (await drawnOrder(cup)).entries()) {
    const form = teams[place]
    if (form) mustDo(await app.editTeam({ teamId, form }, organiser))
  }

  for (let match = 0; match < played; match += 1) {
    const matchId = await nextMatch(cup)
    mustDo(await app.setWinner({ matchId, side: match % 3 === 1 ? 2 : 1 }, organiser))
    await clock.leap(minutesPerMatch * 60_000)
  }
  for (let table = 0; table < called; table += 1) mustDo(await app.callMatch({}, organiser))
  return cup
}

/** Opens a page at the cup's own time, as a returning visitor, with animations and carousels stopped. */
export async function openForPicture(page: Page, cup: TestCup, path: string, followed = '') {
  await page.clock.setFixedTime(cup.clock.now())
  await page.addInitScript((team) => {
    window.setInterval = (() => 0) as unknown as typeof window.setInterval
    sessionStorage.setItem('appModalSeen', 'yes')
    if (team) localStorage.setItem('followedTeam', team)
  }, followed)
  // The stream carries the cup's time.
  const stream = page.waitForResponse('**/events*')
  await page.goto(cup.url + path)
  await stream
  await page.waitForFunction(() => Object.keys(document.body).some((key) => key.startsWith('__react')))
  await page.evaluate(() => document.fonts.ready)
}

/** The teams of the first round from top to bottom. */
export async function drawnOrder({ app }: TestCup): Promise<string[]> {
  const { draw } = await app.publicView()
  const sides = draw?.rounds[0]?.matches.flatMap((match) => match.sides) ?? []
  return sides.filter((side) => draw?.teams[side])
}

async function nextMatch({ app }: TestCup): Promise<string> {
  const { draw } = await app.publicView()
  return (draw && queueOf(draw)[0]?.id) ?? ''
}
