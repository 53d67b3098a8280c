import { describe, expect, test } from 'vitest'
import type { CupView } from '../../src/domain/cup.ts'
import { defaultSettings } from '../../src/domain/settings/settings.ts'
import { createPageAddresses } from '../../src/server/http/page-address.ts'
import { pageRows } from '../../src/web/public-pages.ts'
import { drawOf } from '../support/draws.ts'
import { firstEditions } from '../support/first-editions.ts'

const pageAddress = createPageAddresses(pageRows)
const draw = drawOf(['ann', 'bob', 'cid', 'dan'])
const view: CupView = {
  epoch: 1,
  revision: 1,
  settings: defaultSettings,
  entries: [],
  editions: firstEditions,
  pastDraws: [9],
  drawStatus: 'active',
  draw: { ...draw, teams: { ann: { name: 'Ann', players: [] } } },
}

describe('the cache key of a public page', () => {
  const cases: readonly [asked: string, kept: string | undefined][] = [
    ['/', '/'],
    ['/draw', '/draw'],
    ['/draw?utm_source=chat&fbclid=123', '/draw'],
    ['/past-tournaments?edition=11', '/past-tournaments?edition=11'],
    ['/past-tournaments?x=1&edition=11&edition=12', '/past-tournaments?edition=11'],
    [`/past-tournaments?edition=${'1'.repeat(100)}`, '/past-tournaments'],
    ['/past-tournaments/11', '/past-tournaments/11'],
    ['/past-tournaments/9?x=1', '/past-tournaments/9'],
    ['/past-tournaments/9.data?_routes=pastTournaments', '/past-tournaments/9.data?_routes=pastTournaments'],
    ['/past-tournaments/9?edition=11', '/past-tournaments/9'],
    ['/past-tournaments/10', undefined],
    ['/past-tournaments/09', undefined],
    ['/past-tournaments/made-up', undefined],
    ['/past-tournaments/', undefined],
    ['/past-tournaments/9/9', '/not-found'],
    ['/rules/9', '/not-found'],
    ['/_.data', '/_.data'],
    ['/draw.data?_routes=root', '/draw.data?_routes=root'],
    ['/draw?_routes=root', '/draw'],
    ['/draw.data?_routes=root%2Cdraw', '/draw.data?_routes=root%2Cdraw'],
    ['/_.data?_routes=home', '/_.data?_routes=home'],
    ['/draw.data?_routes=made-up', '/draw.data'],
    ['/draw.data?_routes=rules', '/draw.data'],
    ['/draw.data?_routes=root%2Croot%2Croot', '/draw.data'],
    [`/draw?match=${draw.rounds[0]?.matches[1]?.id}`, `/draw?match=${draw.rounds[0]?.matches[1]?.id}`],
    ['/draw?match=2-made-up', '/draw'],
    ['/draw?match=0.1', '/draw?match=0.1'],
    ['/draw?match=0.2', '/draw'],
    ['/draw?match=00.1', '/draw'],
    ['/draw?match=0.length', '/draw'],
    ['/draw?team=ann', '/draw?team=ann'],
    ['/draw?team=made-up', '/draw'],
    ['/draw?team=constructor', '/draw'],
    ['/register?done=waiting', '/register?done=waiting'],
    ['/register?done=made-up', '/register'],
    ['/past-tournaments?edition=9&match=0.3', '/past-tournaments?edition=9&match=0.3'],
    ['/past-tournaments/9?match=0.3', '/past-tournaments/9?match=0.3'],
    ['/past-tournaments/9?match=made-up', '/past-tournaments/9'],
    ['/past-tournaments?match=0.3', '/past-tournaments'],
    ['/admin', undefined],
    ['/admin/teams.data', undefined],
    ['/nothing-here', '/not-found'],
    ['/nothing-here.data?_routes=root', '/not-found.data'],
    ['/constructor', '/not-found'],
    ['/draw/', undefined],
  ]
  test.each(cases)('%s is %s', (asked, kept) => {
    expect(pageAddress(asked, view).shared).toBe(kept)
  })
})

test('before the cup is loaded, the page itself judges its parameters', () => {
  expect(pageAddress('/draw?team=ann&x=1', undefined).shared).toBe('/draw?team=ann')
  expect(pageAddress('/past-tournaments/7', undefined).shared).toBe('/past-tournaments/7')
})

describe('the canonical spelling of an address', () => {
  const cases: readonly [asked: string, spelled: string | undefined][] = [
    ['/', '/'],
    ['/_.data', '/_.data'],
    ['/.data', '/_.data'],
    ['/draw', '/draw'],
    ['/DRAW', '/draw'],
    ['/Draw/', '/draw'],
    ['/draw//how', '/draw/how'],
    ['/dr%61w', '/draw'],
    ['/draw.data', '/draw.data'],
    ['/DRAW.data', '/draw.data'],
    ['/Admin/Teams', '/admin/teams'],
    ['/Entry/aBc-D', '/entry/aBc-D'],
    ['/entry', undefined],
    ['/entry/a/b', undefined],
    ['/draw/made-up', undefined],
    ['/made-up.data', undefined],
    ['/draw.DATA', undefined],
    ['/draw%2Fhow', undefined],
    ['/*', undefined],
  ]
  test.each(cases)('%s is %s', (asked, spelled) => {
    const { exists, redirect } = pageAddress(asked, view)
    expect(exists ? (redirect ?? asked) : undefined).toBe(spelled)
  })
})

test('all wrong team links share one cache key for each reason', () => {
  const wrong = (asked: string) => pageAddress(asked, view).secret?.sharedFor('no-such-link')
  expect(pageAddress('/entry/aBc-D?x=1', view)).toMatchObject({ exists: true, secret: { token: 'aBc-D' } })
  expect(pageAddress('/entry/aBc-D', view).shared).toBeUndefined()
  expect(wrong('/entry/aBc-D?x=1')).toBe('/entry/no-such-link')
  expect(wrong('/entry/aBc-D?done=withdraw')).toBe('/entry/no-such-link?done=withdraw')
  expect(wrong('/entry/aBc-D?done=made-up')).toBe('/entry/no-such-link')
  expect(wrong('/entry/aBc-D.data?_routes=entry')).toBe('/entry/no-such-link.data?_routes=entry')
})
