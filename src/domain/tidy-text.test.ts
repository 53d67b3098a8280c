import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { foldText } from './text.ts'
import { isPasswordTooShort, isPlainText, isTooLong, tidyText } from './tidy-text.ts'

describe('typed text', () => {
  test.each([
    ['zero-width characters and soft hyphens', 'An\u200bna\u00ad Be\u2060rg\ufeff', 'Anna Berg'],
    ['fillers that look like a space', 'Anna\u2800 \u2800Berg\u3164', 'Anna Berg'],
    ['marks that turn the text around', '\u202eAnna\u2066', 'Anna'],
    ['a joiner between letters', 'An\u200dna\ufe0f', 'Anna'],
    ['a letter in two parts, cut by an invisible one', 'Zoe\u034f\u0308', 'Zo\u00eb'],
    ['a mark without its letter', '\u0308\u0308Anna', 'Anna'],
    ['more marks than any script stacks', `A${'\u0308'.repeat(76)}nna`, '\u00c4\u0308\u0308\u0308\u0308nna'],
    ['what annotates, and stands for an object', 'An\ufff9na\ufffb\ufffc', 'Anna'],
    ['a sentence that is one very wide letter', '\ufdfd', 'بسم الله الرحمن الرحيم'],
    ['a blessing that is one wide letter', 'Anna \ufdfb', 'Anna جل جلاله'],
  ])('loses %s', (_what, typed, tidy) => {
    expect(tidyText(typed)).toBe(tidy)
  })

  test.each(['👩‍👩‍👧', '❤️‍🔥 Zoë', '👩🏽‍🚀', 'Nguyễn', 'שָׁלוֹם', 'กี่ปี่', 'ကြွှို', 'علي'])('keeps %s', (name) => {
    expect(tidyText(name.normalize('NFC'))).toBe(name.normalize('NFC'))
  })

  const anyText = fc
    .array(
      fc.oneof(
        fc.string({ unit: 'grapheme', maxLength: 5 }),
        fc.constantFrom(
          '\u200b',
          '\u200d',
          '\ufe0f',
          '\u00ad',
          '\u034f',
          '\u0308',
          '\u0323',
          '\ufdfd',
          '\u2800',
          '👩',
          'A',
        ),
      ),
      { maxLength: 30 },
    )
    .map((parts) => parts.join(''))

  test('has no invisible characters outside emoji, and at most four marks per letter', () => {
    fc.assert(
      fc.property(anyText, (typed) => {
        const tidy = tidyText(typed)
        expect(
          tidy.replace(/\p{Extended_Pictographic}(\ufe0f|\u200d|\p{Emoji_Modifier})*/gu, ''),
        ).not.toMatch(/\p{Default_Ignorable_Code_Point}/u)
        expect(tidy).not.toMatch(/[\p{Mn}\p{Me}]{5}|^\p{M}/u)
        expect(tidyText(tidy)).toBe(tidy)
      }),
    )
  })

  test.each(['', '\u200d', '\ufe0f', '\u200b', '\ufff9'])(
    'of half a million marks with %j after every 32 is normalised in linear time: quadratic time would exceed the test’s timeout',
    (cut) => {
      const marks = ['\u0301', '\u0327'].map((mark) => (mark.repeat(32) + cut).repeat(8_000)).join('')
      expect(tidyText(`A${marks}`)).toBe('\u00c1\u0301\u0301\u0301\u0301')
    },
  )

  test('is found despite invisible characters stored by an earlier version', () => {
    expect(foldText('An\u200bna\u00ad Bérg')).toBe('anna berg')
  })
})

test.each([
  ['eight spaces', ' '.repeat(8)],
  ['eight zero-width characters', '\u200b'.repeat(8)],
  ['seven letters between spaces', '  seven77  '],
])('%s are not a password', (_what, password) => {
  expect(isPasswordTooShort(password)).toBe(true)
})

test('eight characters are a password, inner spaces included', () => {
  expect(isPasswordTooShort('to be ok')).toBe(false)
})

test.each([
  ['as long as it may be', 'abcd', false],
  ['longer', 'abcde', true],
  ['of four letters that take two units each', '🎾🏓🎾🏓', false],
  ['of five such letters', '🎾🏓🎾🏓🎾', true],
])('a text %s is too long for four letters: %s', (_what, text, isLonger) => {
  expect(isTooLong(text, 4)).toBe(isLonger)
})

test.each([
  ['Anna Berg 🎾', true],
  ['Anna\nBerg', false],
  ['Anna\u0000', false],
  ['Anna\ud83c', false],
])('%j is plain text: %s', (text, isPlain) => {
  expect(isPlainText(text)).toBe(isPlain)
})
