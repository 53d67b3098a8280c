import { beforeEach, describe, expect, inject, test } from 'vitest'
import { anna, aVisitor, mustDo, type OpenCup, openCup, teamForm } from '../../../tests/support/cup-app.ts'
import { enginesToTest } from '../../../tests/support/engines.ts'
import { type ManualClock, manualClock } from '../../../tests/support/manual-clock.ts'
import { createDatabase } from '../../../tests/support/postgres.ts'
import { findFaults } from '../../domain/draw/find-faults.ts'
import { writeBackup } from '../backups/backup-file.ts'
import { findEntry, revisionsWith, rewriteEntry } from '../storage/journal-rows.ts'
import { deleteOldPhones } from './personal-data-commands.ts'

const hour = 3_600_000
const day = 24 * hour
let cup: OpenCup
let clock: ManualClock

/** Everything stored, as in a backup. */
async function everything(): Promise<string> {
  const lines: string[] = []
  await writeBackup(cup.storage, (line) => {
    lines.push(line)
  })
  return lines.join('\n')
}

const journal = async () => (await cup.app.journal(anna, { limit: 1_000 })).map(({ words }) => words)
const phones = () => cup.app.keptPhones(anna)
const entries = async () => (await cup.app.publicView()).entries
const idOf = async (name: string) =>
  (await entries()).find(({ player1Name }) => player1Name === name)?.id ?? ''

/** Two teams, one of them edited, played to the end: phone numbers are in the teams and in take-back data. */
async function playFinal() {
  await cup.enter('Ann', 'Bob')
  const edited = teamForm('Ann', { player2Name: 'Cleo', teamPhoneNumber: '+1 555 Ann' })
  mustDo(await cup.app.editTeam({ teamId: await idOf('Ann'), form: edited }, anna))
  mustDo(await cup.app.createDraw(aVisitor))
  await clock.leap(hour)
  await cup.win('Ann')
}

