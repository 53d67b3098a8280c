import { expect, test } from 'vitest'
import { drawOfNames } from '../../../tests/support/draws.ts'
import type { Settings } from '../cup.ts'
import { defaultSettings } from '../settings/settings.ts'
import { gettingReady, type Step, stepsLeft } from './getting-ready.ts'

const now = new Date('2025-05-02T21:00:00Z')

const entry = (id: string, approved: boolean) => ({
  id,
  player1Name: id,
  player2Name: '',
  teams: '',
  teamName: '',
  approved,
  createdAt: '',
})

const stepsOf = (settings: Partial<Settings>, approvals: readonly boolean[] = []) =>
  gettingReady(
    {
      settings: { ...defaultSettings, ...settings },
      entries: approvals.map((approved, at) => entry(`t${at}`, approved)),
    },
    { now },
  )

const step = (steps: readonly Step[], name: Step['name']) => steps.find((each) => each.name === name)

test('a fresh cup has everything before it, and says how it stands', () => {
  const steps = stepsOf({})
  expect(stepsLeft(steps)).toBe(9)
  expect(steps.map(({ name, title, state }) => [name, title, state])).toEqual([
    ['edition', 'Name the edition', 'The Cup N11 · Spring 2025'],
    [
      'samples',
      'Replace the samples',
      "Sponsor announcement, Sponsor link, App link and Citizen's Cup link are samples.",
    ],
    ['registration', 'Open registration', 'It is closed.'],
    ['approval', 'Approve teams', 'Nobody has registered yet.'],
    ['tools', 'Organiser tools', 'Undo, Exchange and Reset cannot be used.'],
    ['drawCreation', 'Who may make the draw', 'Anyone, by opening the draw page.'],
    ['byes', 'Byes', 'They go to the next round once you confirm them.'],
    ['screen', "The bar's TV", 'Open the screen there, and leave it.'],
    ['backup', 'Back up', 'None has been made yet.'],
    ['draw', 'Make the draw', 'No team is approved yet.'],
  ])
})

test.each([
  ['edition', { editionSeason: 'Fall 2025' }, 'The Cup N11 · Fall 2025', true],
  ['edition', { editionTitle: 'The Cup N12', editionSeason: '' }, 'The Cup N12', true],
  ['tools', { organiserTools: 'on' }, 'Undo, Exchange and Reset work.', true],
  ['drawCreation', { drawCreation: 'admin' }, 'Only organisers.', true],
  ['drawCreation', { registration: 'open' }, 'Anyone, by a button on the draw page.', false],
  ['byes', { byes: 'at-once' }, 'They go to the next round when the draw is made.', true],
] as const)('%s with %j: %s', (name, settings, state, isDone) => {
  expect(step(stepsOf(settings), name)).toMatchObject({ state, isDone })
})

test('whether the TV is on, the cup cannot know', () => {
  expect(step(stepsOf({}), 'screen')?.isDone).toBeUndefined()
})

const last = '2025-05-02T05:00:00Z'
test.each([
  ['is done once one is made', 'on', { last }, true],
  ['is not done before', 'on', {}, false],
  ['is not done after one that failed', 'on', { last, failure: 'The disk is full.' }, false],
  ['is not done while backups are switched off', 'off', { last }, false],
] as const)('backing up %s', (_what, backups, backup, isDone) => {
  const settings = { ...defaultSettings, backups }
  expect(step(gettingReady({ settings, entries: [] }, { now, backup }), 'backup')?.isDone).toBe(isDone)
})

test('a sample that is hidden is no sample any more', () => {
  const settings = { announcement: '', sponsorLink: '', appLink: '' }
  expect(step(stepsOf(settings), 'samples')).toMatchObject({
    state: "Citizen's Cup link is a sample.",
    isDone: false,
  })
  expect(step(stepsOf({ ...settings, citizensCupLink: '' }), 'samples')).toMatchObject({
    state: 'No sample is left.',
    isDone: true,
  })
  expect(step(stepsOf({ announcement: '', appLink: '' }), 'samples')?.state).toBe(
    "Sponsor link and Citizen's Cup link are samples.",
  )
  const noLinks = { sponsorLink: '', appLink: '', citizensCupLink: '' }
  expect(step(stepsOf(noLinks), 'samples')).toMatchObject({
    state: 'Sponsor announcement is a sample.',
    isDone: false,
  })
})

test('registration stays done once somebody has entered, and approval waits for everybody', () => {
  const open = stepsOf({ registration: 'open' })
  expect(step(open, 'registration')).toMatchObject({ state: 'It is open.', isDone: true })
  const closed = stepsOf({}, [true, true, false])
  expect(step(closed, 'registration')).toMatchObject({ state: 'It is closed again.', isDone: true })
  expect(step(closed, 'approval')).toMatchObject({ state: '1 pending, 2 approved.', isDone: false })
  expect(step(stepsOf({}, [true, true]), 'approval')?.isDone).toBe(true)
  expect(step(stepsOf({}, [true]), 'approval')?.isDone).toBe(false)
  expect(step(stepsOf({ teamLimit: 2 }, [true, true, false]), 'approval')?.isDone).toBe(true)
  expect(step(stepsOf({ teamLimit: 3 }, [true, true, false, false]), 'approval')?.isDone).toBe(false)
})

test('all of it done leaves nothing', () => {
  const steps = gettingReady(
    {
      settings: {
        ...defaultSettings,
        editionTitle: 'The Cup N12',
        announcement: '',
        sponsorLink: '',
        appLink: '',
        citizensCupLink: '',
        organiserTools: 'on',
        drawCreation: 'admin',
        byes: 'at-once',
      },
      entries: [entry('a', true), entry('b', true)],
      draw: drawOfNames('a b'),
    },
    { now, backup: { last } },
  )
  expect(stepsLeft(steps)).toBe(0)
  expect(step(steps, 'draw')?.state).toBe('Made, with 2 teams.')
})

test('the draw is told with the teams that stand in it, not with those that were replaced', () => {
  const draw = drawOfNames('a b')
  const replaced = { ...draw, teams: { ...draw.teams, late: { name: 'Late', players: ['Late'] } } }
  const steps = gettingReady({ settings: defaultSettings, entries: [], draw: replaced }, { now })
  expect(step(steps, 'draw')?.state).toBe('Made, with 2 teams.')
})
