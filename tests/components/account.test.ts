import { screen } from '@testing-library/dom'
import { expect, test, vi } from 'vitest'
import { ensureGivenOrganiser } from '../../src/server/accounts/organisers.ts'
import { anna, mustDo, openCup } from '../support/cup-app.ts'
import { eventually, fates, field, openPage, says } from '../support/open-page.tsx'
import { temporaryFolder } from '../support/temporary-folder.ts'

const password = 'chalk-lines-at-nine'

async function cupOfAnna(options: Parameters<typeof openCup>[0] = {}) {
  const cup = await openCup(options)
  await ensureGivenOrganiser(cup, { email: anna.email, password })
  return cup
}

const organisers = () => screen.getByRole('region', { name: 'Organisers' })

test('a page stays when the reload after a change fails', async () => {
  const cup = await cupOfAnna()
  const { network, fill, tap } = await openPage(cup, '/admin/account', { organiser: anna })
  network.meets(/account\.data/, fates['the network is cut'])
  await fill('Email', 'new@cup.test')
  await fill(/^Password/, 'a long enough one', organisers())
  await fill('Your password', password)
  await tap('Add organiser')
  await says('status', 'new@cup.test')
  expect(network.asked).toContain('/admin/account.data')
  expect(screen.getByRole('heading', { name: 'Account' })).toBeDefined()
})

test('a form is cleared by its success, and the other form keeps what was typed', async () => {
  const cup = await cupOfAnna()
  const { fill, tap } = await openPage(cup, '/admin/account', { organiser: anna })
  await fill('Current password', password)
  await fill('New password', 'clay-dust-at-half-past-ten')
  await fill('Email', 'second@cup.test')
  await fill(/^Password/, 'grass-stains-at-noon', organisers())
  await fill('Your password', password)
  await tap('Add organiser')
  await says('status', 'second@cup.test')
  await eventually(() => expect(field('Email').value).toBe(''))
  expect(field('Current password').value).toBe(password)
  expect(field('New password').value).toBe('clay-dust-at-half-past-ten')

  await fill('Email', 'third@cup.test')
  await tap('Change password')
  await eventually(() => expect(field('Current password').value).toBe(''))
  expect(field('New password').value).toBe('')
  expect(field('Email').value).toBe('third@cup.test')
})

test('a change of password whose answer was lost can be sent again', async () => {
  const cup = await cupOfAnna()
  const { network, fill, tap } = await openPage(cup, '/admin/account', { organiser: anna })
  await fill('Current password', password)
  await fill('New password', 'clay-dust-at-half-past-ten')
  network.meets(/action/, fates['the answer is lost'])
  await tap('Change password')
  await says('alert', 'never counts twice')
  network.mend()
  await tap('Change password')
  await says('status', 'password')
})

test('a password that has downloaded a backup is cleared', async () => {
  const backupFolder = await temporaryFolder('backups')
  const cup = await cupOfAnna({ backupFolder })
  mustDo(await cup.app.backUp(anna))
  const { user, fill, tap } = await openPage(cup, '/admin/settings/data', { organiser: anna })
  await user.click(screen.getByText('Download the latest'))
  const assign = vi.spyOn(location, 'assign').mockReturnValue()
  await fill('Your password', 'not that one')
  await tap('Download')
  await says('alert', 'password')
  expect(field('Your password').value).toBe('not that one')
  await fill('Your password', password)
  await tap('Download')
  await eventually(() => expect(assign).toHaveBeenCalledWith('/admin/backup'))
  await eventually(() => expect(field('Your password').value).toBe(''))
})
