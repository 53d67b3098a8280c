import { expect, test } from 'vitest'
import { previewSvg } from './preview.ts'

const settings = { presenter: '', editionTitle: 'The Cup N11', editionSeason: '', editionTheme: '' }
const linesOf = (line: string) =>
  [...previewSvg(settings, { heading: 'Champions', line }).matchAll(/<text [^>]*>([^<]*)<\/text>/g)].map(
    ([, words]) => words,
  )

test.each([
  ['Zoë, Łukasz', ['CHAMPIONS', 'Zoë, Łukasz']],
  ['Kiki 🎾 Tran, Bo', ['CHAMPIONS', 'Kiki Tran, Bo']],
  ['ליאור כהן, נועה ברק', ['CHAMPIONS']],
  ['Ελένη, Tom', ['CHAMPIONS', 'Tom']],
])('of %s the picture says what its font has letters for', (names, said) => {
  expect(linesOf(names)).toEqual(said)
})
