import { beforeEach, describe, expect, test, vi } from 'vitest'
import { refusals } from '../../src/domain/refusals.ts'
import { settingFields } from '../../src/domain/settings/check-settings.ts'
import { defaultSettings, settingTable } from '../../src/domain/settings/settings.ts'
import { expectValidHtml } from '../support/html.ts'
import { type OrganisedCup, organiser, said, startOrganisedCup, textOf } from '../support/organised-cup.ts'
import { all, having, one, text } from '../support/page.ts'
import { startCup } from '../support/start-cup.ts'
import { watchLog } from '../support/watch-log.ts'

const path = '/admin/settings'

let cup: OrganisedCup
beforeEach(async () => {
  cup = await startOrganisedCup({ settings: { registration: 'closed' } })
})

const settings = async () => (await cup.view()).settings

describe('the settings', () => {
  test('the index leads to six pages, which together have every setting', async () => {
    const index = await cup.page(path)
    await expectValidHtml(index.html)
    const links = all(one(index.page, 'nav', having('aria-label', 'Settings')), 'a')
    const titles = [
      'Edition',
      'Registration',
      'Draw and rules',
      'Schedule',
      'Sponsor and links',
      'Data and backups',
    ]
    expect(links.map((link) => text(all(link, 'span')[1] ?? link))).toEqual(titles)
    const names = new Set<string>()
    for (const [at, link] of links.entries()) {
      const { html, page } = await cup.page(link.attributes.href ?? '')
      await expectValidHtml(html)
      expect(text(one(page, 'h1'))).toBe(titles[at])
      for (const { attributes } of all(page, '*')) if (attributes.name) names.add(attributes.name)
    }
    const fields = Object.keys(settingFields(defaultSettings))
    expect(fields.filter((name) => !names.has(name))).toEqual([])
    expect((await cup.page(`${path}/nothing`)).location).toBe(path)
  })

  test('on and off is a switch that says what it means, without scripts too', async () => {
    const tools = async () =>
      one(
        (await cup.page(`${path}/draw`)).page,
        'input',
        having('aria-labelledby', await labelOf('Organiser tools')),
      )
    const labelOf = async (words: string) =>
      one(
        (await cup.page(`${path}/draw`)).page,
        'span',
        (span) => Boolean(span.attributes.id) && text(span) === words,
      ).attributes.id ?? ''
    expect((await tools()).attributes).toMatchObject({ role: 'switch', type: 'checkbox', value: 'on' })
    expect('checked' in (await tools()).attributes).toBe(false)
    // As a browser posts a switch that is on: the hidden field comes first.
    await cup.send(`${path}/draw`, [
      ['organiserTools', 'off'],
      ['organiserTools', 'on'],
    ])
    expect((await settings()).organiserTools).toBe('on')
    expect('checked' in (await tools()).attributes).toBe(true)
    expect(textOf((await cup.page(`${path}/draw`)).html)).toContain('On: Undo, Exchange and Reset work')
    await cup.send(`${path}/draw`, { organiserTools: 'off' })
    expect((await settings()).organiserTools).toBe('off')
  })

  test('settings that differ from their default are listed in one place, folded', async () => {
    expect(textOf((await cup.page(`${path}/schedule`)).html)).not.toContain('Default')
    await cup.app.changeSettings({ scheduleStart: '20:00', byes: 'at-once' }, organiser)
    const folded = async (group: string) =>
      text(
        one((await cup.page(`${path}/${group}`)).page, 'details', (fold) =>
          text(fold).startsWith('Defaults'),
        ),
      )
    expect(await folded('schedule')).toContain('Schedule start Default: 9:15 PM Back to default')
    expect(await folded('draw')).toContain('Default: Off: byes advance once an organiser confirms them')
  })

  test('a post may carry a single setting, and the others stay', async () => {
    const saved = await cup.send(path, { organiserTools: 'on' })
    expect(saved.status).toBe(303)
    expect(said((await cup.page(saved.location ?? '')).html, 'status')).toHaveLength(1)
    expect(await settings()).toEqual({ ...defaultSettings, organiserTools: 'on' })
  })

  test('an hour posted as it was shown stays the same, whatever the time zone of the server', async () => {
    vi.stubEnv('TZ', 'Europe/Berlin')
    const registrationClosesAt = '2031-05-02T18:00:00.000Z'
    await cup.app.changeSettings({ registrationClosesAt }, organiser)
    const { html } = await cup.page(`${path}/registration`)
    expect(html).toContain('In universal time (UTC).')
    const shown = /name="registrationClosesAt"[^>]* value="([^"]+)"/.exec(html)?.[1] ?? ''
    expect(shown).toBe('2031-05-02T18:00')
    await cup.send(path, { registrationClosesAt: shown })
    expect((await settings()).registrationClosesAt).toBe(registrationClosesAt)
    vi.unstubAllEnvs()
  })

  test('simultaneous posts, each of another past champion, are all saved', async () => {
    const numbers = [3, 5, 7]
    const together = Promise.withResolvers<void>()
    let awaited = Number.POSITIVE_INFINITY
    const cup = await startCup({
      wrapStorage: (storage) => ({
        ...storage,
        async transaction(run) {
          awaited -= 1
          if (awaited === 0) together.resolve()
          if (awaited < numbers.length) await together.promise
          return storage.transaction(run)
        },
      }),
    })
    const cookie = await cup.signIn()
    awaited = numbers.length
    const answers = await Promise.all(
      numbers.map((number) =>
        fetch(cup.url + path, {
          method: 'POST',
          headers: { cookie },
          body: new URLSearchParams({ intent: 'editions', [`edition${number}Winners`]: `Pair ${number}` }),
          redirect: 'manual',
        }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303])
    const { editions } = await cup.app.publicView()
    const winners = editions.filter(({ number }) => numbers.includes(number)).map(({ winners }) => winners)
    expect(winners).toEqual(['Pair 3', 'Pair 5', 'Pair 7'])
  })

  test.each(['2025-13-45T10:00', '2025-02-31T10:00'])(
    'a closing time that does not exist is refused by name, and stays as it was typed: %s',
    async (typed) => {
      const { status, html } = await cup.send(path, { registrationClosesAt: typed })
      expect(status).toBe(422)
      expect(said(html, 'alert').join()).toContain(settingTable.registrationClosesAt.label)
      expect(html).toContain(typed)
    },
  )

  test('a bad value is refused with its field named, and everything typed stays', async () => {
    const typed = { scheduleStart: '25:99', scheduleGroupSize: '8', scheduleInterval: '20' }
    const { status, html } = await cup.send(path, typed)
    expect(status).toBe(422)
    await expectValidHtml(html)
    expect(said(html, 'alert')[0]).toContain(settingTable.scheduleStart.label)
    expect(html).toMatch(
      /name="scheduleStart"[^>]*aria-invalid="true"|aria-invalid="true"[^>]*name="scheduleStart"/,
    )
    for (const value of Object.values(typed)) expect(html).toContain(`value="${value}"`)
    expect(await settings()).toEqual(defaultSettings)
  })

  test("an hour is shown and read on the cup's clock", async () => {
    await cup.send(path, { timeZone: 'america/new_york' })
    expect((await settings()).timeZone).toBe('America/New_York')
    await cup.send(path, { registrationClosesAt: '2031-05-02T18:00' })
    expect((await settings()).registrationClosesAt).toBe('2031-05-02T22:00:00.000Z')
    const { html } = await cup.page(`${path}/registration`)
    expect(html).toMatch(/name="registrationClosesAt"[^>]* value="2031-05-02T18:00"/)
    expect(html).not.toContain('UTC')
    const [line] = await cup.app.journal(organiser, { limit: 1 })
    expect(line?.words).toBe('Settings changed: Registration closing time now 2031-05-02 18:00.')
  })

  test('an unknown time zone, and a day that does not exist, are refused by name', async () => {
    const tries: Record<string, string>[] = [{ timeZone: 'Mars/Olympus' }, { eventDate: '2025-02-31' }]
    for (const typed of tries) {
      const { status, html } = await cup.send(`${path}/edition`, typed)
      expect(status).toBe(422)
      expect(said(html, 'alert').join()).toMatch(/Time zone must be|Date of the evening must be/)
      expect(html).toContain(Object.values(typed)[0])
    }
  })

  test('a setting goes back to its default with one tap', async () => {
    const schedule = `${path}/schedule`
    await cup.send(path, { scheduleStart: '20:00', editionTitle: 'The Cup N12' })
    expect((await cup.page(schedule)).html).toMatch(/<button[^>]*value="scheduleStart"[^>]*name="default"/)
    await cup.send(schedule, { default: 'scheduleStart', scheduleStart: '20:00', scheduleInterval: '99' })
    expect(await settings()).toEqual({ ...defaultSettings, editionTitle: 'The Cup N12' })
    expect((await cup.page(schedule)).html).not.toMatch(
      /<button[^>]*value="scheduleStart"[^>]*name="default"/,
    )
    expect((await cup.send(path, { default: 'nothing' })).status).toBe(422)
  })

  test('special events are changed one by one and go back together', async () => {
    await cup.send(path, { event1Name: 'Warm-up', event1Time: '20:30' })
    const [first, second] = (await settings()).specialEvents
    expect(first).toMatchObject({ time: '20:30', name: 'Warm-up' })
    expect(second).toEqual(defaultSettings.specialEvents[1])
    await cup.send(path, { default: 'specialEvents' })
    expect((await settings()).specialEvents).toEqual(defaultSettings.specialEvents)
  })

  test('a failing storage is reported', async () => {
    const logged = watchLog(/The session could not be looked up\./)
    cup.storageIs('fails')
    const { status, text } = await cup.sendScripted(path, { teamLimit: '32' })
    expect(status).toBe(503)
    expect(text).toContain('The settings could not be saved. Please try again.')
    expect(logged).toEqual([expect.stringContaining('settings failed.')])
  })
})

