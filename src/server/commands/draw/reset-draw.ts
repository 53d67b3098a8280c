import type { Draw } from '../../../domain/cup.ts'
import { hasPlayed, teamsInDraw } from '../../../domain/draw/bracket.ts'
import { messages } from '../../../domain/messages.ts'
import { done, type Outcome, refused } from '../../../domain/outcome.ts'
import type { Changed, Organiser, Tap } from '../../app.ts'
import { saveCurrent } from '../../storage/system.ts'
import { insertDraw, saveTournamentStatus } from '../../storage/tournaments.ts'
import { change, type JournalledChange, type Parts, type Work } from '../change.ts'
import { checkTools } from './check-tools.ts'
import { drawLots } from './draw-lots.ts'
import { checkConfirmed, checkDrawSeen, loadCurrentDraw } from './load-draw.ts'

/** Puts the current draw away and draws lots anew. The old one stays in the tables, and can be brought back. */
export function resetDraw(parts: Parts, tap: Tap, organiser: Organiser): Promise<Outcome<Changed>> {
  return change(parts, { who: organiser.email, requestId: tap.requestId }, async (work) => {
    const { db, moment } = work
    const off = await checkTools(work)
    if (off) return off
    const loaded = await loadCurrentDraw(work)
    if (!loaded.ok) return loaded
    const old = loaded.value
    const outdated = await checkDrawSeen(db, old, tap)
    if (outdated) return outdated
    const played = old.rounds.flatMap(({ matches }) => matches.filter(hasPlayed))
    const unconfirmed = checkConfirmed(old, played, tap)
    if (unconfirmed) return unconfirmed
    // The spec asks before every reset, whether anything was played or not.
    if (!tap.confirm) return refused('needs-confirmation')

    const draw = await drawLots(db, moment)
    if (!draw) return refused('no-approved-teams')
    return done({
      action: 'reset',
      words: `The tournament was reset: a new draw with ${Object.keys(draw.teams).length} teams.`,
      message: messages.wasReset,
      ...(await replaceDraw(work, old, draw)),
    })
  })
}

/** A new draw takes the place of the current one, which is put away. */
export async function replaceDraw(
  { db, moment }: Work,
  old: Draw,
  draw: Draw,
): Promise<Pick<JournalledChange, 'changes' | 'before'>> {
  await saveTournamentStatus(db, old.id, 'reset')
  await insertDraw(db, draw)
  await saveCurrent(db, { tournamentID: draw.id, tournamentStatus: 'active', updatedAt: moment.at })
  return {
    changes: [{ kind: 'draw', status: 'active', draw }],
    before: { previousDrawId: old.id, drawnTeams: [...teamsInDraw(old)] },
  }
}
