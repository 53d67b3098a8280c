import { expect, test } from 'vitest'
import { drawOfNames } from '../../../tests/support/draws.ts'
import type { Settings } from '../cup.ts'
import { gettingReady, type Step, stepsLeft } from './getting-ready.ts'
import { defaultSettings } from './settings.ts'

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
  expect(step(steps, 'edition')?.state).toBe('The Cup N11 · Spring 2025')
  expect(step(steps, 'samples')?.state).toBe('The announcement and 3 links are samples.')
  expect(step(steps, 'registration')?.state).toBe('It is closed.')
  expect(step(steps, 'approval')?.state).toBe('Nobody has registered yet.')
  expect(step(steps, 'drawCreation')?.state).toBe('Anyone, by opening the draw page.')
  expect(step(steps, 'backup')?.state).toBe('None has been made yet.')
  expect(step(steps, 'draw')?.state).toBe('No team is approved yet.')
})

test('a sample that is hidden is no sample any more', () => {
  const settings = { announcement: '', sponsorLink: '', appLink: '' }
  expect(step(stepsOf(settings), 'samples')).toMatchObject({
    state: '1 link is a sample.',
    isDone: false,
  })
  expect(step(stepsOf({ ...settings, citizensCupLink: '' }), 'samples')?.isDone).toBe(true)
})

test('registration stays done once somebody has entered, and approval waits for everybody', () => {
  const open = stepsOf({ registration: 'open' })
  expect(step(open, 'registration')).toMatchObject({ state: 'It is open.', isDone: true })
  const closed = stepsOf({}, [true, true, false])
  expect(step(closed, 'registration')).toMatchObject({ state: 'It is closed again.', isDone: true })
  expect(step(closed, 'approval')).toMatchObject({ state: '1 pending, 2 approved.', isDone: false })
  expect(step(stepsOf({}, [true, true]), 'approval')?.isDone).toBe(true)
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
    { now, backup: { last: '2025-05-02T05:00:00Z' } },
  )
  expect(stepsLeft(steps)).toBe(0)
  expect(step(steps, 'draw')?.state).toBe('Made, with 2 teams.')
})