test("a past champion's theme that is too long is refused", async () => {
  const { status } = await cup.send(path, { intent: 'editions', edition1Theme: 'x'.repeat(500) })
  expect(status).toBe(422)
})

test('hiding the entries and the draw of an edition is asked about, and confirmed by the same form', async () => {
  await cup.app.changeSettings({ registration: 'open' }, organiser)
  const team = { player2Name: '', teams: '', teamPhoneNumber: '1' }
  await cup.app.registerTeam({ ...team, player1Name: 'Ann' })
  await cup.app.beginEdition({ registration: 'open' }, organiser, { confirm: true })
  await cup.app.registerTeam({ ...team, player1Name: 'Bob' })
  const { status, html } = await cup.send(path, { editionNumber: '11' })
  expect(status).toBe(409)
  await expectValidHtml(html)
  expect(textOf(html)).toContain('N12 is hidden: 1 entry and no draw.')
  expect(html).toMatch(/<input type="hidden" name="editionNumber" value="11"/)
  expect((await settings()).editionNumber).toBe(12)
  expect(await cup.send(path, { editionNumber: '11', confirm: 'yes' })).toMatchObject({ status: 303 })
  expect((await cup.view()).entries.map(({ player1Name }) => player1Name)).toEqual(['Ann'])
})

