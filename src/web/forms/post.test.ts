import { afterEach, expect, test, vi } from 'vitest'
import { actions } from '../../domain/actions.ts'
import { reachableAction } from './post.ts'

afterEach(() => vi.unstubAllGlobals())

test('a post without a network keeps what was typed, but no passwords', async () => {
  vi.stubGlobal('navigator', { onLine: false })
  const body = new URLSearchParams({
    email: 'anna@cup.test',
    password: 'secret-1',
    currentPassword: 'secret-2',
  })
  const request = new Request('https://cup.test/admin/account', { method: 'POST', body })
  const serverAction = vi.fn()
  const send = reachableAction('add-organiser') as (args: unknown) => Promise<unknown>
  expect(await send({ request, serverAction })).toMatchObject({
    reason: 'unreachable',
    error: actions['add-organiser'].failed,
    fields: [['email', 'anna@cup.test']],
  })
  expect(serverAction).not.toHaveBeenCalled()
})
