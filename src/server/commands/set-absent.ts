import type { TeamId } from '../../domain/cup.ts'
import { firstMatchOf } from '../../domain/draw-reader.ts'
import { done, type Outcome, refused } from '../../domain/outcome.ts'
import { setAbsent as mark } from '../../domain/set-absent.ts'
import { sideLabel } from '../../domain/team-names.ts'
import type { Changed, Organiser, Tap } from '../app.ts'
import { saveAbsent } from '../storage/tournaments.ts'
import { change, type Parts } from './change.ts'
import { loadCurrentDraw, saveChanged } from './match-work.ts'

/** A team did not come, or came after all: its opponents have walkovers, or have to play. */
export function setAbsent(
  parts: Parts,
  { teamId, absent, ...tap }: { teamId: TeamId; absent: boolean } & Tap,
  organiser: Organiser,
): Promise<Outcome<Changed>> {
  return change(parts, { who: organiser.email, requestId: tap.requestId }, async (work) => {
    const loaded = await loadCurrentDraw(work)
    if (!loaded.ok) return loaded
    const draw = loaded.value
    const first = firstMatchOf(draw, teamId)
    if (!first) return refused('no-such-team')
    const marked = mark(draw, { team: teamId, first, absent, ...work.moment })
    if (!marked.ok) return marked

    const team = sideLabel(draw.teams, teamId)
    const words = absent ? `${team} did not come: their opponents go through.` : `${team} came after all.`
    if (draw.absent.includes(teamId) === absent) return done({ unchanged: words })
    await saveAbsent(work.db, draw.id, marked.value.absent)
    const { changes, before } = await saveChanged(work, draw, marked.value.matches)
    return done({
      action: 'set-absent',
      words,
      changes: [{ kind: 'absent', absent: marked.value.absent }, ...changes],
      before: { ...before, absent: draw.absent },
    })
  })
}