test('past champions have their own page', async () => {
  const { html } = await cup.page('/admin/champions')
  await expectValidHtml(html)
  expect(html).toContain('name="edition11Winners"')
  // The season of the edition being played is a setting.
  expect(html).toContain('name="edition10Season"')
  expect(html).not.toContain('name="edition11Season"')
  const written = {
    theme: 'Neon',
    season: 'Summer 2021',
    winners: `${'Maximiliana '.repeat(6)}, ${'Konstantinos '.repeat(6)}`,
  }
  const saved = await cup.send('/admin/champions', {
    edition3Theme: written.theme,
    edition3Season: written.season,
    edition3Winners: written.winners,
  })
  expect(saved).toMatchObject({ status: 303 })
  expect(saved.location).toContain('/admin/champions?done=')
  expect((await cup.view()).editions[2]).toMatchObject({ ...written, winners: written.winners.trim() })
})

test('the champions of a new edition are recorded too', async () => {
  await cup.send(path, { editionNumber: '12', editionSeason: 'Fall 2025' })
  expect((await cup.page('/admin/champions')).html).toContain('name="edition12Winners"')
  await cup.send(path, { intent: 'editions', edition3Theme: 'Neon', edition12Winners: '' })
  expect((await cup.view()).editions).toHaveLength(11)
  await cup.send(path, { intent: 'editions', edition12Winners: 'Ann and Bob' })
  const next = { number: 12, season: 'Fall 2025', theme: '', winners: 'Ann and Bob' }
  expect((await cup.view()).editions.at(-1)).toEqual(next)
  const champions = await (await fetch(`${cup.url}/past-champions`)).text()
  expect(champions).toContain('Ann and Bob')
})

