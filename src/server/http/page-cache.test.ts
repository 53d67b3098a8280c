import { describe, expect, test } from 'vitest'
import type { CupView } from '../../domain/cup.ts'
import { defaultSettings } from '../../domain/settings/settings.ts'
import { createPageCache, type PageKey } from './page-cache.ts'
import { createResource, type Resource } from './respond.ts'

const redirect = createResource(
  { status: 302, type: '', headers: {}, body: Buffer.from('') },
  { isShared: false },
)
const draw: PageKey = { site: 'http://cup', url: '/draw' }

function pageOf(text: string): Resource {
  return createResource({ status: 200, body: Buffer.from(text), type: 'text/html', headers: {} })
}

async function textOf(page: Resource): Promise<string> {
  return String((await page.variant('identity')).body)
}

function setUp() {
  let view: CupView | undefined
  const change = (revision: number) => {
    view = {
      epoch: 1,
      revision,
      settings: defaultSettings,
      entries: [],
      editions: [],
      pastDraws: [],
      drawStatus: 'none',
    }
  }
  change(1)
  const rendered: string[] = []
  const letGo: (() => void)[] = []
  const place = { nearby: 'http://192.168.1.2:3000' }
  const pages = createPageCache({ view: { current: () => view }, nearby: () => place.nearby })
  async function render({ url }: PageKey): Promise<Resource> {
    rendered.push(url)
    await new Promise<void>((resolve) => letGo.push(resolve))
    if (url === '/broken') throw new Error('broken')
    return url === '/away' ? redirect : pageOf(`${url} at ${view?.revision}`)
  }
  const cache = { find: pages.find, get: (key: PageKey) => pages.get(key, () => render(key)) }
  const finish = () => {
    for (const go of letGo.splice(0)) go()
  }
  const get = (key: PageKey) => {
    const page = cache.get(key)
    finish()
    return page
  }
  return { cache, change, place, rendered, finish, get, forgetView: () => (view = undefined) }
}

describe('a public page', () => {
  test('is rendered again in another network, because it shows the address for phones', async () => {
    const { get, place, rendered } = setUp()
    const screen = { site: 'http://localhost:3000', url: '/screen' }
    await get(screen)
    await get(screen)
    expect(rendered).toEqual(['/screen'])
    place.nearby = 'http://10.0.0.7:3000'
    await get(screen)
    expect(rendered).toEqual(['/screen', '/screen'])
  })

  test('is rendered once for concurrent requests', async () => {
    const { cache, finish, rendered } = setUp()
    const asked = Array.from({ length: 100 }, () => cache.get(draw))
    finish()
    expect(new Set(await Promise.all(asked)).size).toBe(1)
    expect(rendered).toEqual(['/draw'])
  })

  test('is found later without rendering', async () => {
    const { cache, get, rendered } = setUp()
    const page = await get(draw)
    expect(cache.find({ site: 'http://cup', url: '/draw' })).toBe(page)
    expect(await cache.get(draw)).toBe(page)
    expect(rendered).toHaveLength(1)
  })

  test('is rendered again after each revision', async () => {
    const { cache, get, change } = setUp()
    await get(draw)
    change(2)
    expect(cache.find({ site: 'http://cup', url: '/draw' })).toBeUndefined()
    expect(await textOf(await get(draw))).toBe('/draw at 2')
  })

  test('whose rendering began before a change is not served after it', async () => {
    const { cache, finish, change, rendered } = setUp()
    const before = cache.get(draw)
    change(2)
    const after = cache.get(draw)
    finish()
    await before
    expect(await textOf(await after)).toBe('/draw at 2')
    expect(rendered).toHaveLength(2)
    expect(cache.find({ site: 'http://cup', url: '/draw' })).toBe(await after)
  })

  test('is cached per site, so that a made-up host does not reach others', async () => {
    const { cache, get, rendered } = setUp()
    await get(draw)
    await get({ site: 'http://evil', url: '/draw' })
    expect(rendered).toHaveLength(2)
    expect(cache.find({ site: 'http://cup', url: '/draw' })).not.toBe(
      cache.find({ site: 'http://evil', url: '/draw' }),
    )
  })

  test('is not cached if the answer is not shared', async () => {
    const { cache, get, rendered } = setUp()
    expect(await get({ ...draw, url: '/away' })).toBe(redirect)
    await get({ ...draw, url: '/away' })
    expect(rendered).toHaveLength(2)
    expect(cache.find({ site: 'http://cup', url: '/away' })).toBeUndefined()
  })

  test('is rendered again after a failure', async () => {
    const { get, rendered } = setUp()
    await expect(get({ ...draw, url: '/broken' })).rejects.toThrow('broken')
    await expect(get({ ...draw, url: '/broken' })).rejects.toThrow('broken')
    expect(rendered).toHaveLength(2)
  })

  test('is not cached while the revision is unknown', async () => {
    const { cache, get, forgetView, change } = setUp()
    forgetView()
    await get(draw)
    change(1)
    expect(cache.find({ site: 'http://cup', url: '/draw' })).toBeUndefined()
  })

  test('evicts others if a thousand are made up, and does not grow the memory', async () => {
    const { cache, get } = setUp()
    await get(draw)
    for (let number = 0; number < 1000; number++) await get({ ...draw, url: `/draw?match=${number}` })
    expect(cache.find({ site: 'http://cup', url: '/draw' })).toBeUndefined()
    expect(cache.find({ site: 'http://cup', url: '/draw?match=999' })).toBeDefined()
    const kept = Array.from({ length: 1000 }, (_, number) =>
      cache.find({ ...draw, url: `/draw?match=${number}` }),
    )
    expect(kept.filter(Boolean)).toHaveLength(400)
  })

  test('in regular use stays, however many are made up', async () => {
    const { cache, get, rendered } = setUp()
    await get(draw)
    for (let number = 0; number < 1000; number++) {
      if (number % 300 === 0) expect(cache.find({ site: 'http://cup', url: '/draw' })).toBeDefined()
      await get({ ...draw, url: `/draw?match=${number}` })
    }
    await get(draw)
    expect(rendered.filter((url) => url === '/draw')).toHaveLength(1)
  })
})
