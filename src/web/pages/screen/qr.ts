/** A QR code as rows of modules, true for dark: byte mode, error correction level M, versions 1 to 6 (ISO/IEC 18004). */
export type QrCode = readonly (readonly boolean[])[]

type Version = {
  /** Error correction codewords of each block. */
  readonly ecc: number
  readonly blocks: number
  /** Data codewords of each block. */
  readonly data: number
  /** The centre of the alignment pattern at the lower right; the first version has none. */
  readonly alignment: number | undefined
}

const versions: readonly Version[] = [
  { ecc: 10, blocks: 1, data: 16, alignment: undefined },
  { ecc: 16, blocks: 1, data: 28, alignment: 18 },
  { ecc: 26, blocks: 1, data: 44, alignment: 22 },
  { ecc: 18, blocks: 2, data: 32, alignment: 26 },
  { ecc: 24, blocks: 2, data: 43, alignment: 30 },
  { ecc: 16, blocks: 4, data: 27, alignment: 34 },
]

/** Undefined for a text too long for version 6: 106 bytes. */
export function qrCode(text: string): QrCode | undefined {
  const bytes = [...new TextEncoder().encode(text)]
  // Mode and length take 12 bits, which leaves two codewords less than there are.
  const index = versions.findIndex(({ blocks, data }) => bytes.length <= blocks * data - 2)
  const version = versions[index]
  if (!version) return undefined
  const size = 21 + index * 4
  const codewords = interleave(dataCodewords(bytes, version), version)
  const isFixed = fixedModules(size, version.alignment)
  const candidates = masks.map((_, mask) => draw(size, version, codewords, isFixed, mask))
  return candidates.reduce((best, next) => (penalty(next) < penalty(best) ? next : best))
}

/** The code's dark modules as one SVG path, each module one unit, from 0 0. */
export function qrPath(code: QrCode): string {
  return code.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
}

function dataCodewords(bytes: readonly number[], { blocks, data }: Version): number[] {
  const bits = [...toBits(0b0100, 4), ...toBits(bytes.length, 8), ...bytes.flatMap((byte) => toBits(byte, 8))]
  const capacity = blocks * data * 8
  bits.push(...Array<number>(Math.min(4, capacity - bits.length)).fill(0))
  while (bits.length % 8 !== 0) bits.push(0)
  const codewords: number[] = []
  for (let at = 0; at < bits.length; at += 8) codewords.push(fromBits(bits.slice(at, at + 8)))
  for (let pad = 0; codewords.length < blocks * data; pad += 1) codewords.push(pad % 2 === 0 ? 0xec : 0x11)
  return codewords
}

function interleave(codewords: readonly number[], { blocks, data, ecc }: Version): number[] {
  const dataBlocks = Array.from({ length: blocks }, (_, block) =>
    codewords.slice(block * data, (block + 1) * data),
  )
  const eccBlocks = dataBlocks.map((block) => errorCorrection(block, ecc))
  const columns = (rows: readonly (readonly number[])[], length: number) =>
    Array.from({ length }, (_, column) => rows.map((row) => row[column] ?? 0)).flat()
  return [...columns(dataBlocks, data), ...columns(eccBlocks, ecc)]
}

/** The remainder of the data divided by the generator polynomial over GF(256). */
export function errorCorrection(block: readonly number[], count: number): number[] {
  let generator = [1]
  for (let power = 0; power < count; power += 1) {
    const next = [...generator, 0]
    for (const [at, factor] of generator.entries())
      next[at + 1] = (next[at + 1] ?? 0) ^ multiply(factor, antilog(power))
    generator = next
  }
  const rest = [...block, ...Array<number>(count).fill(0)]
  for (let at = 0; at < block.length; at += 1) {
    const lead = rest[at] ?? 0
    for (const [offset, factor] of generator.entries())
      rest[at + offset] = (rest[at + offset] ?? 0) ^ multiply(factor, lead)
  }
  return rest.slice(block.length)
}

function multiply(a: number, b: number): number {
  let product = 0
  for (let bit = 7; bit >= 0; bit -= 1) {
    product = (product << 1) ^ (product >> 7 ? 0x11d : 0)
    if ((b >> bit) & 1) product ^= a
  }
  return product
}

function antilog(power: number): number {
  let value = 1
  for (let step = 0; step < power; step += 1) value = multiply(value, 2)
  return value
}

/** Modules that carry no data: finders and their frames, timing, alignment, format. */
function fixedModules(size: number, alignment: number | undefined): boolean[][] {
  return Array.from({ length: size }, (_, y) =>
    Array.from({ length: size }, (_, x) => {
      const isFinder = (x < 9 && y < 9) || (x >= size - 8 && y < 9) || (x < 9 && y >= size - 8)
      const isAlignment =
        alignment !== undefined && Math.abs(x - alignment) <= 2 && Math.abs(y - alignment) <= 2
      return isFinder || x === 6 || y === 6 || isAlignment
    }),
  )
}

