import { expect, test } from 'vitest'
import { isMadeByOpening, whoMakesDraw } from './draw-creation.ts'

test.each([
  ['anyone', 'closed', true, 'Anyone who opens the draw page makes the draw now.'],
  ['anyone', 'open', false, 'Anyone can make the draw now, with the button on the draw page.'],
  ['admin', 'closed', false, 'Only organisers can make the draw.'],
  ['admin', 'open', false, 'Only organisers can make the draw.'],
] as const)(
  'made by %s, registration %s: by opening the page %s',
  (drawCreation, registration, isMade, words) => {
    expect(isMadeByOpening({ drawCreation, registration })).toBe(isMade)
    expect(whoMakesDraw({ drawCreation, registration })).toBe(words)
  },
)
