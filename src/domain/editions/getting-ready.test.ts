import { expect, test } from 'vitest'
import { drawOfNames, entryOf } from '../../../tests/support/draws.ts'
import type { Entry, Settings } from '../cup.ts'
import { checkSettings } from '../settings/check-settings.ts'
import { defaultSettings } from '../settings/settings.ts'
import { gettingReady, hiddenSamples, type Step, stepsLeft, usualSettings } from './getting-ready.ts'

const now = new Date('2025-05-02T21:00:00Z')

const stepsOf = (settings: Partial<Settings>, approvals: readonly boolean[] = []) =>
  gettingReady(
    {
      settings: { ...defaultSettings, ...settings },
      entries: approvals.map((approved, at) => entryOf(`t${at}`, { approved })),
    },
    now,
  )

const step = (steps: readonly Step[], name: Step['name']) => steps.find((each) => each.name === name)

const samples = "Sponsor announcement, Sponsor link, App link, Citizen's Cup link and Special events"

test('lists the steps of a fresh cup in order', () => {
  const steps = stepsOf({})
  expect(stepsLeft(steps)).toBe(7)
  expect(steps.map(({ name, title, state }) => [name, title, state])).toEqual([
    ['edition', 'Name and date', 'The Cup N11 · Spring 2025 · no date yet'],
    ['samples', 'Replace the samples', `${samples} are samples.`],
    [
      'usual',
      'The usual settings for an evening',
      'Undo, Exchange and Reset work, byes go through at once, and only organisers make the draw.',
    ],
    ['open', 'Open registration', 'It is closed.'],
    ['approval', 'Approve teams', 'No team has registered yet.'],
    ['close', 'Close registration', 'Once the teams are in.'],
    ['checkIn', 'Check teams in', 'Optional: teams check in on their own page.'],
    ['draw', 'Make the draw', 'No team is approved yet.'],
    ['screen', "The bar's TV", 'Open this address on the TV, and leave it open.'],
  ])
})

const dated = { eventDate: '2025-05-02', venue: 'The Old Bar' }
test.each([
  [{ editionSeason: 'Fall 2025' }, 'The Cup N11 · Fall 2025 · no date yet', false],
  [dated, 'The Cup N11 · Spring 2025 · Fri 2 May 2025, 9:15 PM · The Old Bar', true],
  [
    { ...dated, editionTitle: 'Our Cup', editionSeason: '' },
    'Our Cup · Fri 2 May 2025, 9:15 PM · The Old Bar',
    true,
  ],
] as const)('name and date with %j: %s', (settings, state, isDone) => {
  expect(step(stepsOf(settings), 'edition')).toMatchObject({ state, isDone })
})

test('the usual settings are three', () => {
  expect(step(stepsOf({ organiserTools: 'on', byes: 'at-once' }), 'usual')?.isDone).toBe(false)
  expect(step(stepsOf(usualSettings), 'usual')?.isDone).toBe(true)
})

test('the steps for the TV and check-in cannot be checked', () => {
  for (const name of ['screen', 'checkIn'] as const) expect(step(stepsOf({}), name)?.isDone).toBeUndefined()
})

test('a hidden sample counts as replaced', () => {
  const settings = { announcement: '', sponsorLink: '', appLink: '', specialEvents: [] }
  expect(step(stepsOf(settings), 'samples')).toMatchObject({
    state: "Citizen's Cup link is a sample.",
    isDone: false,
  })
  const none = { ...settings, citizensCupLink: '' }
  expect(step(stepsOf(none), 'samples')).toMatchObject({ state: 'No samples are left.', isDone: true })
  const { specialEvents: _events, ...noLinks } = none
  expect(step(stepsOf(noLinks), 'samples')?.state).toBe('Special events are samples.')
})