describe.each(enginesToTest)('personal data on %s', (engine) => {
  beforeEach(async () => {
    clock = manualClock()
    const databaseUrl = engine === 'PostgreSQL' ? await createDatabase(inject('postgresUrl')) : undefined
    cup = await openCup({ clock, ...(databaseUrl && { databaseUrl }) })
  })

  describe('phone numbers', () => {
    test('are deleted everywhere 30 days after the final', async () => {
      await playFinal()
      expect(await phones()).toMatchObject([{ edition: 11, phones: 2, overAt: clock.now().toISOString() }])
      await clock.leap(29 * day)
      await deleteOldPhones(cup)
      expect(await phones()).toHaveLength(1)
      await clock.leap(day)
      // The cup checks every hour.
      await expect.poll(() => clock.leap(hour).then(phones)).toEqual([])
      expect(await everything()).not.toContain('+1 555')
      expect((await journal())[0]).toBe('Deleted automatically after the final: 2 phone numbers of N11.')
      expect((await cup.app.teamsForOrganiser(anna)).map(({ teamPhoneNumber }) => teamPhoneNumber)).toEqual([
        '',
        '',
      ])
    })

    test('stay for 30 days after the latest registration, even if the final was won long before', async () => {
      await playFinal()
      await clock.leap(60 * day)
      mustDo(await cup.app.changeSettings({ registration: 'open' }, anna))
      mustDo(await cup.app.registerTeam(teamForm('Dan')))
      await clock.leap(29 * day)
      await deleteOldPhones(cup)
      expect(await everything()).toContain('+1 555 Dan')
      await clock.leap(day)
      await deleteOldPhones(cup)
      expect(await everything()).not.toContain('+1 555 Dan')
    })

    test('stay until the final is won, and for ever if set so', async () => {
      await cup.play('Ann', 'Bob')
      await clock.leap(60 * day)
      await deleteOldPhones(cup)
      expect(await phones()).toEqual([{ edition: 11, phones: 2 }])
      mustDo(await cup.app.changeSettings({ phoneDays: 0 }, anna))
      await cup.win('Ann')
      await clock.leap(60 * day)
      await deleteOldPhones(cup)
      expect(await phones()).toMatchObject([{ phones: 2 }])
    })

    test('stay for 30 days after the next edition was begun, even by mistake', async () => {
      await cup.enter('Ann', 'Bob')
      await clock.leap(40 * day)
      mustDo(await cup.app.beginEdition({}, anna, { confirm: true }))
      await deleteOldPhones(cup)
      expect(await phones()).toMatchObject([{ edition: 11, phones: 2 }])
      await clock.leap(31 * day)
      await deleteOldPhones(cup)
      expect(await phones()).toEqual([])
    })

    test('can be deleted from a past edition, after a question with their number', async () => {
      await playFinal()
      mustDo(await cup.app.beginEdition({}, anna))
      mustDo(await cup.app.changeSettings({ registration: 'open' }, anna))
      mustDo(await cup.app.registerTeam(teamForm('Dan')))
      const asked = await cup.app.deletePhones({ edition: 11 }, anna)
      expect(asked).toMatchObject({ reason: 'for-good', details: ['2 phone numbers of N11 are deleted.'] })
      mustDo(await cup.app.deletePhones({ edition: 11, confirm: true }, anna))
      expect(await everything()).toContain('+1 555 Dan')
      for (const name of ['Ann', 'Bob']) expect(await everything()).not.toContain(`+1 555 ${name}`)
      expect(await cup.app.deletePhones({ edition: 12, confirm: true }, anna)).toMatchObject({
        reason: 'edition-not-over',
      })
      expect(mustDo(await cup.app.deletePhones({ edition: 11, confirm: true }, anna)).unchanged).toBe(true)
    })

    test('are not restored by a take-back, and not required again', async () => {
      await playFinal()
      await cup.enter('Eve')
      const eve = await idOf('Eve')
      mustDo(await cup.app.removeTeams({ teamIds: [eve] }, anna))
      const [line] = await cup.app.journal(anna, { limit: 1 })
      mustDo(await cup.app.deletePhones({ edition: 11, confirm: true }, anna))
      mustDo(await cup.app.takeBack({ revision: line?.revision ?? 0 }, anna))
      expect(await everything()).not.toContain('+1 555')
      const form = teamForm('Eva', { teamPhoneNumber: '' })
      mustDo(await cup.app.editTeam({ teamId: eve, form }, anna))
      expect(await idOf('Eva')).toBe(eve)
    })
  })

  describe('a name that is removed', () => {
    test('is erased everywhere, and draw, champions and journal stay consistent', async () => {
      mustDo(await cup.app.changeSettings({ registration: 'open' }, anna))
      const { token = '' } = mustDo(await cup.app.registerTeam(teamForm('Xeniia', { player2Name: 'Cleo' })))
      const teamId = await idOf('Xeniia')
      // The team corrected a typo: the earlier spelling counts too.
      mustDo(
        await cup.app.correctEntry({
          token,
          form: teamForm('Xenia', { player2Name: 'Cleo', teamPhoneNumber: '' }),
        }),
      )
      mustDo(await cup.app.setApproval({ teamIds: [teamId], approved: true }, anna))
      await cup.enter('Bob')
      mustDo(await cup.app.registerTeam(teamForm('Xena')))
      mustDo(await cup.app.createDraw(aVisitor))
      await cup.win('Xenia')
      const renewed = mustDo(await cup.app.renewLink({ teamId }, anna))
      const shown = mustDo(await cup.app.showLink({ teamId }, anna))
      mustDo(await cup.app.changeEditions({ edition11Winners: 'Xenia & Cleo' }, anna))

      const { epoch, revision: seen } = await cup.app.publicView()
      const asked = await cup.app.removeName({ teamId, player: 1 }, anna)
      expect(asked).toMatchObject({ reason: 'for-good' })
      expect(asked.ok ? [] : asked.details[0]).toContain('becomes Name removed, Cleo')
      mustDo(await cup.app.removeName({ teamId, player: 1, confirm: true }, anna))

      // Nor in the hub's recent events: a new epoch prevents their replay.
      expect((await cup.app.publicView()).epoch).toBeGreaterThan(epoch)
      const kept = await everything()
      for (const gone of ['Xeniia', 'Xenia']) expect(kept).not.toContain(gone)
      // Another player, whose name begins with it, stays.
      expect(kept).toContain('Xena')
      expect(kept).toContain('Name removed & Cleo')
      for (const each of [renewed, shown])
        expect(await cup.app.teamOfLink(each.token, '10.0.0.1')).toMatchObject({ ok: false })
      expect(findFaults(await cup.draw())).toEqual([])
      expect((await cup.draw()).teams[teamId]).toEqual({
        name: 'Name removed',
        players: ['Name removed', 'Cleo'],
      })
      expect(await cup.app.publicView()).toEqual(await cup.fresh())
      // Nor does a list of champions opened earlier bring it back.
      const outdated = { edition11Winners: 'Xenia & Cleo, of course' }
      expect(await cup.app.changeEditions(outdated, anna, { seen })).toMatchObject({
        reason: 'changed-meanwhile',
      })
      const lines = await journal()
      expect(lines[0]).toBe('A name was removed permanently from an entry of N11.')
      expect(lines).toContain('Name removed, Cleo: now called Name removed, Cleo.')
      expect(mustDo(await cup.app.removeName({ teamId, player: 1, confirm: true }, anna)).unchanged).toBe(
        true,
      )
    })

    test('is also erased from a correction, even a pending one', async () => {
      mustDo(await cup.app.changeSettings({ registration: 'open' }, anna))
      const { token = '' } = mustDo(await cup.app.registerTeam(teamForm('Xenia', { player2Name: 'Cleo' })))
      const teamId = await idOf('Xenia')
      mustDo(await cup.app.setApproval({ teamIds: [teamId], approved: true }, anna))
      await cup.enter('Bob')
      mustDo(await cup.app.createDraw(aVisitor))
      for (const name of ['Xanthe', 'Xandra']) {
        const form = teamForm(name, { player2Name: 'Cleo', teamPhoneNumber: '' })
        mustDo(await cup.app.correctEntry({ token, form }))
      }
      mustDo(await cup.app.removeName({ teamId, player: 1, confirm: true }, anna))
      const kept = await everything()
      for (const gone of ['Xenia', 'Xanthe', 'Xandra']) expect(kept).not.toContain(gone)
    })

    test('is erased from journalled reports, under any earlier name', async () => {
      mustDo(await cup.app.changeSettings({ registration: 'open', reports: 'on' }, anna))
      const tokens = new Map<string, string>()
      for (const name of ['Xeniia', 'Bob'])
        tokens.set(name, mustDo(await cup.app.registerTeam(teamForm(name))).token ?? '')
      const [teamId, other] = [await idOf('Xeniia'), await idOf('Bob')]
      mustDo(await cup.app.setApproval({ teamIds: [teamId, other], approved: true }, anna))
      mustDo(await cup.app.createDraw(aVisitor))
      const { id: matchId } = mustDo(await cup.app.callMatch({}, anna)) && (await cup.matchOf('Xeniia'))
      for (const [name, token] of tokens) {
        mustDo(await cup.app.reportOwn({ token, matchId, won: name === 'Bob' }))
        mustDo(await cup.app.takeBackReport({ token, matchId }))
      }
      mustDo(await cup.app.reportAtTable({ table: 1, matchId, side: 1 }))
      mustDo(await cup.app.dismissReports({ matchId }, anna))
      mustDo(await cup.app.editTeam({ teamId, form: teamForm('Xenia') }, anna))
      mustDo(await cup.app.removeName({ teamId, player: 1, confirm: true }, anna))
      const kept = await everything()
      for (const gone of ['Xeniia', 'Xenia']) expect(kept).not.toContain(gone)
      expect(await journal()).toContain('Bob took back its report of Grand Finals.')
    })

    test('is erased from past draws too, and a namesake in another team stays', async () => {
      await playFinal()
      const teamId = await idOf('Ann')
      mustDo(await cup.app.beginEdition({}, anna))
      await cup.enter('Ann')
      const named = await cup.app.teamsNamed(anna, 'ánn')
      expect(named.map(({ edition, id }) => [edition, id === teamId])).toEqual([
        [12, false],
        [11, true],
      ])
      mustDo(await cup.app.removeName({ teamId, player: 1, confirm: true }, anna))
      expect((await cup.app.pastDraw(11))?.teams[teamId]?.players).toEqual(['Name removed', 'Cleo'])
      expect((await cup.app.publicView()).editions.at(-1)?.winners).toBe('Name removed, Cleo')
      expect((await entries()).map(({ player1Name }) => player1Name)).toEqual(['Ann'])
      expect(await journal()).toContain('Ann registered.')
    })

    test('stays among the champions if they are a namesake’s team', async () => {
      await cup.enter('Ann', 'Bob')
      mustDo(await cup.app.createDraw(aVisitor))
      await cup.win('Ann')
      mustDo(await cup.app.registerTeam(teamForm('Ann', { teamPhoneNumber: '0815' })))
      const [other = ''] = (await entries()).filter(({ approved }) => !approved).map(({ id }) => id)
      mustDo(await cup.app.beginEdition({}, anna))
      mustDo(await cup.app.removeName({ teamId: other, player: 1, confirm: true }, anna))
      expect((await cup.app.publicView()).editions.at(-1)?.winners).toBe('Ann')
    })

    /** Lines of versions that stored no team id. */
    const forgetTeamIds = () =>
      cup.storage.transaction(async (db) => {
        for (const revision of await revisionsWith(db, 'link')) {
          const line = await findEntry(db, revision)
          if (line) await rewriteEntry(db, { ...line, details: { message: line.details.message } })
        }
      })

    test.each([
      ['with the id of the team', async () => {}],
      ['of an earlier version, without the id', forgetTeamIds],
    ])('is erased from lines about its link under an earlier name, %s', async (_, makeOld) => {
      await cup.enter('Jonathan Schmidt', 'Jon')
      const teamId = await idOf('Jonathan Schmidt')
      mustDo(await cup.app.showLink({ teamId }, anna))
      mustDo(await cup.app.renewLink({ teamId }, anna))
      mustDo(await cup.app.editTeam({ teamId, form: teamForm('Jon') }, anna))
      mustDo(await cup.app.editTeam({ teamId, form: teamForm('Jon Smith') }, anna))
      const [, smythe = ''] = await cup.enter('Bob', 'Jon Smythe')
      mustDo(await cup.app.showLink({ teamId: smythe }, anna))
      await makeOld()
      mustDo(await cup.app.removeName({ teamId, player: 1, confirm: true }, anna))
      const kept = await everything()
      for (const gone of ['Jonathan', 'Jon Smith"', 'Schmidt']) expect(kept).not.toContain(gone)
      const lines = await journal()
      expect(lines).toContain('The link of Name removed was shown as a QR code.')
      expect(lines).toContain('A new link was made for Name removed.')
      // Other teams, whose names begin with it, stay.
      expect(lines).toContain('The link of Jon Smythe was shown as a QR code.')
      expect(lines).toContain('Jon registered.')
    })

    test('stays in lines about the link of a namesake', async () => {
      const [one = ''] = await cup.enter('Ann')
      mustDo(await cup.app.registerTeam(teamForm('Ann', { teamPhoneNumber: '0815' })))
      const other = (await entries()).find(({ id }) => id !== one)?.id ?? ''
      mustDo(await cup.app.showLink({ teamId: other }, anna))
      mustDo(await cup.app.removeName({ teamId: one, player: 1, confirm: true }, anna))
      expect(await journal()).toContain('The link of Ann was shown as a QR code.')
    })

    test('stays in lines about what a namesake did', async () => {
      const [one = ''] = await cup.enter('Ann')
      mustDo(await cup.app.registerTeam(teamForm('Ann', { teamPhoneNumber: '0815' })))
      const other = (await entries()).find(({ id }) => id !== one)?.id ?? ''
      mustDo(await cup.app.setApproval({ teamIds: [other], approved: true }, anna))
      mustDo(await cup.app.removeName({ teamId: one, player: 1, confirm: true }, anna))
      const lines = await journal()
      for (const line of [
        'Ann registered.',
        'Approved: Ann.',
        'Name removed registered.',
        'Approved: Name removed.',
      ])
        expect(lines).toContain(line)
    })

    test('is asked about again if the team was renamed after the question', async () => {
      const [teamId = ''] = await cup.enter('Ann')
      const { revision: asked } = await cup.app.publicView()
      mustDo(await cup.app.editTeam({ teamId, form: teamForm('Bob') }, anna))
      const confirmed = { teamId, player: 1, confirm: true } as const
      expect(await cup.app.removeName({ ...confirmed, asked }, anna)).toMatchObject({
        reason: 'for-good',
        details: [
          expect.stringContaining('Bob (N11) becomes Name removed'),
          expect.anything(),
          expect.anything(),
        ],
      })
      expect(await idOf('Bob')).toBe(teamId)
      const { revision } = await cup.app.publicView()
      mustDo(await cup.app.removeName({ ...confirmed, asked: revision }, anna))
    })

    test('must exist', async () => {
      await cup.enter('Ann')
      const teamId = await idOf('Ann')
      expect(await cup.app.removeName({ teamId, player: 2, confirm: true }, anna)).toMatchObject({
        reason: 'no-such-team',
      })
      expect(await cup.app.removeName({ teamId: 'nobody', player: 1 }, anna)).toMatchObject({ ok: false })
    })
  })

  describe('removed entries', () => {
    test('are deleted permanently, after a question with their number; those in a draw stay', async () => {
      const ids = await cup.enter('Ann', 'Bob', 'Cid', 'Dan')
      const [, , cid = '', dan = ''] = ids
      mustDo(await cup.app.removeTeams({ teamIds: [dan] }, anna))
      mustDo(await cup.app.createDraw(aVisitor))
      mustDo(await cup.app.changeSettings({ organiserTools: 'on' }, anna))
      const [made] = await cup.app.journal(anna, { actions: ['create-draw'], limit: 1 })
      mustDo(await cup.app.takeBack({ revision: made?.revision ?? 0 }, anna))
      mustDo(await cup.app.removeTeams({ teamIds: [cid] }, anna))

      const asked = await cup.app.deleteRemoved({}, anna)
      expect(asked).toMatchObject({
        reason: 'for-good',
        details: ['1 removed entry is deleted, with phone numbers and links.', '1 in a draw stays.'],
      })
      const { revision } = await cup.app.publicView()
      mustDo(await cup.app.deleteRemoved({ confirm: true, asked: revision }, anna))
      const left = await cup.app.teamsForOrganiser(anna)
      expect(left.map(({ player1Name, removed }) => `${player1Name}${removed ? ' removed' : ''}`)).toEqual([
        'Ann',
        'Bob',
        'Cid removed',
      ])
      expect(await everything()).not.toContain('+1 555 Dan')
      expect((await journal())[0]).toBe('1 removed entry deleted permanently.')
      expect(mustDo(await cup.app.deleteRemoved({ confirm: true }, anna)).unchanged).toBe(true)
    })

    test('are deleted to make room, but not those removed after the question', async () => {
      const [, bob = ''] = await cup.enter('Ann', 'Bob')
      mustDo(await cup.app.removePendingSince({ since: '2025-01-01T00:00:00.000Z' }, anna))
      const { revision: asked } = await cup.app.publicView()
      mustDo(await cup.app.removeTeams({ teamIds: [bob] }, anna))
      expect(mustDo(await cup.app.deleteRemoved({ confirm: true, asked }, anna)).unchanged).toBe(true)
      mustDo(await cup.app.deleteRemoved({ confirm: true }, anna))
      expect(await cup.app.teamsForOrganiser(anna)).toHaveLength(1)
      const [removal] = await cup.app.journal(anna, { actions: ['remove-teams'], limit: 1 })
      expect(removal?.canTakeBack).toBe(false)
    })
  })
})