test('a new club empties the history in one tap, and takes that back', async () => {
  await cup.send('/admin/champions', { edition4Winners: 'Ann and Bob' })
  const before = (await cup.view()).editions
  const { page, html } = await cup.page('/admin/champions')
  const form = one(page, 'form', (each) => text(each).includes('Start with an empty history'))
  const numbers = all(form, 'input', having('name', 'edition')).map(
    ({ attributes }) => attributes.value ?? '',
  )
  expect(numbers).toEqual(['1', '2', '3', '5', '6', '7', '8', '9', '10', '11'])
  const emptied = await cup.send('/admin/champions', [
    ['intent', 'delete-editions'],
    ...numbers.map((number) => ['edition', number] as const),
  ])
  expect(emptied.status).toBe(303)
  expect((await cup.view()).editions.map(({ number }) => number)).toEqual([4])
  expect(textOf((await cup.open('/past-champions')).html)).not.toContain('Spring 2020')
  const revision = String((await cup.view()).revision)
  await cup.send('/admin/champions', { intent: 'take-back', revision })
  expect((await cup.view()).editions).toEqual(before)
  expect(html).toContain('form="delete-4"')
})

test('a single edition can be deleted, but not one with a draw or one that has changed in the meantime', async () => {
  await cup.send('/admin/champions', { intent: 'delete-editions', edition: '3' })
  expect((await cup.view()).editions.map(({ number }) => number)).not.toContain(3)
  const { revision: seen } = await cup.view()
  await cup.app.changeEditions({ edition5Winners: 'Ann' }, organiser)
  const stale = await cup.send('/admin/champions', {
    intent: 'delete-editions',
    edition: '5',
    seen: String(seen),
  })
  expect(stale.status).toBe(409)
  await cup.app.changeSettings({ registration: 'open' }, organiser)
  const team = { player2Name: '', teams: '', teamPhoneNumber: '1' }
  for (const player1Name of ['Ann', 'Bob']) await cup.app.registerTeam({ ...team, player1Name })
  const teamIds = (await cup.view()).entries.map(({ id }) => id)
  await cup.app.setApproval({ teamIds, approved: true }, organiser)
  await cup.app.createDraw(organiser)
  await cup.app.beginEdition({}, organiser, { confirm: true })
  const drawn = await cup.send('/admin/champions', { intent: 'delete-editions', edition: '11' })
  expect(drawn.status).toBe(422)
  expect(textOf(drawn.html)).toContain(refusals['edition-drawn'].sentence)
  expect((await cup.page('/admin/champions')).html).not.toContain('form="delete-11"')
})
