import { expect, test } from 'vitest'
import { takeOwnInline } from './read-response.ts'

const own = '<script nonce="word">one()</script>'

test('the scripts and styles that carry the nonce are found, and the nonce is taken off', () => {
  const html = `<head><style id="a" nonce="word">p{}</style>${own}<script nonce="word" src="/a.js"></script></head><script type="module" nonce="word" async="">two()</script>`
  expect(takeOwnInline(html, 'word')).toEqual({
    html: '<head><style id="a">p{}</style><script>one()</script><script src="/a.js"></script></head><script type="module" async="">two()</script>',
    scripts: ['one()', 'two()'],
    styles: ['p{}'],
  })
})

test.each([
  '<script>evil()</script>',
  '<style>evil{}</style>',
  '<style nonce="guessed">evil{}</style>',
  '<script nonce="guessed">evil()</script>',
  '<script nonce="">evil()</script>',
  '<script x="<p>evil()</p>',
  "<script x='>evil()//",
])('what came into the page as %s is none of ours', (evil) => {
  expect(takeOwnInline(`<p>${evil}</p>${own}`, 'word')).toMatchObject({ scripts: ['one()'], styles: [] })
})

test('a script of ours that is cut short from within allows nothing of what follows', () => {
  const { scripts } = takeOwnInline(
    '<script nonce="word">say("</script><script>evil()</script>")</script>',
    'word',
  )
  expect(scripts).toEqual(['say("'])
})
