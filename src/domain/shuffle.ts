/** Draws lots: every order is equally likely, and the same seed always draws the same order, so anyone can replay it. */
export function shuffle<Item>(items: readonly Item[], seed: string): Item[] {
  const random = randomFrom(seed)
  const drawn = [...items]
  for (let last = drawn.length - 1; last > 0; last -= 1) {
    const pick = below(last + 1, random)
    const item = drawn[pick] as Item
    drawn[pick] = drawn[last] as Item
    drawn[last] = item
  }
  return drawn
}

/** A whole number from 0 up to the limit. Numbers that would favour the low ones are drawn again. */
function below(limit: number, random: () => number): number {
  const fair = 2 ** 32 - (2 ** 32 % limit)
  let drawn = random()
  while (drawn >= fair) drawn = random()
  return drawn % limit
}

/** sfc32, a small generator of good quality with 128 bits of state: 32 random bits a call. */
function randomFrom(seed: string): () => number {
  let [a, b, c, counter] = hash128(seed)
  const next = () => {
    const mixed = (a + b + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + mixed
    c |= 0
    return mixed >>> 0
  }
  // The first outputs still resemble the seed.
  for (let round = 0; round < 16; round += 1) next()
  return next
}

/** Spreads a text over 128 bits: four multiplicative hashes that feed each other. */
function hash128(text: string): [number, number, number, number] {
  let [one, two, three, four] = [1779033703, 3144134277, 1013904242, 2773480762]
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    one = two ^ Math.imul(one ^ code, 597399067)
    two = three ^ Math.imul(two ^ code, 2869860233)
    three = four ^ Math.imul(three ^ code, 951274213)
    four = one ^ Math.imul(four ^ code, 2716044179)
  }
  one = Math.imul(three ^ (one >>> 18), 597399067)
  two = Math.imul(four ^ (two >>> 22), 2869860233)
  three = Math.imul(one ^ (three >>> 17), 951274213)
  four = Math.imul(two ^ (four >>> 19), 2716044179)
  return [one ^ two ^ three ^ four, two ^ one, three ^ one, four ^ one]
}
