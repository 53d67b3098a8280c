import { expect, test } from 'vitest'
import { fillStyles } from './fill-styles.ts'

const sheets = new Map([['/static/css/root-1.css', 'p>b{content:"$&"}']])
const sheet = (address: string) => sheets.get(address)

test('a page carries the stylesheets it asked for, letter by letter', () => {
  expect(fillStyles('<head><style data-sheet="/static/css/root-1.css"></style></head>', sheet)).toBe(
    '<head><style data-sheet="/static/css/root-1.css">p>b{content:"$&"}</style></head>',
  )
})

test('other styles, and what people typed, stay as they are', () => {
  const html = '<style>b{}</style><p>&lt;style data-sheet="/static/css/root-1.css"&gt;&lt;/style&gt;</p>'
  expect(fillStyles(html, sheet)).toBe(html)
})
