import { Agent, get } from 'node:http'
import { expect, test } from 'vitest'
import { refusals } from '../../src/domain/refusals.ts'
import { paths } from '../../src/web/paths.ts'
import { organiser, registerForToken, startOrganisedCup, textOf } from '../support/organised-cup.ts'

const connections = 60

/** Each connection asks for the next made-up link as soon as the last one is answered. */
function floodWithWrongLinks(url: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  let asked = 0
  const ask = () => {
    asked += 1
    const request = get(`${url}/entry/bogus${asked}`, { agent }, (answer) => answer.resume().on('end', ask))
    request.on('error', () => {})
  }
  for (let connection = 0; connection < connections; connection += 1) ask()
  return { asked: () => asked, stop: () => agent.destroy() }
}

test('60 connections that ask for made-up links keep no team from its own, its draw and its calendar', async () => {
  const cup = await startOrganisedCup({ teams: 8 })
  const link = paths.entry(await registerForToken(cup, 9))
  const [team = ''] = Object.keys((await cup.draw()).teams)
  const flood = floodWithWrongLinks(cup.url)
  await expect.poll(flood.asked).toBeGreaterThan(connections)
  for (let turn = 0; turn < 5; turn += 1) {
    for (const path of [link, `/draw?team=${team}`, `/schedule.ics?team=${team}`]) {
      const answer = await fetch(cup.url + path)
      expect([path, answer.status]).toEqual([path, 200])
      await answer.text()
    }
    // A revision drops every kept page.
    await cup.app.changeSettings({ editionTitle: `Cup ${turn}` }, organiser)
  }
  flood.stop()
  await cup.stop()
})

test('all wrong links are answered with one kept page', async () => {
  const cup = await startOrganisedCup()
  const texts = new Set<string>()
  for (const path of ['/entry/bogus1', '/entry/bogus2', `/entry/${'x'.repeat(22)}`]) {
    const { status, html } = await cup.open(path)
    expect(status).toBe(404)
    texts.add(html)
  }
  expect([...texts].map(textOf)).toEqual([expect.stringContaining(refusals['no-such-link'].sentence)])
  await cup.stop()
})
