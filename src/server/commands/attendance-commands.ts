import { roundNameOf, type SideNumber, sideOf, type TeamId } from '../../domain/cup.ts'
import { placeTeam, setAbsent } from '../../domain/draw/attendance.ts'
import { firstMatchOf } from '../../domain/draw/draw-reader.ts'
import { exchangeSides } from '../../domain/draw/exchange-sides.ts'
import { messages } from '../../domain/messages.ts'
import { done, refused } from '../../domain/outcome.ts'
import { exchangeLimit } from '../../domain/settings/limits.ts'
import { drawTeamOf, sideLabel } from '../../domain/teams/names.ts'
import { textOf } from '../../domain/text.ts'
import { readSettings } from '../storage/system-rows.ts'
import { currentEditionTeams, isListed, saveTeam } from '../storage/team-rows.ts'
import { saveAbsent, saveDrawTeams } from '../storage/tournament-rows.ts'
import type { Work } from './change.ts'
import { drawCommand, matchPlace, saveChanged, saveConfirmed, tappedMatch } from './change-draw.ts'
import type { Commands } from './command.ts'
import { type Reader, teamId } from './form-fields.ts'
import { concernsPlaceOf, refuseGone, refuseSince } from './stale-screen.ts'
import { entryChange } from './team-commands.ts'

type MatchSide = { readonly matchId: string; readonly side: SideNumber }

/** 'matchId:side' */
function parseSide(text: string): MatchSide | undefined {
  const [, matchId, side] = /^(.+):([12])$/.exec(text) ?? []
  return matchId ? { matchId, side: Number(side) as SideNumber } : undefined
}

/** A place in the draw, as one field or as `matchId` and `side`. */
const place: Reader<MatchSide> = (form, name) => {
  const spot =
    parseSide(`${textOf(form, 'matchId')}:${textOf(form, 'side')}`) ?? parseSide(textOf(form, name))
  return spot ? done(spot) : refused('no-such-match')
}

/** The fields `from` and `to`, or the two places selected in the dialog. */
const twoPlaces: Reader<{ readonly from: MatchSide; readonly to: MatchSide }> = (form) => {
  const places = form.has('from')
    ? [textOf(form, 'from'), textOf(form, 'to')]
    : form.getAll('chosen').map(String)
  const [from, to] = places.length === exchangeLimit ? places.map(parseSide) : []
  return from && to ? done({ from, to }) : refused('same-side')
}

/** A team did not come, and its opponents have walkovers; or it came after all, and they have to play. */
const markAbsent = (absent: boolean) =>
  drawCommand({ teamId }, async (work, { teamId: id, ...tap }) => {
    const { draw } = work
    const wasAbsent = draw.absent.includes(id)
    if (!firstMatchOf(draw, id) && (absent || !wasAbsent)) return refuseGone(work.db, [id], tap)
    const team = sideLabel(draw.teams, id)
    const words = absent ? `${team} did not come: their opponents go through.` : `${team} came after all.`
    if (absent === wasAbsent) return done({ unchanged: words })
    const outdated = await refuseSince(work.db, tap, (entry) => concernsPlaceOf(entry, id))
    if (outdated) return outdated
    const marked = setAbsent(draw, { team: id, absent, ...work.moment })
    if (!marked.ok) return marked

    await saveAbsent(work.db, draw.id, marked.value.absent)
    const { changes, before } = await saveChanged(work, marked.value.matches)
    const lifted = absent ? undefined : await liftWithdrawal(work, id)
    return done({
      words,
      changes: [{ kind: 'absent', absent: marked.value.absent }, ...changes, ...(lifted?.changes ?? [])],
      before: { ...before, absent: draw.absent, ...(lifted && { withdrawal: lifted.withdrawal }) },
    })
  })

export const attendanceCommands = {
  absent: markAbsent(true),
  present: markAbsent(false),

  /** A late team takes the place of a BYE or of a no-show. */
  place: drawCommand({ teamId, place }, async (work, { teamId: id, place: { matchId, side }, ...tap }) => {
    const { draw } = work
    const [team] = await currentEditionTeams(work.db, [id])
    if (!team || !isListed(team)) return refuseGone(work.db, [id], tap)
    const isMoved = !team.approved || firstMatchOf(draw, id) !== undefined
    const stale = isMoved ? await refuseGone(work.db, [id], tap) : undefined
    if (stale?.reason === 'changed-meanwhile') return stale
    if (!team.approved) return refused('not-approved')
    if (isMoved) return refused('already-in-draw')
    const tapped = await tappedMatch(work, matchId, tap)
    if (!tapped.ok) return tapped
    const match = tapped.value

    const spot = { round: match.round, index: match.index, side }
    const placed = placeTeam(draw, { team: id, place: spot, ...work.moment })
    if (!placed.ok) return placed
    const { matches, absent, replaced } = placed.value
    const added = { [id]: drawTeamOf(team) }
    const teams = { ...draw.teams, ...added }
    await saveDrawTeams(work.db, draw.id, added)
    const isAbsentChanged = absent.length !== draw.absent.length
    if (isAbsentChanged) await saveAbsent(work.db, draw.id, absent)
    const { changes, before } = await saveChanged({ ...work, draw: { ...draw, teams } }, matches)

    const gaveUp = replaced ? sideLabel(teams, replaced) : sideOf(match, side)
    return done({
      words: `${sideLabel(teams, id)} took the place of ${gaveUp} (${matchPlace(draw, match)}).`,
      changes: [
        { kind: 'draw-teams', teams: added },
        ...(isAbsentChanged ? [{ kind: 'absent' as const, absent }] : []),
        ...changes,
      ],
      before: { ...before, ...(isAbsentChanged && { absent: draw.absent }) },
    })
  }),

  /** Swaps two teams of one round. */
  exchange: drawCommand({ places: twoPlaces }, async (work, { places: { from, to }, ...tap }) => {
    const { draw } = work
    const first = await tappedMatch(work, from.matchId, tap)
    if (!first.ok) return first
    const second = await tappedMatch(work, to.matchId, tap)
    if (!second.ok) return second

    const { byes } = await readSettings(work.db)
    const exchanged = exchangeSides(draw, {
      from: { round: first.value.round, index: first.value.index, side: from.side },
      to: { round: second.value.round, index: second.value.index, side: to.side },
      byesPlacedAtOnce: byes === 'at-once',
      ...work.moment,
    })
    if (!exchanged.ok) return exchanged
    const one = sideLabel(draw.teams, sideOf(first.value, from.side))
    const other = sideLabel(draw.teams, sideOf(second.value, to.side))
    return saveConfirmed(work, tap, exchanged.value, {
      words: `${one} and ${other} changed places (${roundNameOf(draw, first.value)}).`,
      message: messages.exchanged,
    })
  }),
} satisfies Commands

/** A team that came after all is no longer withdrawn. */
async function liftWithdrawal({ db, moment }: Work, id: TeamId) {
  const [team] = await currentEditionTeams(db, [id])
  if (!team?.withdrawnAt) return undefined
  const after = { ...team, withdrawnAt: undefined, revision: moment.revision }
  await saveTeam(db, after)
  return { withdrawal: { teamId: id, at: team.withdrawnAt }, changes: [entryChange(after)] }
}
