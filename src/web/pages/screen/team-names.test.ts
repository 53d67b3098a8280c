import { expect, test } from 'vitest'
import { nameWidths, widthOf } from './team-names.tsx'

test('the width of a text is the sum of its letters, and at least 1 em', () => {
  expect(widthOf('')).toBe(1)
  expect(widthOf('mm')).toBeGreaterThan(widthOf('ii'))
  expect(widthOf('Anna Berg, Ben')).toBeGreaterThan(widthOf('Anna Berg'))
  expect(widthOf('é'.normalize('NFD')), 'an accent takes no room').toBe(widthOf('é'))
  expect(widthOf('愛愛'), 'unknown letters count as wide ones').toBeGreaterThan(2)
})

test('a name is measured as a whole, and by its widest word', () => {
  expect(nameWidths('Al Featherstonehaugh-Li')).toEqual({
    '--ems': widthOf('Al Featherstonehaugh-Li'),
    '--word-ems': widthOf('Featherstonehaugh'),
  })
})
