import { beforeAll, expect, test } from 'vitest'
import { type OrganisedCup, organiser, startOrganisedCup } from '../support/organised-cup.ts'
import { watchLog } from '../support/watch-log.ts'

let cup: OrganisedCup
beforeAll(async () => {
  cup = await startOrganisedCup({ teams: 2, hasDraw: false })
})

async function picture(query = '') {
  const answer = await fetch(`${cup.url}/preview.png${query}`, { redirect: 'manual' })
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) }
}

test('a shared link has a picture of the current cup, in the size that messengers ask for', async () => {
  const { status, headers, bytes } = await picture('?v=1.7')
  expect([status, headers.get('content-type')]).toEqual([200, 'image/png'])
  expect(headers.get('cache-control')).toBe('public, no-cache')
  expect(bytes.subarray(0, 8)).toEqual(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630])
  expect(bytes.length).toBeLessThan(300_000)

  await cup.app.createDraw(organiser)
  const drawn = await picture()
  expect(drawn.bytes.equals(bytes)).toBe(false)
  await cup.app.setWinner({ matchId: (await cup.match(0, 0)).id, side: 1 }, organiser)
  const won = await picture()
  expect(won.bytes.equals(drawn.bytes)).toBe(false)
  // A change that the picture does not show gives the same bytes.
  await cup.app.changeSettings({ scheduleInterval: 20 }, organiser)
  expect((await picture()).bytes.equals(won.bytes)).toBe(true)
})

test('names are only text in the picture, whatever they contain', async () => {
  for (const editionTitle of ['<script>&"\'</script>', '🎾', 'נועה', 'W'.repeat(80)]) {
    await cup.app.changeSettings({ editionTitle }, organiser)
    expect(await picture(), editionTitle).toMatchObject({ status: 200 })
  }
})

test('if the picture cannot be made, a static one takes its place', async () => {
  watchLog(/The database is gone\./)
  const away = await startOrganisedCup({ isFresh: true, isUnread: true })
  const answer = await fetch(`${away.url}/preview.png`, { redirect: 'manual' })
  expect([answer.status, answer.headers.get('location')]).toEqual([302, '/social.png'])
})
