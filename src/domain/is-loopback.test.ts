import { expect, test } from 'vitest'
import { isLoopback } from './is-loopback.ts'

test.each([
  ['http://localhost', true],
  ['http://localhost:3000', true],
  ['https://cup.localhost:3000/', true],
  ['http://127.0.0.1:3000', true],
  ['http://[::1]:3000', true],
  ['http://192.168.1.2:3000', false],
  ['https://localhost.example.org', false],
  ['https://cup.example.org', false],
])('%s leads a machine to itself: %s', (site, is) => {
  expect(isLoopback(site)).toBe(is)
})
