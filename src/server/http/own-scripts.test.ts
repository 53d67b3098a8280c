import { expect, test } from 'vitest'
import { takeOwnScripts } from './own-scripts.ts'

const own = '<script nonce="word">one()</script>'

test('the scripts that carry the mark are found, and the mark is taken off', () => {
  const html = `<head>${own}<script nonce="word" src="/a.js"></script></head><script type="module" nonce="word" async="">two()</script>`
  expect(takeOwnScripts(html, 'word')).toEqual({
    html: '<head><script>one()</script><script src="/a.js"></script></head><script type="module" async="">two()</script>',
    scripts: ['one()', 'two()'],
  })
})

test.each([
  '<script>evil()</script>',
  '<script nonce="guessed">evil()</script>',
  '<script nonce="">evil()</script>',
  '<script x="<p>evil()</p>',
  "<script x='>evil()//",
])('what came into the page as %s is none of ours', (evil) => {
  expect(takeOwnScripts(`<p>${evil}</p>${own}`, 'word').scripts).toEqual(['one()'])
})

test('a script of ours that is cut short from within allows nothing of what follows', () => {
  const { scripts } = takeOwnScripts(
    '<script nonce="word">say("</script><script>evil()</script>")</script>',
    'word',
  )
  expect(scripts).toEqual(['say("'])
})
