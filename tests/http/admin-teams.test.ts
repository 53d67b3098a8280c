import { beforeEach, describe, expect, test } from 'vitest'
import { refusals } from '../../src/domain/refusals.ts'
import {
  type OrganisedCup,
  organiser,
  register,
  said,
  startOrganisedCup,
  textOf,
} from '../support/organised-cup.ts'
import { all, one, text } from '../support/page.ts'
import { watchLog } from '../support/watch-log.ts'

const path = '/admin/teams'

let cup: OrganisedCup
beforeEach(async () => {
  cup = await startOrganisedCup({ teams: 2, hasDraw: false })
})

const idOf = async (player1Name: string) => {
  const team = (await cup.app.teamsForOrganiser(organiser)).find((one) => one.player1Name === player1Name)
  if (!team) throw new Error(`${player1Name} is not registered.`)
  return team.id
}
const teamNamed = async (name: string) =>
  (await cup.view()).entries.find(({ player1Name }) => player1Name === name)

describe('the list', () => {
  test('has its columns before anybody registers', async () => {
    await cup.app.removeTeams({ teamIds: (await cup.view()).entries.map(({ id }) => id) }, organiser)
    for (const show of ['', '?show=pending', '?q=nobody']) {
      const { page } = await cup.page(path + show)
      const columns = all(one(page, 'table'), 'th').map(text)
      expect(columns, show).toEqual(['Player 1', 'Player 2', 'Team(s)', 'Contact', 'Status', 'Actions'])
    }
  })

  test('is filtered by a search and by status, without scripts', async () => {
    await register(cup, 3)
    const found = await cup.page(`${path}?q=ána+2`)
    expect(textOf(found.html)).toContain('Ana 2')
    expect(textOf(found.html)).not.toContain('Ana 1')
    const pending = await cup.page(`${path}?show=pending`)
    expect(textOf(pending.html)).toContain('Ana 3')
    expect(textOf(pending.html)).not.toContain('Ana 1')
  })

  test.each(['/admin/teams', '/admin', '/admin/draw'])(
    '%s offers to draw again with everybody, until a match was played',
    async (page) => {
      await cup.app.createDraw(organiser)
      await register(cup, 3)
      await cup.send(path, { intent: 'approve', teamId: await idOf('Ana 3') })
      expect(textOf((await cup.page(page)).html)).toContain('Draw again with all 3 teams')
      const again = await cup.send(page, { intent: 'draw-again' })
      expect(again.location).toMatch(new RegExp(`^${page}\\?done=`))
      const { html } = await cup.page(again.location ?? '')
      expect(said(html, 'status')[0]).toContain('Drawn again with all 3 teams')
      expect(textOf(html)).not.toContain('Draw again')
      expect(Object.keys((await cup.draw()).teams)).toHaveLength(3)

      const back = await cup.send(page, {
        intent: 'take-back',
        revision: again.location?.split('=')[1] ?? '',
      })
      expect(back.status).toBe(303)
      expect(Object.keys((await cup.draw()).teams)).toHaveLength(2)
      const { id: matchId } = await cup.match(0, 0)
      await cup.send('/admin/draw', { intent: 'set-winner', matchId, side: '1' })
      expect(textOf((await cup.page(page)).html)).not.toContain('Draw again')
      expect((await cup.send(page, { intent: 'draw-again' })).status).toBe(422)
    },
  )

  test('says who can make the draw while there is none, and reserves it for organisers in one tap', async () => {
    const shown = async () => textOf((await cup.page(path)).html)
    expect(await shown()).toContain('Anyone can make the draw now, with the button on the draw page.')
    await cup.app.changeSettings({ registration: 'closed' }, organiser)
    expect(await shown()).toContain('Anyone who opens the draw page makes the draw now.')
    const kept = await cup.send(path, { intent: 'keep-draw' })
    expect(kept.status).toBe(303)
    expect((await cup.view()).settings.drawCreation).toBe('admin')
    for (const words of ['Organisers only', 'the draw page']) expect(await shown()).not.toContain(words)
  })
})

