import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { encode } from 'uqr'
import { expect, test } from 'vitest'
import { QrCode } from './qr-code.tsx'

const quiet = 4

/** The dark modules as the page draws them, without the quiet zone around them. */
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

test('the QR code on the bar’s screen is that of the address, upright and within its quiet zone', () => {
  const address = 'http://192.168.1.20:3000/draw'
  const code = drawn(address)
  expect(code).toEqual(encode(address, { ecc: 'M', border: 0 }).data)
  const finder = ['1111111', '1000001', '1011101', '1011101', '1011101', '1000001', '1111111']
  const corner = (top: number, left: number) =>
    code.slice(top, top + 7).map((row) =>
      row
        .slice(left, left + 7)
        .map(Number)
        .join(''),
    )
  const far = code.length - 7
  for (const [top, left] of [
    [0, 0],
    [0, far],
    [far, 0],
  ] as const)
    expect(corner(top, left)).toEqual(finder)
  // The dark module, beside the lower finder: a mirrored code has it elsewhere.
  expect(code[far - 1]?.[8]).toBe(true)
})