const masks: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(y / 2) + Math.floor(x / 3)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
]

function draw(
  size: number,
  { alignment }: Version,
  codewords: readonly number[],
  isFixed: readonly (readonly boolean[])[],
  mask: number,
): boolean[][] {
  const code = Array.from({ length: size }, () => Array<boolean>(size).fill(false))
  const set = (x: number, y: number, isDark: boolean) => {
    const row = code[y]
    if (row && x >= 0 && x < size) row[x] = isDark
  }
  for (let at = 8; at < size - 8; at += 1) {
    set(at, 6, at % 2 === 0)
    set(6, at, at % 2 === 0)
  }
  for (const [left, top] of [
    [0, 0],
    [size - 7, 0],
    [0, size - 7],
  ] as const) {
    for (let y = 0; y < 7; y += 1) {
      for (let x = 0; x < 7; x += 1) {
        const ring = Math.max(Math.abs(x - 3), Math.abs(y - 3))
        set(left + x, top + y, ring !== 2)
      }
    }
  }
  if (alignment !== undefined) {
    for (let y = -2; y <= 2; y += 1) {
      for (let x = -2; x <= 2; x += 1)
        set(alignment + x, alignment + y, Math.max(Math.abs(x), Math.abs(y)) !== 1)
    }
  }
  drawFormat(size, mask, set)

  const bits = codewords.flatMap((codeword) => toBits(codeword, 8))
  const isMasked = masks[mask]
  for (const { x, y } of dataPath(size)) {
    if (isFixed[y]?.[x]) continue
    const bit = bits.shift() ?? 0
    set(x, y, (bit === 1) !== (isMasked?.(x, y) ?? false))
  }
  return code
}

/** Two columns at a time from the right, up and down in turn, leaving out the column of the timing pattern. */
function* dataPath(size: number): Generator<{ x: number; y: number }> {
  let isUpward = true
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right = 5
    for (let step = 0; step < size; step += 1) {
      const y = isUpward ? size - 1 - step : step
      yield { x: right, y }
      yield { x: right - 1, y }
    }
    isUpward = !isUpward
  }
}

/** The level and the mask, with their own error correction, twice. */
function drawFormat(size: number, mask: number, set: (x: number, y: number, isDark: boolean) => void) {
  const data = (0b00 << 3) | mask
  let rest = data
  for (let step = 0; step < 10; step += 1) rest = (rest << 1) ^ (rest >> 9 ? 0x537 : 0)
  const bits = ((data << 10) | rest) ^ 0x5412
  const isDark = (bit: number) => ((bits >> bit) & 1) === 1

  for (let bit = 0; bit <= 5; bit += 1) set(8, bit, isDark(bit))
  set(8, 7, isDark(6))
  set(8, 8, isDark(7))
  set(7, 8, isDark(8))
  for (let bit = 9; bit < 15; bit += 1) set(14 - bit, 8, isDark(bit))

  for (let bit = 0; bit < 8; bit += 1) set(size - 1 - bit, 8, isDark(bit))
  for (let bit = 8; bit < 15; bit += 1) set(8, size - 15 + bit, isDark(bit))
  set(8, size - 8, true)
}

/** The four rules of the standard for how hard a pattern is to read. */
function penalty(code: QrCode): number {
  const size = code.length
  const columns = code.map((_, x) => code.map((row) => row[x] ?? false))
  const lines = [...code, ...columns]
  const runs = lines.reduce((sum, line) => sum + runPenalty(line), 0)
  const finders = lines.reduce((sum, line) => {
    const text = line.map((isDark) => (isDark ? '1' : '0')).join('')
    return sum + [...text.matchAll(/(?=00001011101|10111010000)/g)].length * 40
  }, 0)
  let blocks = 0
  let dark = 0
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      const module = code[y]?.[x]
      if (module) dark += 1
      const isBlock =
        module === code[y]?.[x + 1] && module === code[y + 1]?.[x] && module === code[y + 1]?.[x + 1]
      if (isBlock) blocks += 3
    }
  }
  const share = (dark * 100) / (size * size)
  return runs + finders + blocks + Math.floor(Math.abs(share - 50) / 5) * 10
}

function runPenalty(line: readonly boolean[]): number {
  let sum = 0
  let length = 0
  for (const [at, module] of line.entries()) {
    length = at > 0 && module === line[at - 1] ? length + 1 : 1
    if (length === 5) sum += 3
    if (length > 5) sum += 1
  }
  return sum
}

function toBits(value: number, count: number): number[] {
  return Array.from({ length: count }, (_, bit) => (value >> (count - 1 - bit)) & 1)
}

function fromBits(bits: readonly number[]): number {
  return bits.reduce((value, bit) => value * 2 + bit, 0)
}
