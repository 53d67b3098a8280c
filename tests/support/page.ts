/** A page as people read it: elements and texts, parsed from the server's HTML without a library. */
export type Element = {
  readonly tag: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly (Element | string)[]
}

type Which = (element: Element) => boolean

const voidTags = new Set(['meta', 'link', 'input', 'br', 'hr', 'img', 'path', 'rect', 'circle', 'line'])
const blockTags = new Set(
  'p div li ol ul h1 h2 h3 td th tr dt dd section label button option main header form caption'.split(' '),
)
const token = /<!--[\s\S]*?-->|<!doctype[^>]*>|<(script|style)\b[\s\S]*?<\/\1>|<\/?[a-z][^>]*>|[^<]+/gi

export function parsePage(html: string): Element {
  type Open = { tag: string; attributes: Record<string, string>; children: (Element | string)[] }
  const root: Open = { tag: '', attributes: {}, children: [] }
  const open: Open[] = [root]
  for (const [text, raw] of html.matchAll(token)) {
    if (raw || text.startsWith('<!')) continue
    if (!text.startsWith('<')) {
      open.at(-1)?.children.push(decode(text))
    } else if (text.startsWith('</')) {
      const tag = text.slice(2, -1).trim().toLowerCase()
      const at = open.findLastIndex((element) => element.tag === tag)
      if (at > 0) open.length = at
    } else {
      const tag = /^<([a-z0-9]+)/i.exec(text)?.[1]?.toLowerCase() ?? ''
      const element: Open = { tag, attributes: attributesOf(text), children: [] }
      open.at(-1)?.children.push(element)
      if (!voidTags.has(tag) && !text.endsWith('/>')) open.push(element)
    }
  }
  return root
}

/** Every element of that kind, in the order of the page. */
export function all(root: Element, tag: string, which: Which = () => true): Element[] {
  return root.children.flatMap((child) => {
    if (typeof child === 'string') return []
    const own = (tag === '*' || child.tag === tag) && which(child) ? [child] : []
    return [...own, ...all(child, tag, which)]
  })
}

/** The only element of that kind; throws if there are none or several. */
export function one(root: Element, tag: string, which: Which = () => true): Element {
  const found = all(root, tag, which)
  if (found.length !== 1 || !found[0]) throw new Error(`The page has ${found.length} such <${tag}>, not one.`)
  return found[0]
}

export const saying =
  (words: string): Which =>
  (element) =>
    text(element) === words

export const having =
  (name: string, value: string): Which =>
  ({ attributes }) =>
    attributes[name] === value

/** The text; block elements are separated by a space. */
export function text(element: Element): string {
  return rawText(element).replace(/\s+/g, ' ').trim()
}

/** The element without its invisible parts: hidden elements, screen-reader texts, closed dialogs and disclosures. */
export function visible(element: Element): Element {
  const isClosed = element.tag === 'details' && !('open' in element.attributes)
  const children = element.children
    .filter((child) => typeof child === 'string' || isVisible(child))
    .filter((child) => !isClosed || (typeof child !== 'string' && child.tag === 'summary'))
  return {
    ...element,
    children: children.map((child) => (typeof child === 'string' ? child : visible(child))),
  }
}

const unseenClasses = ['hidden', 'sr-only', 'script-trouble']

function isVisible({ tag, attributes }: Element): boolean {
  const classes = attributes.class?.split(' ') ?? []
  // Visible on a laptop only.
  const isSeenWider = classes.includes('sm:not-sr-only')
  if ('hidden' in attributes || (!isSeenWider && unseenClasses.some((name) => classes.includes(name))))
    return false
  return tag !== 'noscript' && (tag !== 'dialog' || 'open' in attributes)
}

function rawText({ children }: Element): string {
  return children
    .map((child) => {
      if (typeof child === 'string') return child
      const inside = rawText(child)
      return blockTags.has(child.tag) ? ` ${inside} ` : inside
    })
    .join('')
}

export function texts(elements: readonly Element[]): string[] {
  return elements.map(text)
}

/** The column heads of the page's table, then its rows. */
export function tableOf(root: Element): string[][] {
  const [head = [], ...rows] = all(one(root, 'table'), 'tr').map((row) =>
    texts(all(row, '*', ({ tag }) => tag === 'th' || tag === 'td')),
  )
  return [head, ...rows]
}

/** The field with that label. */
export function fieldOf(root: Element, label: string): Element {
  const target = one(root, 'label', (element) => text(element).replace(/ \*$/, '') === label).attributes.for
  return one(root, '*', ({ tag, attributes }) => tag !== 'label' && attributes.id === target)
}

function attributesOf(tag: string): Record<string, string> {
  const found = tag.matchAll(/\s([a-z][a-z0-9:-]*)(?:="([^"]*)")?/gi)
  return Object.fromEntries(
    [...found].map(([, name = '', value = '']) => [name.toLowerCase(), decode(value)]),
  )
}

function decode(text: string): string {
  return text
    .replaceAll('&#x27;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}
