import { expect, test } from 'vitest'
import { nameWidths, widthOf } from './team-names.tsx'

test('a text is as wide as its letters together, and never without any width', () => {
  expect(widthOf('')).toBe(1)
  expect(widthOf('mm')).toBeGreaterThan(widthOf('ii'))
  expect(widthOf('Anna Berg, Ben')).toBeGreaterThan(widthOf('Anna Berg'))
  expect(widthOf('é'.normalize('NFD')), 'an accent takes no room').toBe(widthOf('é'))
  expect(widthOf('愛愛'), 'letters we know nothing of count as wide ones').toBeGreaterThan(2)
})

test('a name says how wide it is, and its widest word', () => {
  expect(nameWidths('Al Featherstonehaugh-Li')).toEqual({
    '--ems': widthOf('Al Featherstonehaugh-Li'),
    '--word-ems': widthOf('Featherstonehaugh'),
  })
})