describe('approving', () => {
  test('approves and takes the approval back, and says so after the redirect', async () => {
    await register(cup, 3)
    const teamId = await idOf('Ana 3')
    const approved = await cup.send(path, { intent: 'approve', teamId })
    expect(approved.status).toBe(303)
    expect((await teamNamed('Ana 3'))?.approved).toBe(true)
    const { html } = await cup.page(approved.location ?? '')
    expect(said(html, 'status').join()).toContain('Take back')

    await cup.send(path, { intent: 'unapprove', teamId })
    expect((await teamNamed('Ana 3'))?.approved).toBe(false)
  })

  test('a team in the draw loses its approval with a note that it stays in the draw', async () => {
    await cup.app.createDraw(organiser)
    const removed = await cup.send(path, { intent: 'unapprove', teamId: await idOf('Ana 1') })
    const { html } = await cup.page(removed.location ?? '')
    expect(said(html, 'status').join()).toContain('Still in the draw: Ana 1')
  })

  test('asks before the team limit is exceeded, and the same form confirmed goes through', async () => {
    await cup.app.changeSettings({ teamLimit: 2 }, organiser)
    await register(cup, 3)
    expect(textOf((await cup.page(path)).html)).toContain('1 pending · 2 of 2 places taken')
    const teamId = await idOf('Ana 3')
    const asked = await cup.send(path, { intent: 'approve', teamId })
    expect(asked.status).toBe(409)
    expect(said(asked.html, 'alert').join()).toContain('The limit is 2 teams; 3 would be approved.')
    expect(asked.html).toContain('Approve anyway')
    expect((await teamNamed('Ana 3'))?.approved).toBe(false)
    const confirmed = await cup.send(path, { intent: 'approve', teamId, confirm: 'yes' })
    expect(confirmed.status).toBe(303)
    expect((await teamNamed('Ana 3'))?.approved).toBe(true)
  })

  test('lists a few teams outside the draw below the list, and folds the rest', async () => {
    await cup.app.createDraw(organiser)
    for (let number = 3; number <= 12; number += 1) {
      await register(cup, number)
      await cup.send(path, { intent: 'approve', teamId: await idOf(`Ana ${number}`) })
    }
    const { html } = await cup.page(path)
    const [note = ''] = html.split('<details>', 1)
    expect(textOf(note)).toMatch(/10 approved teams are not in the draw: Ana 3, Ben 3 · .* · Ana 7, Ben 7$/)
    expect(textOf(html)).toContain('And 5 more Ana 8, Ben 8')
    expect(html.indexOf('not in the draw')).toBeGreaterThan(html.indexOf('</table>'))
    await cup.app.setWinner({ matchId: (await cup.match(0, 0)).id, side: 1 }, organiser)
    expect(textOf((await cup.page(path)).html)).not.toContain('not in the draw')
  })

  test('refuses a post without a team, with an unknown team or with an unknown intent', async () => {
    const nobody = await cup.send(path, { intent: 'approve' })
    expect(nobody.status).toBe(422)
    expect(said(nobody.html, 'alert')[0]).toContain('Please select a team first.')
    const unknown = await cup.send(path, { intent: 'dance', teamId: await idOf('Ana 1') })
    expect(unknown.status).toBe(422)
    const gone = await cup.send(path, { intent: 'approve', teamId: 'nobody' })
    expect(gone.status).toBe(404)
  })

  test('answers the page’s own script with a sentence instead of a page', async () => {
    await register(cup, 3)
    const { status, text } = await cup.sendScripted(path, { intent: 'approve', teamId: await idOf('Ana 3') })
    expect(status).toBe(200)
    expect(text).toContain('"message"')
    expect(text.length).toBeLessThan(500)
  })
})

describe('correcting the list', () => {
  test('a typo is corrected, and a refused form keeps what was typed', async () => {
    const teamId = await idOf('Ana 1')
    const open = await cup.page(`${path}?edit=${teamId}`)
    expect(open.html).toMatch(/<dialog[^>]* open=""/)
    const form = {
      intent: 'edit',
      teamId,
      player1Name: '',
      player2Name: 'Ben',
      teams: 'Lions',
      teamPhoneNumber: '1',
    }
    const refused = await cup.send(`${path}?edit=${teamId}`, form)
    expect(refused.status).toBe(422)
    expect(said(refused.html, 'alert').join()).toContain('Player 1 Name')
    expect(refused.html).toContain('value="Lions"')

    const saved = await cup.send(path, { ...form, player1Name: 'Anna' })
    expect(saved.status).toBe(303)
    expect(await teamNamed('Anna')).toMatchObject({ player2Name: 'Ben', teams: 'Lions' })
  })

  test('thousands of selected teams fit into one post', async () => {
    const chosen = Array.from({ length: 4_096 }, (_, at) => ['teamId', `nobody${100_000 + at}`] as const)
    const { status, html } = await cup.send(path, [['intent', 'approve'], ...chosen])
    expect(status).toBe(404)
    expect(said(html, 'alert').join()).toContain(refusals['no-such-team'].sentence)
  })
})

test('a failed logout leaves the organiser signed in', async () => {
  const logged = watchLog(/The session could not be looked up\./)
  cup.storageIs('fails')
  expect((await cup.sendScripted(path, { intent: 'logout' })).status).toBe(503)
  cup.storageIs('works')
  expect(logged).toEqual([expect.stringContaining('logout failed.')])
  expect((await cup.page('/admin')).status).toBe(200)
})
