import { screen } from '@testing-library/dom'
import { describe, expect, test } from 'vitest'
import { unanswered } from '../../src/domain/answer.ts'
import { messages } from '../../src/domain/messages.ts'
import { lastTapFailed } from '../../src/domain/organiser-messages.ts'
import { statusMessageMs } from '../../src/domain/settings/limits.ts'
import { actionTimeoutMs } from '../../src/web/reachable.ts'
import { anna, mustDo, type OpenCup, openCup, teamForm } from '../support/cup-app.ts'
import {
  button,
  dialog,
  eventually,
  fates,
  openPage,
  passes,
  says,
  sideAt,
  textsOf,
} from '../support/open-page.tsx'

type Person = Awaited<ReturnType<typeof openPage>>

type Action = {
  readonly path: string
  readonly sentence: string
  /** Instead of `sentence`, if the server never answers. */
  readonly late?: string
  /** The banner once it works. */
  readonly success: string
  /** Prepares the cup; by default with a draw of five teams. */
  readonly ready?: (cup: OpenCup) => Promise<unknown>
  /** Opens the dialog with the button, if there is one. */
  readonly before?: (person: Person) => Promise<void>
  readonly button: () => HTMLElement
  /** The button marked after a failure, if it is another one. */
  readonly marked?: () => HTMLElement
  /** The error is part of the page, with Retry, and stays. */
  readonly isPageError?: true
  /** How many lines it adds to the journal; by default 1. */
  readonly lines?: number
}

const five = ['Ana', 'Ben', 'Cid', 'Dan', 'Eva'] as const
const drawn = (cup: OpenCup) => cup.play(...five)
const toolsOn = async (cup: OpenCup) => mustDo(await cup.app.changeSettings({ organiserTools: 'on' }, anna))

async function drawnWithTools(cup: OpenCup) {
  await drawn(cup)
  await toolsOn(cup)
}

const openMatch = () =>
  document.querySelector('.bracket [data-round="0"] button[data-state="open"]') as HTMLElement
const resetButton = () => document.querySelector('.tool-row [value="reset"]') as HTMLElement
const inDialog = (name: string) => button(name, screen.getByRole('dialog'))

async function openExchange({ tap, user }: Person) {
  if (dialog('Exchange Team Positions')) return
  await tap('Exchange Team Positions')
  const boxes = await eventually(() => screen.getAllByRole('checkbox'))
  for (const at of [0, 2]) await user.click(boxes[at] as HTMLElement)
}

async function openReset({ tap }: Person) {
  if (!dialog('Reset Tournament')) await tap('Reset Tournament')
  await eventually(() => screen.getByRole('dialog', { name: 'Reset Tournament' }))
}

const actions: Readonly<Record<string, Action>> = {
  'approve a team': {
    path: '/admin/teams',
    sentence: messages.approvalFailed,
    success: 'Approved: Zoe',
    ready: async (cup) => {
      mustDo(await cup.app.changeSettings({ registration: 'open' }, anna))
      mustDo(await cup.app.registerTeam(teamForm('Zoe')))
    },
    button: () => button('Approve'),
  },
  'remove an approval': {
    path: '/admin/teams',
    sentence: messages.approvalFailed,
    success: 'Approval removed: Zoe',
    ready: (cup) => cup.enter('Zoe'),
    button: () => button('Remove Approval'),
  },
  'generate the tournament': {
    path: '/admin/draw',
    sentence: messages.createFailed,
    late: messages.loadTimeout,
    success: messages.created,
    ready: (cup) => cup.enter(...five),
    button: () => button('Generate Tournament'),
    isPageError: true,
    // 'Creating' and 'created'.
    lines: 2,
  },
  'advance all byes': {
    path: '/admin/draw',
    sentence: messages.winnerFailed,
    success: 'All byes advanced',
    button: () => button('Advance all byes'),
  },
  'choose a winner': {
    path: '/admin/draw',
    sentence: messages.winnerFailed,
    success: 'advanced to the next round',
    button: openMatch,
  },
  'undo a winner': {
    path: '/admin/draw',
    sentence: messages.undoFailed,
    success: messages.undone,
    ready: async (cup) => {
      await cup.play('Ana', 'Ben')
      await toolsOn(cup)
      await cup.win('Ana')
    },
    button: () => button('Undo'),
  },
  'exchange two teams': {
    path: '/admin/draw',
    sentence: messages.exchangeFailed,
    success: messages.exchanged,
    ready: drawnWithTools,
    before: openExchange,
    button: () => button('Exchange Teams'),
  },
  'reset the tournament': {
    path: '/admin/draw',
    sentence: messages.resetFailed,
    success: messages.wasReset,
    ready: drawnWithTools,
    before: openReset,
    button: () => inDialog('Reset Tournament'),
    marked: resetButton,
  },
  'log out': {
    path: '/admin/teams',
    sentence: messages.logoutFailed,
    success: '',
    button: () => button('Logout'),
  },
}

