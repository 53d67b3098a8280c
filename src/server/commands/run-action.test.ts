import { afterEach, beforeEach, expect, test } from 'vitest'
import { formOf } from '../../../scripts/form-of.ts'
import { anna, aVisitor, mustDo, type OpenCup, openCup } from '../../../tests/support/cup-app.ts'
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
afterEach(() => cup.close())

const names = Object.keys(actions) as ActionName[]
const organisers = names.filter((name) => actionOf(name).by === 'organiser')
const unknown = { ok: false, reason: 'unknown-action' }

test('a visitor, and a team on its own link, can do nothing that is an organiser’s', async () => {
  const { revision } = await cup.app.publicView()
  for (const name of organisers) {
    expect(await cup.app.run(name, formOf({}), aVisitor), name).toMatchObject(unknown)
    expect(await cup.app.run(name, formOf({}), { kind: 'team', token: 'x' }), name).toMatchObject(unknown)
  }
  expect(await cup.app.run('withdraw', formOf({}), aVisitor)).toMatchObject(unknown)
  expect((await cup.app.publicView()).revision).toBe(revision)
})

test('a team’s own link and the page of a table do nothing that is anybody’s: no draw is made in their name', async () => {
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

test('what only the cup does, and what is no action at all, is asked for by no form', async () => {
  const others = [...names.filter((name) => !isFormAction(name)), 'dance', 'constructor', '']
  for (const name of others) expect(await cup.app.run(name, formOf({}), anna), name).toMatchObject(unknown)
})

test('a storage that fails is answered with the action’s own sentence and the form, but no password', async () => {
  await cup.enter('Ann', 'Bob')
  mustDo(await cup.app.createDraw(anna))
  isBroken = true
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
})

test('a question says at which revision it was asked, and has the words of the specification where there are some', async () => {
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

test('what already is as asked answers with no revision: there is nothing to take back', async () => {
  mustDo(await cup.app.changeSettings({ registration: 'open' }, anna))
  expect(await cup.app.run('settings', formOf({ registration: 'open' }), anna)).toMatchObject({
    ok: true,
    revision: 0,
  })
})

test('the same request id counts once and is answered alike, whatever the form says the second time', async () => {
  const open = formOf({ registration: 'open', requestId: 'tap-1' })
  const first = await cup.app.run('settings', open, anna)
  const closed = formOf({ registration: 'closed', requestId: 'tap-1' })
  expect(await cup.app.run('settings', closed, anna)).toEqual(first)
  expect((await cup.app.publicView()).settings.registration).toBe('open')
})
