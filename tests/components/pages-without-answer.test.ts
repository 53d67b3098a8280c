import { screen } from '@testing-library/dom'
import { beforeEach, expect, test } from 'vitest'
import { messages } from '../../src/domain/messages.ts'
import { loadTimeoutMs } from '../../src/domain/settings/limits.ts'
import { type PageName, wayBack, withoutParameter } from '../../src/web/pages.ts'
import { pagesToSee } from '../support/addresses-of.ts'
import { anna, mustDo, openCup } from '../support/cup-app.ts'
import { button, eventually, fates, openPage, passes, says, settle, textsOf } from '../support/open-page.tsx'

/** The link to each page, by the page it is on; the rest is in the table of pages. */
const links: readonly (readonly [PageName, from: string, link?: string | RegExp])[] = [
  ['home', '/rules', /home$/],
  ['register', '/', /^Register/],
  ['draw', '/'],
  ['howDrawn', '/draw'],
  ['schedule', '/'],
  ['entries', '/'],
  ['pastChampions', '/'],
  ['pastTournaments', '/'],
  ['login', '/', /presents/],
  ['admin', '/admin/teams', /Admin$/],
  ['adminTeams', '/admin', /^Team Approval/],
  ['adminTeamsByList', '/admin/teams', 'Import teams'],
  ['adminDraw', '/admin'],
  ['adminSigns', '/admin/draw', 'Signs'],
  ['adminSettings', '/admin'],
  ['adminNames', '/admin/settings/data', 'Remove a name'],
  ['adminChampions', '/admin', 'Champions'],
  ['adminNextEdition', '/admin'],
  ['adminJournal', '/admin'],
  ['adminAccount', '/admin'],
]

const ways = links.flatMap(([name, from, link]) =>
  pagesToSee
    .filter(({ id }) => id === name)
    .map((page) => ({
      ...page,
      path: withoutParameter(page.path),
      from,
      link: link ?? new RegExp(`^${page.title}`),
    })),
)

/** No link in the app leads to most of these; the TV screen has neither title nor way back; the rules need no data. */
const notOpened = ['/embed', '/screen', '/entry/:token', '/table/:table', '/*', '/rules']

const data = /\.data/
const failures = ['the network is cut', 'the server fails', 'a proxy answers'] as const

beforeEach(() => sessionStorage.setItem('appModalSeen', 'yes'))

async function drawnCup() {
  const cup = await openCup()
  await cup.play('Ana', 'Ben', 'Cid', 'Dan')
  mustDo(await cup.app.changeSettings({ reports: 'on' }, anna))
  return cup
}

test('every page is opened here, except those without data, a title or a link to them', () => {
  const listed = [...ways.map(({ path }) => path), ...notOpened].toSorted()
  expect(listed).toEqual(pagesToSee.map(({ path }) => withoutParameter(path)).toSorted())
})

test.each(ways)(
  'without an answer for 10 s, or with one that is none, $path keeps its address, title and way back, says its own sentence, and comes on Retry',
  async (way) => {
    const { path, from, link, title, failed } = way
    const isSignedIn = path !== '/login'
    const { network, follow, tap } = await openPage(
      await drawnCup(),
      from,
      isSignedIn ? { organiser: anna } : {},
    )
    const expectFrame = () => {
      expect(screen.getByRole('heading', { level: 1 }).textContent).toContain(title || 'The Cup')
      expect(location.pathname).toBe(path)
      const back = screen.getAllByRole<HTMLAnchorElement>('link').map(({ pathname }) => pathname)
      if (path !== '/') expect(back).toContain(wayBack(way).to)
    }
    network.meets(data, fates['the server never answers'])
    await follow(link)
    await passes(loadTimeoutMs - 100)
    expect(textsOf('alert')).toEqual([])
    await passes(200)
    await says('alert', messages.loadTimeout)
    expectFrame()

    await tap('Retry')
    await settle()
    expect(button('Retry').disabled).toBe(true)
    await passes(loadTimeoutMs + 100)
    expect(button('Retry').disabled).toBe(false)
    // A page without data has nothing to load.
    for (const failure of failed ? failures : failures.slice(0, 1)) {
      network.mend()
      network.meets(data, fates[failure])
      const before = network.asked.length
      await tap('Retry')
      await eventually(() => expect(network.asked.length).toBeGreaterThan(before))
      await eventually(() => expect(textsOf('alert').join()).not.toContain(messages.loadTimeout))
      expectFrame()
      if (failed) await says('alert', failed)
      expect(textsOf('alert')).toHaveLength(failed ? 1 : 0)
      if (failed) await eventually(() => expect(button('Retry').disabled).toBe(false))
    }
    network.mend()
    if (failed) await tap('Retry')
    await eventually(() => expect(textsOf('alert')).toEqual([]))
    expect(screen.getByRole('heading', { level: 1 }).textContent).toContain(title || 'The Cup')
    expect(location.pathname).toBe(path)
  },
)

test('an answer that comes after 10 s still opens the page', async () => {
  const { network, follow } = await openPage(await drawnCup(), '/')
  const letThrough = network.holds(data)
  await follow('Entry List')
  await passes(loadTimeoutMs + 100)
  await says('alert', messages.loadTimeout)
  await letThrough()
  // The late page loads its data once more.
  await letThrough()
  await eventually(() => screen.getByRole('table'))
  expect(textsOf('alert')).toEqual([])
  expect(location.pathname).toBe('/entries')
})

test('a chosen edition that does not come within 10 s says so under its own address, and comes on Retry', async () => {
  const { network, user, tap } = await openPage(await drawnCup(), '/past-tournaments')
  network.meets(data, fates['the server never answers'])
  const edition = () => screen.getByLabelText<HTMLSelectElement>('Edition')
  await user.selectOptions(edition(), 'N11, Spring 2025')
  await passes(loadTimeoutMs + 100)
  await says('alert', messages.loadTimeout)
  expect(location.pathname).toBe('/past-tournaments/11')
  expect(edition().value).toBe('11')
  network.mend()
  await tap('Retry')
  await eventually(() => expect(document.querySelectorAll('.bracket [data-match]').length).toBe(3))
})

test('a page on screen is not replaced by an error when its own reload gets no answer', async () => {
  const { network, user, follow } = await openPage(await openCup(), '/')
  network.meets(data, fates['the server never answers'])
  await follow('Entry List')
  await passes(loadTimeoutMs + 100)
  await says('alert', messages.loadTimeout)
  // The way back leads to the page that is still below.
  const back = screen
    .getAllByRole('link')
    .find((link) => link.getAttribute('href') === '/' && link.closest('main'))
  await user.click(back as HTMLElement)
  await passes(loadTimeoutMs + 100)
  expect(screen.getByRole('link', { name: 'Entry List' })).toBeDefined()
  expect(textsOf('alert')).toEqual([])
  expect(location.pathname).toBe('/')
})