const troubles = [
  'the network is cut',
  'the server never answers',
  'the server fails',
  'a proxy answers',
] as const

test.each(Object.entries(actions))(
  'to %s without an answer says its own sentence, stays marked, and counts once when it is tapped again',
  async (_name, { ready = drawn, marked, lines = 1, ...action }) => {
    const cup = await openCup()
    await ready(cup)
    const person = await openPage(cup, action.path, { organiser: anna })
    const { revision } = await cup.app.publicView()
    for (const trouble of troubles) {
      const isSilent = trouble === 'the server never answers'
      await action.before?.(person)
      person.network.meets(/action/, fates[trouble])
      await person.user.click(action.button())
      if (isSilent) await passes(actionTimeoutMs)
      const sentence = (isSilent && action.late) || action.sentence
      await says('alert', sentence + unanswered.silent)
      const mark = () => (marked ?? action.button)()
      expect(mark().hasAttribute('data-failed'), trouble).toBe(true)
      expect(describedBy(mark()), trouble).toContain(lastTapFailed)
      person.network.mend()
      if (action.isPageError) continue
      await passes(statusMessageMs)
      expect(textsOf('alert').join(), trouble).not.toContain(sentence)
      expect(mark().hasAttribute('data-failed'), trouble).toBe(true)
    }
    expect((await cup.app.publicView()).revision).toBe(revision)
    if (!action.success) return

    await action.before?.(person)
    await person.user.click(action.button())
    await says('status', action.success)
    expect(document.querySelectorAll('[data-failed]')).toHaveLength(0)
    expect((await cup.app.publicView()).revision).toBe(revision + lines)
  },
)

function describedBy(element: HTMLElement): string {
  const ids = element.getAttribute('aria-describedby')?.split(' ') ?? []
  return ids.map((id) => document.getElementById(id)?.textContent).join(' ')
}

test('an action whose answer was lost counts once when it is tapped again', async () => {
  const cup = await openCup()
  await cup.play('Ana', 'Ben', 'Cid', 'Dan')
  await toolsOn(cup)
  const { revision } = await cup.app.publicView()
  const before = await cup.text()
  const person = await openPage(cup, '/admin/draw', { organiser: anna })
  await openExchange(person)
  person.network.meets(/action/, fates['the answer is lost'])
  await person.tap('Exchange Teams')
  await says('alert', messages.exchangeFailed + unanswered.silent)
  person.network.mend()
  await person.tap('Exchange Teams')
  await says('status', messages.exchanged)
  expect((await cup.app.publicView()).revision).toBe(revision + 1)
  expect(await cup.text()).not.toBe(before)

  await openReset(person)
  person.network.meets(/action/, fates['the answer is lost'])
  await person.user.click(inDialog('Reset Tournament'))
  await says('alert', messages.resetFailed + unanswered.silent)
  person.network.mend()
  await person.tap('Reset Tournament')
  await says('status', messages.wasReset)
  expect((await cup.app.publicView()).revision).toBe(revision + 2)
})

test('a double tap counts once, even where a second tap would undo the first', async () => {
  const cup = await openCup()
  await cup.play('Ana', 'Ben', 'Cid', 'Dan')
  await toolsOn(cup)
  const { revision } = await cup.app.publicView()
  const before = await cup.text()
  const person = await openPage(cup, '/admin/draw', { organiser: anna })
  await openExchange(person)
  await person.user.dblClick(button('Exchange Teams'))
  await says('status', messages.exchanged)
  expect((await cup.app.publicView()).revision).toBe(revision + 1)
  expect(await cup.text()).not.toBe(before)
})

