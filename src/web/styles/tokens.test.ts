import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')

type Theme = 'light' | 'dark'

const tokens = new Map(
  [...css.matchAll(/--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);/g)].map(
    ([, name, light, dark]) => [name as string, { light: light as string, dark: dark as string }] as const,
  ),
)

// Names and times: 7:1. Other text: 4.5:1. Borders of controls and meaningful marks: 3:1.
const promises: readonly (readonly [text: string, ground: string, ratio: number])[] = [
  ...['ground', 'raised', 'sunken'].flatMap((ground) => [
    ['chalk', ground, 7] as const,
    ['ball', ground, ground === 'sunken' ? 4.5 : 7] as const,
    ['clay', ground, 4.5] as const,
    ['alert', ground, 4.5] as const,
    ['amber', ground, 4.5] as const,
    ['control', ground, 3] as const,
  ]),
  ['muted', 'ground', 7],
  ['muted', 'raised', 7],
  ['muted', 'sunken', 4.5],
  ['chalk', 'ball-wash', 7],
  ['muted', 'ball-wash', 4.5],
  ['ball', 'ball-wash', 4.5],
  ['chalk', 'alert-wash', 7],
  ['alert', 'alert-wash', 4.5],
  ['on-action', 'action', 7],
  ['action', 'ground', 3],
  ['action', 'ball-wash', 3],
  ['on-poster', 'poster', 7],
  ['poster-muted', 'poster', 7],
  ['poster-ball', 'poster', 7],
]

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  test.each(promises)('%s on %s has a contrast of %d at least', (text, ground, ratio) => {
    expect(contrast(colour(text, theme), colour(ground, theme))).toBeGreaterThanOrEqual(ratio)
  })
})

test('every colour of the theme is one of the tokens', () => {
  const used = [...css.matchAll(/--color-[\w-]+: var\(--([\w-]+)\)/g)].map(([, name]) => name as string)
  expect(used.filter((name) => !tokens.has(name))).toEqual([])
})

function colour(name: string, theme: Theme): string {
  const token = tokens.get(name)
  if (!token) throw new Error(`There is no colour called ${name}`)
  return token[theme]
}

function contrast(one: string, two: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(two)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
