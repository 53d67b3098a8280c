import type { CupView, Draw, Match } from '../../../src/domain/cup.ts'
import { newTeamId } from '../../../src/server/ids.ts'
import { saveTeams } from '../../../src/server/storage/team-rows.ts'
import { organiser } from '../../support/organised-cup.ts'
import type { TestCup } from '../../support/start-cup.ts'

type NightCup = Pick<TestCup, 'app' | 'storage'>

/** Inserts approved teams directly into the storage, and makes the draw. */
export async function drawTeams({ app, storage }: NightCup, count: number): Promise<Draw> {
  const { settings } = await app.publicView()
  await storage.transaction(async (db) => {
    for (let number = 1; number <= count; number += 1) {
      await saveTeams(db, [
        {
          id: newTeamId(),
          editionId: settings.editionNumber,
          player1Name: `Player ${number}`,
          player2Name: `Partner ${number}`,
          teams: '',
          teamName: `Team-${number}`,
          teamPhoneNumber: phoneOf(number),
          approved: true,
          createdAt: new Date(number).toISOString(),
          removedAt: undefined,
          revision: 0,
        },
      ])
    }
  })
  const made = await app.createDraw(organiser)
  if (!made.ok) throw new Error(`No draw: ${made.reason}`)
  return drawOf(await app.publicView())
}

/** Cannot be confused with an id, a revision or a time. */
export function phoneOf(number: number): string {
  return `+39-055-${String(number).padStart(5, '0')}-99`
}

export function drawOf(view: CupView): Draw {
  if (!view.draw) throw new Error('There is no draw')
  return view.draw
}

/** Taps the winner of a match, as the organiser. */
export async function tap({ app }: NightCup, match: Match, side: 1 | 2 = 1): Promise<number> {
  const outcome = await app.setWinner({ matchId: match.id, side, confirm: true }, organiser)
  if (!outcome.ok) throw new Error(`Refused: ${outcome.reason}`)
  return outcome.value.revision
}
