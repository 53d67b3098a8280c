import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { QrCode } from './qr-code.tsx'

/** The dark modules as the page draws them, without the quiet around them. */
function drawn(text: string): boolean[][] {
  const svg = renderToStaticMarkup(createElement(QrCode, { text, label: 'QR code' }))
  const size = Number(/viewBox="0 0 (\d+) /.exec(svg)?.[1]) - quiet * 2
  const dark = new Set([...svg.matchAll(/M(\d+) (\d+)h1v1h-1z/g)].map(([, x, y]) => `${x} ${y}`))
  const code = Array.from({ length: size }, (_, row) =>
    Array.from({ length: size }, (_, column) => dark.delete(`${column + quiet} ${row + quiet}`)),
  )
  expect(dark.size, 'modules drawn in the quiet zone').toBe(0)
  return code
}

const quiet = 4

// A reader of its own, written from the standard's side: it knows nothing of how the code was drawn.
const exponents: number[] = []
const logarithms: number[] = []
for (let power = 0, value = 1; power < 255; power += 1) {
  exponents[power] = value
  logarithms[value] = power
  value = value * 2 > 255 ? (value * 2) ^ 0x11d : value * 2
}

const formats = [
  0b101010000010010, 0b101000100100101, 0b101111001111100, 0b101101101001011, 0b100010111111001,
  0b100000011001110, 0b100111110010111, 0b100101010100000,
]

const blockTable: Record<number, { blocks: number; data: number; ecc: number }> = {
  21: { blocks: 1, data: 16, ecc: 10 },
  25: { blocks: 1, data: 28, ecc: 16 },
  29: { blocks: 1, data: 44, ecc: 26 },
  33: { blocks: 2, data: 32, ecc: 18 },
  37: { blocks: 2, data: 43, ecc: 24 },
  41: { blocks: 4, data: 27, ecc: 16 },
}

function read(code: boolean[][]): string {
  const size = code.length
  const at = (row: number, column: number) => (code[row]?.[column] ? 1 : 0)
  const formatCells = [
    [8, 0],
    [8, 1],
    [8, 2],
    [8, 3],
    [8, 4],
    [8, 5],
    [8, 7],
    [8, 8],
    [7, 8],
    [5, 8],
    [4, 8],
    [3, 8],
    [2, 8],
    [1, 8],
    [0, 8],
  ] as const
  const format = formatCells.reduce((value, [row, column]) => value * 2 + at(row, column), 0)
  const mask = formats.indexOf(format)
  expect(mask).toBeGreaterThanOrEqual(0)
  const copyCells = [
    ...Array.from({ length: 7 }, (_, step) => [size - 1 - step, 8] as const),
    ...Array.from({ length: 8 }, (_, step) => [8, size - 8 + step] as const),
  ]
  expect(copyCells.reduce((value, [row, column]) => value * 2 + at(row, column), 0)).toBe(format)

  const flips = (i: number, j: number) =>
    [
      (i + j) % 2,
      i % 2,
      j % 3,
      (i + j) % 3,
      (Math.trunc(i / 2) + Math.trunc(j / 3)) % 2,
      ((i * j) % 2) + ((i * j) % 3),
      (((i * j) % 2) + ((i * j) % 3)) % 2,
      (((i + j) % 2) + ((i * j) % 3)) % 2,
    ][mask] === 0
  const middle = size - 7
  const reserved = (i: number, j: number) =>
    i === 6 ||
    j === 6 ||
    (i <= 8 && (j <= 8 || j >= size - 8)) ||
    (j <= 8 && i >= size - 8) ||
    (size > 21 && Math.abs(i - middle) <= 2 && Math.abs(j - middle) <= 2)
  const bits: number[] = []
  let up = true
  for (const column of Array.from({ length: (size - 1) / 2 }, (_, pair) => size - 1 - pair * 2).map((c) =>
    c <= 6 ? c - 1 : c,
  )) {
    for (let step = 0; step < size; step += 1) {
      const row = up ? size - 1 - step : step
      for (const j of [column, column - 1])
        if (!reserved(row, j)) bits.push(at(row, j) ^ (flips(row, j) ? 1 : 0))
    }
    up = !up
  }
  const table = blockTable[size]
  if (!table) throw new Error(`no version has ${size} modules`)
  const { blocks, data, ecc } = table
  const words = Array.from({ length: blocks * (data + ecc) }, (_, word) =>
    bits.slice(word * 8, word * 8 + 8).reduce((value, bit) => value * 2 + bit, 0),
  )
  const message: number[] = []
  for (let block = 0; block < blocks; block += 1) {
    const own = words.filter((_, word) => word % blocks === block)
    // A block without errors is a multiple of the generator: every syndrome is zero.
    for (let power = 0; power < ecc; power += 1) {
      const syndrome = own.reduce((sum, word) => {
        const scaled = sum === 0 ? 0 : (exponents[((logarithms[sum] ?? 0) + power) % 255] ?? 0)
        return scaled ^ word
      }, 0)
      expect(syndrome).toBe(0)
    }
    message.push(...own.slice(0, data))
  }
  const stream = message.flatMap((word) => Array.from({ length: 8 }, (_, bit) => (word >> (7 - bit)) & 1))
  const number = (from: number, count: number) =>
    stream.slice(from, from + count).reduce((value, bit) => value * 2 + bit, 0)
  expect(number(0, 4)).toBe(4)
  const length = number(4, 8)
  return new TextDecoder().decode(
    new Uint8Array(Array.from({ length }, (_, byte) => number(12 + byte * 8, 8))),
  )
}

describe('the QR code on the bar’s screen', () => {
  test('leads to the site: an independent reader finds the address in it', () => {
    expect(read(drawn('http://192.168.1.20:3000/draw'))).toBe('http://192.168.1.20:3000/draw')
  })

  test('has a finder in three corners, a timing line and the dark module', () => {
    const code = drawn('https://example.com/draw')
    const size = code.length
    const finder = ['1111111', '1000001', '1011101', '1011101', '1011101', '1000001', '1111111']
    const text = (top: number, left: number) =>
      finder.map((_, row) =>
        Array.from({ length: 7 }, (_, column) => (code[top + row]?.[left + column] ? '1' : '0')).join(''),
      )
    expect(text(0, 0)).toEqual(finder)
    expect(text(0, size - 7)).toEqual(finder)
    expect(text(size - 7, 0)).toEqual(finder)
    expect(code[size - 8]?.[8]).toBe(true)
    for (let at = 8; at < size - 8; at += 1) expect(code[6]?.[at]).toBe(at % 2 === 0)
  })
})
