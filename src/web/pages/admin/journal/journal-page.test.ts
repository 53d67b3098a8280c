import { expect, test } from 'vitest'
import { journalCsv } from './journal-page.tsx'

const line = {
  revision: 7,
  at: '2025-04-04T19:00:00.000Z',
  who: 'a visitor',
  action: 'register' as const,
  message: '',
  canTakeBack: false,
}

test('a text with commas, quotes and line breaks stays one cell', () => {
  expect(journalCsv([{ ...line, words: 'Ana, "Ben"\nregistered.' }])).toBe(
    'revision,at,who,action,what\r\n7,2025-04-04T19:00:00.000Z,a visitor,register,"Ana, ""Ben""\nregistered."\r\n',
  )
})

test.each(['=1+1', '+1', '-1', '@sum'])('a spreadsheet reads %s as text, not as a formula', (words) => {
  expect(journalCsv([{ ...line, words }])).toContain(`,'${words}\r\n`)
})
