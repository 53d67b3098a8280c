import { describe, expect, test } from 'vitest'
import type { CupView } from '../../src/domain/cup.ts'
import { defaultSettings } from '../../src/domain/settings/settings.ts'
import { canonicalPage } from '../../src/server/http/canonical-page.ts'
import { publicPages } from '../../src/web/public-pages.ts'
import { drawOf } from '../support/draws.ts'
import { firstEditions } from '../support/first-editions.ts'

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

describe('the address a public page is kept under', () => {
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
    ['/past-tournaments/9/9', undefined],
    ['/rules/9', undefined],
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
    ['/nothing-here', undefined],
    ['/constructor', undefined],
    ['/draw/', undefined],
  ]
  test.each(cases)('%s is %s', (asked, kept) => {
    expect(canonicalPage(publicPages(), asked, view)).toBe(kept)
  })
})

test('while nobody knows the cup, the page itself judges what it is asked', () => {
  expect(canonicalPage(publicPages(), '/draw?team=ann&x=1', undefined)).toBe('/draw?team=ann')
  expect(canonicalPage(publicPages(), '/past-tournaments/7', undefined)).toBe('/past-tournaments/7')
})
