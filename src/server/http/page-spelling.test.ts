import { describe, expect, test } from 'vitest'
import { pageSpelling } from './page-spelling.ts'

const pages = ['/', '/draw', '/draw/how', '/admin/teams', '/entry/:token']

describe('the spelling of an address', () => {
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
    expect(pageSpelling(pages, asked)).toBe(spelled)
  })
})