test('one form hides all samples, and keeps replaced values and the times of the specification', () => {
  const settings = { ...defaultSettings, appLink: 'https://club.example' }
  expect(Object.keys(hiddenSamples(settings))).toContain('event6Description')
  const hidden = checkSettings(hiddenSamples(settings), settings)
  if (!hidden.ok) throw new Error(hidden.reason)
  const after = { ...settings, ...hidden.value }
  expect(step(stepsOf(after), 'samples')?.isDone).toBe(true)
  expect(after.appLink).toBe('https://club.example')
  expect(after.specialEvents.map(({ time, name, description }) => `${time} ${name}${description}`)).toEqual([
    '21:00 1st Round',
    '22:00 2nd Round',
    '23:00 3rd Round',
    '00:00 4th and Final Round',
  ])
})

test('registration is opened, then closed; approval is done once no team is pending', () => {
  const open = stepsOf({ registration: 'open' }, [true])
  expect(step(open, 'open')).toMatchObject({ state: 'It is open.', isDone: true })
  expect(step(open, 'close')).toMatchObject({ state: 'It is open.', isDone: false })
  const closing = { registration: 'open', registrationClosesAt: '2025-05-02T22:00:00.000Z' } as const
  expect(step(stepsOf(closing, [true]), 'close')?.state).toBe('It closes at the set time.')
  const closed = stepsOf({}, [true, true, false])
  expect(step(closed, 'open')).toMatchObject({ state: 'It is closed again.', isDone: true })
  expect(step(closed, 'close')).toMatchObject({ state: 'It is closed.', isDone: true })
  expect(step(closed, 'approval')).toMatchObject({ state: '1 pending, 2 approved.', isDone: false })
  expect(step(stepsOf({}, [true, true]), 'approval')?.isDone).toBe(true)
  expect(step(stepsOf({}, [true]), 'approval')?.isDone).toBe(false)
  expect(step(stepsOf({ teamLimit: 2 }, [true, true, false]), 'approval')?.isDone).toBe(true)
  expect(step(stepsOf({ teamLimit: 3 }, [true, true, false, false]), 'approval')?.isDone).toBe(false)
})

test('with check-in on, counts the teams that are here', () => {
  const settings = { ...defaultSettings, checkIn: 'on' } as const
  const here = (...entries: Entry[]) => step(gettingReady({ settings, entries }, now), 'checkIn')
  expect(here(entryOf('a', { checkedInAt: 'then' }), entryOf('b'))).toMatchObject({
    state: '1 of 2 teams is here.',
    // Missing teams do not hold up the draw.
    isDone: undefined,
  })
  expect(here(entryOf('a', { checkedInAt: 'then' }), entryOf('b', { checkedInAt: 'then' }))).toMatchObject({
    state: '2 of 2 teams are here.',
    isDone: true,
  })
})

test('check-in is done once the draw is made, even if teams are missing, and only if it is on', () => {
  const entries = [entryOf('a'), entryOf('b', { checkedInAt: 'then' })]
  const withDraw = (checkIn: 'on' | 'off') =>
    gettingReady({ settings: { ...defaultSettings, checkIn }, entries, draw: drawOfNames('a b') }, now)
  expect(step(withDraw('on'), 'checkIn')?.isDone).toBe(true)
  expect(step(withDraw('off'), 'checkIn')?.isDone).toBeUndefined()
  expect(step(stepsOf({ checkIn: 'on' }), 'checkIn')?.isDone).toBeUndefined()
})

test('no step is left once all are done', () => {
  const steps = gettingReady(
    {
      settings: {
        ...defaultSettings,
        ...usualSettings,
        ...dated,
        editionTitle: 'The Cup N12',
        announcement: '',
        sponsorLink: '',
        appLink: '',
        citizensCupLink: '',
        specialEvents: [],
      },
      entries: [entryOf('a'), entryOf('b')],
      draw: drawOfNames('a b'),
    },
    now,
  )
  expect(stepsLeft(steps)).toBe(0)
  expect(step(steps, 'draw')?.state).toBe('Made, with 2 teams.')
})

test('the draw counts its current teams, not replaced ones', () => {
  const draw = drawOfNames('a b')
  const replaced = { ...draw, teams: { ...draw.teams, late: { name: 'Late', players: ['Late'] } } }
  const steps = gettingReady({ settings: defaultSettings, entries: [], draw: replaced }, now)
  expect(step(steps, 'draw')?.state).toBe('Made, with 2 teams.')
})
