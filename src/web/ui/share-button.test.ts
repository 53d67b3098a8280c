import { expect, test } from 'vitest'
import { sharedAddress } from './share-button.tsx'

const site = 'http://192.168.0.7:3000'

test('a page opened at a loopback address shares the address for other devices', () => {
  const here = 'http://localhost:3000/draw?team=abc#main'
  expect(sharedAddress(here, undefined, site)).toBe(`${site}/draw?team=abc`)
  expect(sharedAddress(here, '/entry/secret', site)).toBe(`${site}/entry/secret`)
})

test('any other page shares the address at which it was opened', () => {
  expect(sharedAddress('https://cup.example/draw', undefined, site)).toBe('https://cup.example/draw')
  expect(sharedAddress('https://cup.example/', '/draw?team=abc', site)).toBe(
    'https://cup.example/draw?team=abc',
  )
  expect(sharedAddress('http://localhost/draw', undefined, undefined)).toBe('http://localhost/draw')
})
