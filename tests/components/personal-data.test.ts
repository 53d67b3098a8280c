import { expect, test } from 'vitest'
import { anna, mustDo, openCup } from '../support/cup-app.ts'
import { eventually, openPage, passes } from '../support/open-page.tsx'

test.each(['/past-tournaments/11', '/past-champions'])(
  '%s, open while a name of a past edition is removed, forgets it',
  async (address) => {
    const cup = await openCup()
    const [, ben = ''] = await cup.play('Ana', 'Ben')
    await cup.win('Ana')
    mustDo(await cup.app.beginEdition({}, anna))
    await openPage(cup, address)
    expect(document.body.textContent).toContain('Ben')
    mustDo(await cup.app.removeName({ teamId: ben, player: 1, confirm: true }, anna))
    await passes(2_000)
    await eventually(() => expect(document.body.textContent).not.toContain('Ben'))
  },
)
