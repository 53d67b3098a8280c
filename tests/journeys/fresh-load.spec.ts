import type { BrowserContextOptions, Page, Request } from '@playwright/test'
import { addressesOf, pagesToSee } from '../support/addresses-of.ts'
import { expect } from '../support/journey.ts'
import { registerForToken, signIn, test } from '../support/journey-organiser.ts'
import { isAlive, matchAt, stayOnPage } from '../support/journey-page.ts'

type Opened = { readonly address: string; readonly page: Page; readonly hasStayed: () => Promise<void> }

/** Pages that neither results nor editions change: compared only after the settings have changed, and at the end. */
const stillPages = /^\/(rules|login|nowhere|admin\/(account|names|teams\/list|settings\/schedule))$/

/** Pages whose scripts add expected times: compared with a second open page instead of the server's HTML. */
const timedPages = /^\/(draw|schedule|screen)(\?|$)/

/**
 * Texts and field values of a page, or of the HTML that the server sends for `address`; without the live indicator, announcements, the
 * round in view, and the last use of each session, which changes with every page it opens.
 */
function read(page: Page, address?: string): Promise<string[]> {
  return page.evaluate(async (address) => {
    const shown = address
      ? new DOMParser().parseFromString(await (await fetch(address)).text(), 'text/html')
      : document
    const lines = [`title: ${shown.title}`]
    const words = shown.createTreeWalker(shown.body, NodeFilter.SHOW_TEXT)
    while (words.nextNode()) {
      const { parentElement, textContent } = words.currentNode
      if (
        parentElement?.closest(
          'script, noscript, style, [aria-live], [role="status"], .live-dot, .round-tabs, [aria-labelledby="sessions"] time',
        )
      )
        continue
      if (textContent?.trim()) lines.push(textContent.trim())
    }
    for (const field of shown.querySelectorAll<HTMLInputElement>(
      'input:not([type="hidden"]), select, textarea',
    ))
      lines.push(`${field.name}: ${/checkbox|radio/.test(field.type) ? field.checked : field.value}`)
    return lines
  }, address)
}

/**
 * A request for data. Organisers' pages may send them, and pages that show data that is not on the stream: the journal (how the draw
 * was made, how a night went), draws of other editions, and a team's own correction.
 */
function loadsData(request: Request): boolean {
  return (
    request.method() === 'GET' &&
    /\.data/.test(request.url()) &&
    !/\/admin|\/draw\/how|\/past-champions|\/past-tournaments\/\d|\/entry\//.test(request.url())
  )
}

async function differences(page: Page, expected: Promise<string[]>) {
  const [now, should] = await Promise.all([read(page), expected])
  return {
    outdated: now.filter((line) => !should.includes(line)),
    missing: should.filter((line) => !now.includes(line)),
    isInOrder: now.length !== should.length || now.join('\n') === should.join('\n'),
  }
}

test('after every change each open page shows what a fresh load shows, and no visitor’s page requests data @laptop', async ({
  context,
  browser,
  cup,
  organiser,
}) => {
  test.setTimeout(480_000)
  await signIn(await context.newPage(), cup)
  const storageState = await context.storageState()
  const open = async (options: BrowserContextOptions) => {
    const opened = await browser.newContext({ baseURL: cup.url, serviceWorkers: 'block', ...options })
    await opened.addInitScript(() => sessionStorage.setItem('appModalSeen', 'yes'))
    return opened
  }
  await organiser.makeDraw(4)
  await organiser.post('/admin/settings', { embedSites: 'https://club.example', timeZone: 'Europe/Zurich' })
  const token = await registerForToken(cup, 'Kim')
  const everyPage = pagesToSee.flatMap((page) => addressesOf(page, { token })).map(({ address }) => address)
  const addresses = [...everyPage, '/past-tournaments/12', '/draw?match=0.1']
  const fresh = await (await open({})).newPage()
  const opened: Opened[] = []
  for (const address of addresses) {
    // Each on a device of its own: a browser opens six connections to a host, and each page in front holds one.
    const page = await (await open(address.startsWith('/admin') ? { storageState } : {})).newPage()
    await page.goto(address)
    await isAlive(page)
    opened.push({ address, page, hasStayed: await stayOnPage(page) })
  }
  const asked: string[] = []
  for (const { page } of opened)
    page.on('request', (request) => loadsData(request) && asked.push(request.url()))

  const moving = opened.filter(({ address }) => !stillPages.test(address))

  async function expectFresh(what: string, among = opened) {
    await test.step(what, async () => {
      for (const { address, page, hasStayed } of among) {
        const isTimed = timedPages.test(address)
        if (isTimed) {
          await fresh.goto(address)
          await isAlive(fresh)
        }
        const expected = () => (isTimed ? read(fresh) : read(page, address))
        await expect
          .configure({ soft: true })
          // Pages update their times every 20 s.
          .poll(() => differences(page, expected()), { message: `${address} after ${what}`, timeout: 30_000 })
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
    // The automatic backup a minute after the final is no change of the cup.
    backups: 'off',
  })
  await organiser.tapWinner('0.0')
  await organiser.post('/admin/settings', { registration: 'open', teamLimit: '8' })
  await organiser.register('Zoé', { player2Name: 'Mia', teams: 'Late' })
  await organiser.approveAll()
  await organiser.post('/admin/settings', { intent: 'editions', edition10Season: 'Autumn 2024' })
  await organiser.post('/admin/settings', { editionNumber: '12', editionTitle: 'The Cup N12' })
  await expectFresh('settings, a winner, a new team, past champions and a corrected edition number')

  await organiser.tapWinner('0.1')
  await organiser.tapWinner('1.0')
  await expectFresh('the final', moving)

  await organiser.post('/admin/settings', { drawCreation: 'admin' })
  await organiser.post('/admin/next-edition', { editionSeason: 'Fall 2025' })
  await expectFresh('the next edition', moving)

  await organiser.post('/admin/settings', { editionNumber: '12' })
  await fresh.goto('/draw')
  const idOf = async (place: string) => (await matchAt(fresh, place).getAttribute('data-match-id')) ?? ''
  for (const place of ['1.0', '0.1', '0.0'])
    await organiser.post('/admin/draw', { intent: 'undo', matchId: await idOf(place) })
  const [from, to] = [`${await idOf('0.0')}:1`, `${await idOf('0.1')}:1`]
  await organiser.post('/admin/draw', { intent: 'exchange', from, to })
  await expectFresh('a return to the edition before, undone results and exchanged teams', moving)

  await organiser.post('/admin/draw', { intent: 'reset', confirm: 'yes' })
  await expectFresh('a reset, and the draw after it')
  // The draw page loads the entries only while there is no draw: after a reset it requests them.
  expect(asked.filter((url) => new URL(url).pathname !== '/draw.data')).toEqual([])
})