test('a banner goes after 5 seconds, not before, and waits while it is pointed at or focused', async () => {
  const cup = await openCup()
  await cup.play('Ana', 'Ben')
  const { user, network, tap } = await openPage(cup, '/admin/draw', { organiser: anna })
  await user.click(sideAt('0.0', 1))
  await says('status', 'won the cup')
  await passes(statusMessageMs - 100)
  expect(textsOf('status').join()).toContain('won the cup')
  await passes(200)
  expect(textsOf('status').join()).not.toContain('won the cup')

  network.meets(/action/, fates['the network is cut'])
  await user.click(sideAt('0.0', 2))
  await says('alert', messages.winnerFailed)
  const banner = screen.getByRole('alert')
  button('Close').focus()
  await passes(statusMessageMs * 2)
  await user.hover(banner)
  button('Close').blur()
  await passes(statusMessageMs * 2)
  expect(textsOf('alert').join()).toContain(messages.winnerFailed)
  await user.unhover(banner)
  await passes(statusMessageMs)
  expect(textsOf('alert')).toEqual([])
  expect(sideAt('0.0', 2).hasAttribute('data-failed')).toBe(true)
  await tap(/Switch between/)
})

describe('after a tap whose answer was lost', () => {
  const lost = fates['the answer is lost']

  test('an organiser who approved, and removes the approval, can approve again', async () => {
    const cup = await openCup()
    mustDo(await cup.app.changeSettings({ registration: 'open' }, anna))
    mustDo(await cup.app.registerTeam(teamForm('Zoe')))
    const { network, tap } = await openPage(cup, '/admin/teams', { organiser: anna })
    network.meets(/action/, lost)
    await tap('Approve')
    await says('alert', 'never counts twice')
    network.mend()
    await eventually(() => button('Remove Approval'))
    await tap('Remove Approval')
    await eventually(() => button('Approve'))
    await tap('Approve')
    await says('status', 'Approved: Zoe')
    expect((await cup.app.publicView()).entries[0]?.approved).toBe(true)
  })

  test('a table that reported one team, and then the other, can report the first again', async () => {
    const cup = await openCup()
    await cup.play('Ana', 'Ben', 'Cid', 'Dan')
    mustDo(await cup.app.changeSettings({ reports: 'on' }, anna))
    mustDo(await cup.app.callMatch({}, anna))
    const draw = await cup.draw()
    const [one = '', two = ''] =
      draw.rounds[0]?.matches[0]?.sides.map((side) => draw.teams[side]?.name ?? '') ?? []
    const { network, tap } = await openPage(cup, '/table/1')
    const report = async (name: string) => {
      await tap(new RegExp(name))
      await eventually(() => expect(textsOf('status').join()).toContain('Reported'))
      await passes(30_000)
    }
    network.meets(/action/, lost)
    await tap(new RegExp(one))
    await says('alert', 'never counts twice')
    network.mend()
    await passes(30_000)
    await report(two)
    await report(one)
    expect(Object.values(await cup.app.reports(anna))[0]?.map(({ winner }) => winner)).toEqual([1])
  })
})

describe('what cannot be taken back does not offer it', () => {
  const offersTakeBack = () => screen.queryByRole('button', { name: 'Take back' }) !== null

  test('teams deleted permanently', async () => {
    const cup = await openCup()
    const teamIds = await cup.enter('Ana', 'Ben')
    mustDo(await cup.app.removeTeams({ teamIds }, anna))
    const { tap } = await openPage(cup, '/admin/teams?show=removed', { organiser: anna })
    await tap('Delete all removed entries permanently')
    await tap('Delete permanently', await eventually(() => screen.getByRole('dialog')))
    await says('status', 'deleted permanently')
    expect(offersTakeBack()).toBe(false)
  })

  test('the end of the draw show', async () => {
    const cup = await openCup()
    mustDo(await cup.app.changeSettings({ drawShow: 'on' }, anna))
    await drawn(cup)
    const { tap } = await openPage(cup, '/admin/draw', { organiser: anna })
    await tap('Show all lots now')
    await says('status', 'Every lot is shown')
    expect(offersTakeBack()).toBe(false)
  })
})
