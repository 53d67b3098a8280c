import { expect, test } from 'vitest'
import { defaultSettings } from '../../domain/settings/settings.ts'
import { previewSvg } from './preview.ts'

const settings = { ...defaultSettings, presenter: '', editionSeason: '' }
const linesOf = (line: string) =>
  [...previewSvg(settings, { heading: 'Champions', line }).matchAll(/<text [^>]*>([^<]*)<\/text>/g)].map(
    ([, words]) => words,
  )

test.each([
  ['Zoë, Łukasz', ['CHAMPIONS', 'Zoë, Łukasz']],
  ['Kiki 🎾 Tran, Bo', ['CHAMPIONS', 'Kiki Tran, Bo']],
  ['ליאור כהן, נועה ברק', ['CHAMPIONS']],
  ['Ελένη, Tom', ['CHAMPIONS', 'Tom']],
])('of %s the picture shows what its font has letters for', (names, said) => {
  expect(linesOf(names)).toEqual(said)
})

test('says when and where', () => {
  const evening = { ...settings, eventDate: '2025-05-02', venue: 'The Old Bar' }
  expect(previewSvg(evening, { heading: 'Registration open', line: '' })).toContain(
    '>Fri 2 May 2025, 9:15 PM · The Old Bar<',
  )
})
