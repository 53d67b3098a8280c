import { beforeEach, expect, test } from 'vitest'
import { formOf } from '../../../scripts/form-of.ts'
import { anna, aVisitor, mustDo, type OpenCup, openCup } from '../../../tests/support/cup-app.ts'
import { watchLog } from '../../../tests/support/watch-log.ts'
import { type ActionName, actionOf, actions, isFormAction } from '../../domain/actions.ts'
import { messages } from '../../domain/messages.ts'

let cup: OpenCup
let isBroken: boolean
beforeEach(async () => {
  isBroken = false
  cup = await openCup({
    wrapStorage: (storage) => ({
      ...storage,
      transaction: (run) => (isBroken ? Promise.reject(new Error('disk full')) : storage.transaction(run)),
    }),
  })
})

const names = Object.keys(actions) as ActionName[]
const organisers = names.filter((name) => actionOf(name).by === 'organiser')
const unknown = { ok: false, reason: 'unknown-action' }

test('visitors and teams cannot run an organiser’s actions', async () => {
  const { revision } = await cup.app.publicView()
  for (const name of organisers) {
    expect(await cup.app.run(name, formOf({}), aVisitor), name).toMatchObject(unknown)
    expect(await cup.app.run(name, formOf({}), { kind: 'team', token: 'x' }), name).toMatchObject(unknown)
  }
  expect(await cup.app.run('withdraw', formOf({}), aVisitor)).toMatchObject(unknown)
  expect((await cup.app.publicView()).revision).toBe(revision)
})

test('team and table pages cannot run actions for anyone, such as making the draw', async () => {
  await cup.enter('Ann', 'Bob')
  const { revision } = await cup.app.publicView()
  for (const name of names.filter((each) => actionOf(each).by === 'anyone'))
    for (const actor of [{ kind: 'team', token: 'x' } as const, { kind: 'table', table: 1 } as const])
      expect(
        await cup.app.run(name, formOf({ player1Name: 'Cid', teamPhoneNumber: '1' }), actor),
        name,
      ).toMatchObject(unknown)
  expect((await cup.app.publicView()).revision).toBe(revision)
})

test('a form cannot run an action of the cup, nor an unknown one', async () => {
  const others = [...names.filter((name) => !isFormAction(name)), 'dance', 'constructor', '']
  for (const name of others) expect(await cup.app.run(name, formOf({}), anna), name).toMatchObject(unknown)
})

test('a failing storage is answered with the action’s own sentence and the form, without passwords', async () => {
  await cup.enter('Ann', 'Bob')
  mustDo(await cup.app.createDraw(anna))
  isBroken = true
  const logged = watchLog(/set-winner failed/)
  const form = formOf({ matchId: 'x', side: 1, currentPassword: 'secret' })
  expect(await cup.app.run('set-winner', form, anna)).toEqual({
    ok: false,
    reason: 'failed',
    error: messages.winnerFailed,
    details: [],
    fields: [
      ['matchId', 'x'],
      ['side', '1'],
    ],
  })
  expect(logged).toEqual([expect.stringContaining('disk full')])
  expect(logged.join()).not.toContain('secret')
})

test('a question has its revision, and the specification’s sentence if there is one', async () => {
  await cup.enter('Ann', 'Bob')
  mustDo(await cup.app.changeSettings({ organiserTools: 'on' }, anna))
  mustDo(await cup.app.createDraw(anna))
  const { revision } = await cup.app.publicView()
  expect(await cup.app.run('reset', formOf({ asked: 1 }), anna)).toMatchObject({
    reason: 'needs-confirmation',
    error: messages.resetConfirm,
    fields: [['asked', String(revision)]],
  })
})

test('a no-op answers without a revision: there is nothing to take back', async () => {
  mustDo(await cup.app.changeSettings({ registration: 'open' }, anna))
  expect(await cup.app.run('settings', formOf({ registration: 'open' }), anna)).toMatchObject({
    ok: true,
    revision: 0,
  })
})

test('a duplicate request id counts once and gets the same answer, whatever the second form contains', async () => {
  const open = formOf({ registration: 'open', requestId: 'tap-1' })
  const first = await cup.app.run('settings', open, anna)
  const closed = formOf({ registration: 'closed', requestId: 'tap-1' })
  expect(await cup.app.run('settings', closed, anna)).toEqual(first)
  expect((await cup.app.publicView()).settings.registration).toBe('open')
})
