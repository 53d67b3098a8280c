import { beforeEach, expect, test } from 'vitest'
import { type OrganisedCup, register, said, startOrganisedCup, textOf } from '../support/organised-cup.ts'
import { watchLog } from '../support/watch-log.ts'

const path = '/admin/teams/list'
let cup: OrganisedCup
beforeEach(async () => {
  cup = await startOrganisedCup()
})

const list =
  'Time,Player 1,Player 2,Phone\n2025-04-04 19:00,Ann Lee,Bob,079 123 45 67\n2025-04-04 19:01,Cid,,\n'
const names = async () => (await cup.view()).entries.map(({ player1Name }) => player1Name)
const inputs = (html: string, name: string) =>
  [...html.matchAll(new RegExp(`<input[^>]* name="${name}"[^>]*>`, 'g'))].map(([tag]) => tag)
const seenIn = (html: string) => /name="seen" value="([^"]*)"/.exec(html)?.[1] ?? ''
const columns = ['', 'player1Name', 'player2Name', 'teamPhoneNumber'].map((name) => ['column', name] as const)

test('a pasted list is first previewed, then imported once confirmed, and taken back', async () => {
  const shown = await cup.send(path, { intent: 'preview', list })
  expect(shown.status).toBe(200)
  expect(textOf(shown.html)).toContain('2 rows: 1 selected, 1 cannot be imported.')
  expect(textOf(shown.html)).toContain('Missing: Team Phone Number')
  expect(inputs(shown.html, 'row').map((tag) => / checked=""/.test(tag))).toEqual([true, false])
  expect(await names()).toEqual([])

  const confirmed = [
    ['intent', 'import'],
    ['list', list],
    ['seen', seenIn(shown.html)],
    ['heading', 'yes'],
    ['row', '0'],
    ...columns,
  ] as const
  const entered = await cup.send(path, confirmed)
  expect(entered.status).toBe(303)
  expect(entered.location).toMatch(/^\/admin\/teams\?done=\d+$/)
  expect(await names()).toEqual(['Ann Lee'])
  expect(said((await cup.page(entered.location ?? '')).html, 'status').join()).toMatch(
    /1 team imported: Ann Lee, Bob.*Take back/,
  )
  const again = await cup.send(path, confirmed)
  expect(again.location).toBe('/admin/teams?same=1')
  await cup.send('/admin/teams', { intent: 'take-back', revision: entered.location?.split('=')[1] ?? '' })
  expect(await names()).toEqual([])
})

/** A file upload without JavaScript. */
async function sendFile(bytes: Buffer) {
  const body = new FormData()
  body.set('intent', 'preview')
  body.set('file', new File([new Uint8Array(bytes)], 'teams'))
  const answer = await fetch(cup.url + path, { method: 'POST', body, headers: { cookie: cup.cookie } })
  return { status: answer.status, html: await answer.text() }
}

test.each([
  ['UTF-8', Buffer.from('Zoë,,079 1')],
  ['Windows-1252, with semicolons', Buffer.from('Zoë;;079 1', 'latin1')],
  ['UTF-16, little end first', Buffer.from('\ufeffZoë,,079 1', 'utf16le')],
  ['UTF-16, big end first', Buffer.from('\ufeffZoë,,079 1', 'utf16le').swap16()],
])('a file in %s is read', async (_, bytes) => {
  const { html } = await sendFile(bytes)
  expect(textOf(html)).toContain('1 row: 1 selected.')
  expect(html).toMatch(/<td[^>]*>.*Zoë.*<td[^>]*>.*079 1/s)
})

test("a spreadsheet's own file format is refused with what to do", async () => {
  const { status, html } = await sendFile(Buffer.from('PK\x03\x04\x14\0\x06\0\b\0', 'latin1'))
  expect(status).toBe(422)
  expect(said(html, 'alert')[0]).toContain('Please save the list as CSV')
})

test('a different choice of columns is previewed again before anything is imported', async () => {
  const shown = await cup.send(path, { intent: 'preview', list })
  const turned = columns.map(([name, value]) => [name, value === 'player2Name' ? '' : value] as const)
  const answer = await cup.send(path, [
    ['intent', 'import'],
    ['list', list],
    ['seen', seenIn(shown.html)],
    ['heading', 'yes'],
    ['row', '0'],
    ...turned,
  ])
  expect(answer.status).toBe(200)
  expect(await names()).toEqual([])
})

test('an empty list, and one without a selected row, are refused and stay in the form', async () => {
  const empty = await cup.send(path, { intent: 'preview', list: ' \n' })
  expect(empty.status).toBe(422)
  expect(said(empty.html, 'alert').join()).toContain('There are no teams in the list.')
  const shown = await cup.send(path, { intent: 'preview', list })
  const nobody = await cup.send(path, [
    ['intent', 'import'],
    ['list', list],
    ['seen', seenIn(shown.html)],
    ['heading', 'yes'],
    ...columns,
  ])
  expect(nobody.status).toBe(422)
  expect(nobody.html).toContain('Ann Lee')
  const logged = watchLog(/The database is gone\./)
  cup.storageIs('fails')
  const failed = await cup.send(path, { intent: 'preview', list })
  expect(said(failed.html, 'alert').join()).toContain('Failed to import the teams. Please try again.')
  expect(failed.html).toContain('Ann Lee')
  expect(logged).toHaveLength(1)
})

test('the teams are exported as the page lists them, to organisers only', async () => {
  await register(cup, 1)
  await cup.app.registerTeam({ player1Name: '=1+1', player2Name: '', teams: 'a;@b', teamPhoneNumber: '+41' })
  const file = await fetch(`${cup.url}/admin/teams?format=csv&show=pending`, {
    headers: { cookie: cup.cookie },
  })
  expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(file.headers.get('cache-control')).toContain('no-store')
  const text = await file.text()
  expect(text).toContain(`'=1+1,,"a;'@b",'+41,Pending,`)
  expect(text).toContain("Ana 1,Ben 1,FC Chalk,'+41 79 555 0001,Pending,")
  const stranger = await fetch(`${cup.url}/admin/teams?format=csv`, { redirect: 'manual' })
  expect(stranger.headers.get('location')).toBe('/login')
})
