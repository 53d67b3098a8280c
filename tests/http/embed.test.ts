import { beforeAll, expect, test } from 'vitest'
import { type OrganisedCup, organiser, startOrganisedCup, textOf } from '../support/organised-cup.ts'

let cup: OrganisedCup
beforeAll(async () => {
  cup = await startOrganisedCup({ teams: 4 })
})

async function open(path: string) {
  const { status, headers, text } = await fetch(cup.url + path).then(async (answer) => ({
    status: answer.status,
    headers: answer.headers,
    text: await answer.text(),
  }))
  const policy = headers.get('content-security-policy') ?? ''
  return { status, html: text, frames: /frame-ancestors [^;]*/.exec(policy)?.[0], policy, headers }
}

test('until the organisers name a site, nobody may embed the draw, and the page says so', async () => {
  const { status, html, frames, headers } = await open('/embed')
  expect([status, frames, headers.get('x-frame-options')]).toEqual([404, "frame-ancestors 'none'", 'DENY'])
  expect(textOf(html)).toContain('The organisers have not switched this on')
  expect(html).not.toContain('data-match=')
})

test('only the named sites may embed it, and no other page may be embedded', async () => {
  await cup.app.changeSettings({ embedSites: 'https://club.example https://uni.example:8443' }, organiser)
  for (let time = 0; time < 2; time += 1) {
    const { status, html, frames, policy, headers } = await open('/embed')
    expect([status, frames]).toEqual([200, 'frame-ancestors https://club.example https://uni.example:8443'])
    expect(headers.get('x-frame-options')).toBeNull()
    expect(headers.get('cache-control')).toBe('public, no-cache')
    expect(policy).toMatch(/^default-src 'none'; script-src 'self' 'sha256-/)
    expect(html).toContain('data-match="0.0"')
    // No link in the frame leads to a page that refuses to be framed.
    for (const [link] of html.matchAll(/<a [^>]*>/g))
      expect(link).toMatch(/href="(#|\/embed")|target="_blank" rel="noopener"/)
  }
  for (const path of ['/', '/draw', '/login', '/nowhere', '/past-tournaments/11'])
    expect(await open(path), path).toMatchObject({ frames: "frame-ancestors 'none'" })
  await cup.app.changeSettings({ embedSites: '' }, organiser)
  expect(await open('/embed')).toMatchObject({ status: 404, frames: "frame-ancestors 'none'" })
})
