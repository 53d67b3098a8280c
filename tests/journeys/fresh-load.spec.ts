import type { BrowserContext, Page, Request } from '@playwright/test'
import routes from '../../src/web/routes.ts'
import { expect } from '../support/journey.ts'
import { signIn, test } from '../support/journey-organiser.ts'
import { isAlive, matchAt, stayOnPage } from '../support/journey-page.ts'

test.use({ serviceWorkers: 'block' })

/** Every address of the site: a page that is added is looked at too. */
const addresses = [
  ...routes.map(({ path = '' }) => (path === '*' ? '/nowhere' : `/${path}`)),
  '/past-tournaments?edition=11',
  '/past-tournaments?edition=12',
  '/draw?match=0.1',
]

type Opened = { readonly address: string; readonly page: Page; readonly hasStayed: () => Promise<void> }

async function openAll(visitors: BrowserContext, organisers: BrowserContext): Promise<Opened[]> {
  const opened: Opened[] = []
  for (const address of addresses) {
    const page = await contextOf(address, visitors, organisers).newPage()
    await page.goto(address)
    await isAlive(page)
    opened.push({ address, page, hasStayed: await stayOnPage(page) })
  }
  return opened
}

function contextOf(address: string, visitors: BrowserContext, organisers: BrowserContext) {
  return address.startsWith('/admin') ? organisers : visitors
}

/** What a page says and what stands in its fields; not how live it is, nor what it has just announced. */
function read(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const lines = [`title: ${document.title}`]
    const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (words.nextNode()) {
      const { parentElement, textContent } = words.currentNode
      if (parentElement?.closest('script, noscript, style, [aria-live], [role="status"], .live-dot')) continue
      if (textContent?.trim()) lines.push(textContent.trim())
    }
    for (const field of document.querySelectorAll<HTMLInputElement>('input, select, textarea'))
      lines.push(`${field.name}: ${/checkbox|radio/.test(field.type) ? field.checked : field.value}`)
    return lines
  })
}

/** A page without a draw posts for one by itself, as the spec says; that is no question. */
function isQuestion(request: Request): boolean {
  return request.method() === 'GET' && request.url().includes('.data')
}

async function differences(open: Page, fresh: Page) {
  const [now, should] = [await read(open), await read(fresh)]
  return {
    outdated: now.filter((line) => !should.includes(line)),
    missing: should.filter((line) => !now.includes(line)),
    isInOrder: now.length !== should.length || now.join('\n') === should.join('\n'),
  }
}

test('after every change each open page says what a fresh load of it says, and asks for nothing @laptop', async ({
  context,
  browser,
  cup,
  organiser,
}) => {
  test.setTimeout(480_000)
  const organisers = await browser.newContext({ baseURL: cup.url, serviceWorkers: 'block' })
  await organisers.addInitScript(() => sessionStorage.setItem('appModalSeen', 'yes'))
  await context.addInitScript(() => sessionStorage.setItem('appModalSeen', 'yes'))
  await signIn(await organisers.newPage(), cup)
  await organiser.makeDraw(4)
  const opened = await openAll(context, organisers)
  const asked: string[] = []
  for (const { page } of opened)
    page.on('request', (request) => isQuestion(request) && asked.push(request.url()))
  const fresh = new Map([
    [context, await context.newPage()],
    [organisers, await organisers.newPage()],
  ])

  async function expectFresh(what: string) {
    await test.step(what, async () => {
      for (const { address, page, hasStayed } of opened) {
        const other = fresh.get(page.context()) as Page
        await other.goto(address)
        await isAlive(other)
        await expect
          .configure({ soft: true })
          .poll(() => differences(page, other), { message: `${address} after ${what}`, timeout: 10_000 })
          .toEqual({ outdated: [], missing: [], isInOrder: true })
        await hasStayed()
      }
    })
  }

  await organiser.post('/admin/settings', {
    editionTitle: 'The Summer Cup N11',
    editionSeason: 'Summer 2025',
    editionTheme: 'Neon',
    announcement: 'The bar is open.',
    registration: 'closed',
    organiserTools: 'on',
    scheduleStart: '20:30',
    scheduleGroupSize: '4',
    scheduleInterval: '20',
    appLink: '',
  })
  await organiser.tapWinner('0.0')
  await expectFresh('settings and a winner')

  await organiser.post('/admin/settings', { registration: 'open', teamLimit: '8' })
  await organiser.register('Zoé', { player2Name: 'Mia', teams: 'Late' })
  await organiser.approveAll()
  await organiser.post('/admin/settings', { intent: 'editions', edition10Season: 'Autumn 2024' })
  await organiser.post('/admin/settings', { editionNumber: '12', editionTitle: 'The Cup N12' })
  await expectFresh('a new team, past champions and a corrected number')

  await organiser.tapWinner('0.1')
  await organiser.tapWinner('1.0')
  await expectFresh('the final')

  await organiser.post('/admin/settings', { drawCreation: 'admin' })
  await organiser.post('/admin/next-edition', { editionSeason: 'Fall 2025' })
  await expectFresh('the next edition')

  await organiser.post('/admin/settings', { editionNumber: '12' })
  await expectFresh('an edition that is gone back to')

  const drawn = fresh.get(context) as Page
  await drawn.goto('/draw')
  const idOf = async (place: string) => (await matchAt(drawn, place).getAttribute('data-match-id')) ?? ''
  for (const place of ['1.0', '0.1', '0.0'])
    await organiser.post('/admin/draw', { intent: 'undo', matchId: await idOf(place) })
  const [from, to] = [`${await idOf('0.0')}:1`, `${await idOf('0.1')}:1`]
  await organiser.post('/admin/draw', { intent: 'exchange', from, to })
  await expectFresh('results undone and teams exchanged')

  // An organiser's open page makes the next draw by itself.
  await organiser.post('/admin/draw', { intent: 'reset', confirm: 'yes' })
  await expectFresh('a reset, and the draw after it')
  expect(asked).toEqual([])
  await organisers.close()
})
