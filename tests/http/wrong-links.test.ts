import { Agent, get } from 'node:http'
import { expect, test } from 'vitest'
import { refusals } from '../../src/domain/refusals.ts'
import { paths } from '../../src/web/paths.ts'
import { atTestEnd } from '../support/at-test-end.ts'
import { organiser, registerForToken, startOrganisedCup, textOf } from '../support/organised-cup.ts'

const connections = 60

/** Each connection requests the next made-up link as soon as the last one is answered, until the test ends. */
function floodWithWrongLinks(url: string) {
  let [asked, isOver] = [0, false]
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const options = { agent, headers: { 'accept-encoding': 'br' } }
  const askOnce = () =>
    new Promise<void>((resolve, reject) => {
      asked += 1
      const request = get(`${url}/entry/bogus${asked}`, options, (answer) =>
        answer.resume().on('end', resolve),
      )
      request.on('error', reject)
    })
  const askAgainAndAgain = async () => {
    while (!isOver) await askOnce()
  }
  const all = Promise.all(Array.from({ length: connections }, askAgainAndAgain))
  atTestEnd(async () => {
    isOver = true
    await all
    agent.destroy()
  })
  return { asked: () => asked }
}

test("60 connections that request made-up links delay no team's own page, draw or calendar", async () => {
  const cup = await startOrganisedCup({ teams: 8 })
  const link = paths.entry(await registerForToken(cup, 9))
  const [team = ''] = Object.keys((await cup.draw()).teams)
  const flood = floodWithWrongLinks(cup.url)
  await expect.poll(flood.asked).toBeGreaterThan(connections)
  for (let turn = 0; turn < 3; turn += 1) {
    for (const path of [link, `/draw?team=${team}`, `/schedule.ics?team=${team}`]) {
      const answer = await fetch(cup.url + path)
      expect([path, answer.status]).toEqual([path, 200])
      await answer.text()
    }
    // Every revision drops the cached pages.
    await cup.app.changeSettings({ editionTitle: `Cup ${turn}` }, organiser)
  }
})

test('all wrong links are answered with one cached page', async () => {
  const cup = await startOrganisedCup()
  const texts = new Set<string>()
  for (const path of ['/entry/bogus1', '/entry/bogus2', `/entry/${'x'.repeat(22)}`]) {
    const { status, html } = await cup.open(path)
    expect(status).toBe(404)
    texts.add(html)
  }
  expect([...texts].map(textOf)).toEqual([expect.stringContaining(refusals['no-such-link'].sentence)])
})
