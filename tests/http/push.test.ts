import { beforeAll, describe, expect, test } from 'vitest'
import { readPushKeys } from '../../src/server/storage/push-rows.ts'
import { type OrganisedCup, startOrganisedCup } from '../support/organised-cup.ts'
import { type PushService, startPushService } from '../support/push-service.ts'
import { watchLog } from '../support/watch-log.ts'

let cup: OrganisedCup
let service: PushService
beforeAll(async () => {
  service = await startPushService(() => cup.clock.now())
  const { isPushService } = service
  cup = await startOrganisedCup({ teams: 3, isPushService })
})

async function key(): Promise<string> {
  return (await (await fetch(`${cup.url}/push.json`)).json()).key
}

async function aPhone() {
  const { subscription } = await service.phone(await key())
  const team = (await cup.view()).entries[0]?.id ?? ''
  return { intent: 'follow', team, ...subscription }
}

describe('/push.json', () => {
  test('returns the same public key each time, and is not cached', async () => {
    expect(Buffer.from(await key(), 'base64url')).toHaveLength(65)
    expect(await key()).toBe(await key())
    const { headers } = await fetch(`${cup.url}/push.json`)
    expect(headers.get('cache-control')).toContain('no-store')
  })

  test('accepts a subscription of a known push service, and deletes it', async () => {
    const phone = await aPhone()
    const taken = await cup.post('/push.json', phone)
    expect([taken.status, await taken.json()]).toEqual([200, {}])
    const gone = await cup.post('/push.json', { intent: 'unfollow', endpoint: phone.endpoint })
    expect([gone.status, await gone.json()]).toEqual([200, {}])
  })

  test.each([
    [
      'another address',
      { endpoint: 'https://cup.example.org/push' },
      422,
      'The cup does not support the push service of this browser. Keep this page open: it notifies you too.',
    ],
    ['a team that is not there', { team: 'nobody' }, 404, 'That team is no longer on the list.'],
    [
      'no keys',
      { p256dh: '' },
      422,
      'The page sent something the cup does not recognise. Please reload the page and try again.',
    ],
  ])('refuses %s with a sentence', async (_what, wrong, status, error) => {
    const answer = await cup.post('/push.json', { ...(await aPhone()), ...wrong })
    expect([answer.status, await answer.json()]).toEqual([status, { error }])
  })

  test('says so when the storage fails', async () => {
    const logged = watchLog(/The database is gone\./)
    cup.storageIs('fails')
    const answer = await fetch(`${cup.url}/push.json`)
    cup.storageIs('works')
    expect(answer.status).toBe(503)
    expect(await answer.json()).toEqual({ error: 'Failed to turn notifications on. Please try again.' })
    expect(logged).toHaveLength(1)
  })
})

test('the private key and the subscriptions are in no page, data or journal, not even for organisers', async () => {
  const phone = await aPhone()
  expect((await cup.post('/push.json', phone)).status).toBe(200)
  const secret = (await cup.storage.read(readPushKeys))?.d ?? 'no key'
  const texts = [JSON.stringify(await cup.view())]
  for (const path of [
    '/',
    '/draw',
    '/draw.json',
    '/push.json',
    '/admin',
    '/admin/teams',
    '/admin/journal',
    '/admin/settings',
  ])
    texts.push((await cup.page(path)).html)
  for (const text of texts) {
    expect(text).not.toContain(secret)
    expect(text).not.toContain(phone.endpoint)
    expect(text).not.toContain(phone.auth)
  }
})
