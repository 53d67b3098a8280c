import { beforeAll, expect, test } from 'vitest'
import { addressesOf, pagesToSee } from '../support/addresses-of.ts'
import { type OrganisedCup, registerForToken, startOrganisedCup } from '../support/organised-cup.ts'

/** Script budget of a public page: Brotli-compressed bytes before any interaction. */
const mostBytes = 130_000

let cup: OrganisedCup
let token: string
beforeAll(async () => {
  cup = await startOrganisedCup({
    teams: 8,
    settings: { embedSites: 'https://club.example.org', reports: 'on' },
  })
  token = await registerForToken(cup, 9)
})

/** Organisers' pages may weigh more. */
const everyPage = pagesToSee.filter(({ openTo }) => openTo === 'anyone')

test.each(everyPage)(
  `the scripts of $path weigh at most ${mostBytes} bytes, and are all preloaded`,
  async (page) => {
    for (const { address } of addressesOf(page, { token })) {
      const html = await (await fetch(cup.url + address)).text()
      const asked = scriptsAskedFor(html)
      const weights = await weigh(asked)
      const total = [...weights.values()].reduce((sum, weight) => sum + weight, 0)
      // React alone is half of the budget: less means that a script was not found.
      expect(total, address).toBeGreaterThan(mostBytes / 2)
      expect(total, address).toBeLessThanOrEqual(mostBytes)
      expect([...weights.keys()].sort()).toEqual([...asked].sort())
    }
  },
)

/** The scripts that the page preloads. */
function scriptsAskedFor(html: string): Set<string> {
  const preloads = html.matchAll(/<link rel="modulepreload" fetchpriority="low" href="([^"]+)"/g)
  return new Set([...preloads].map(([, address = '']) => address))
}

/** Compressed bytes of each script, with everything it imports. */
async function weigh(asked: Iterable<string>): Promise<Map<string, number>> {
  const weights = new Map<string, number>()
  const waiting = [...asked]
  for (let path = waiting.pop(); path; path = waiting.pop()) {
    if (weights.has(path)) continue
    const response = await fetch(cup.url + path, { headers: { 'accept-encoding': 'br' } })
    const text = await response.text()
    weights.set(path, Number(response.headers.get('content-length')))
    for (const [, name] of text.matchAll(/(?:import|from)\s*["'`]\.\/([^"'`]+)["'`]/g))
      waiting.push(`/static/js/${name}`)
  }
  return weights
}
