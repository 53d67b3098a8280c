import { data, redirect } from 'react-router'
import { type Draw, type SideNumber, winnerOf } from '../../../../domain/cup.ts'
import { winnerMessage } from '../../../../domain/draw/winners.ts'
import { messages } from '../../../../domain/messages.ts'
import { sideName } from '../../../../domain/teams/names.ts'
import { createDrawError } from '../../../create-draw-error.ts'
import { type Answer, answer, fieldsOf, refuse } from '../../../forms/answer.ts'
import { type SignedIn, takeBack, tapOf, textOf } from '../../../forms/signed-in.ts'
import { logFailure } from '../../../log-failure.ts'
import { paths } from '../../../paths.ts'

/** What the forms of draw management can ask for. */
export async function drawCommand(parts: SignedIn, form: FormData) {
  const { app, organiser } = parts
  const tap = tapOf(form)
  const attempt = { parts, form, back: paths.adminDraw }
  const matchId = textOf(form, 'matchId')
  const teamId = textOf(form, 'teamId')

  switch (textOf(form, 'intent')) {
    case 'set-winner': {
      const target = sideIn(form)
      if (!target) return refuse('no-such-match', form)
      const command = () => app.setWinner({ ...target, ...tap }, organiser)
      const backUnchanged = `${paths.adminDraw}?confirmed=${encodeURIComponent(target.matchId)}`
      return answer({ ...attempt, backUnchanged, failure: messages.winnerFailed, command })
    }
    case 'undo': {
      const command = () => app.undoWinner({ matchId, ...tap }, organiser)
      return answer({ ...attempt, failure: messages.undoFailed, command })
    }
    case 'exchange': {
      const [from, to] = exchangedSides(form)
      if (!from || !to) return refuse('same-side', form)
      const command = () => app.exchangeSides({ from, to, ...tap }, organiser)
      return answer({ ...attempt, failure: messages.exchangeFailed, command })
    }
    case 'reset': {
      const command = () => app.resetDraw(tap, organiser)
      return answer({ ...attempt, failure: messages.resetFailed, question: messages.resetConfirm, command })
    }
    case 'advance-byes': {
      const command = () => app.advanceByes(tap, organiser)
      return answer({ ...attempt, failure: messages.winnerFailed, command })
    }
    case 'absent':
    case 'present': {
      const absent = textOf(form, 'intent') === 'absent'
      if (!teamId) return refuse('no-team-chosen', form)
      const command = () => app.setAbsent({ teamId, absent, ...tap }, organiser)
      return answer({ ...attempt, failure: messages.winnerFailed, command })
    }
    case 'place': {
      const place = sideIn(form) ?? parseSide(textOf(form, 'place'))
      if (!teamId) return refuse('no-team-chosen', form)
      if (!place) return refuse('no-such-match', form)
      const command = () => app.placeTeam({ ...place, teamId, ...tap }, organiser)
      return answer({
        ...attempt,
        failure: 'The team could not be put into the draw. Please try again.',
        command,
      })
    }
    case 'call': {
      const table = Number.parseInt(textOf(form, 'table'), 10)
      const target = { ...(matchId && { matchId }), ...(Number.isSafeInteger(table) && { table }) }
      const command = () => app.callMatch({ ...target, ...tap }, organiser)
      return answer({ ...attempt, failure: 'The match could not be called. Please try again.', command })
    }
    case 'uncall': {
      const command = () => app.uncallMatch({ matchId, ...tap }, organiser)
      return answer({ ...attempt, failure: 'The match could not be called back. Please try again.', command })
    }
    case 'draw-again':
      return drawAgain(parts, form, paths.adminDraw)
    case 'generate':
      return generate(parts, form)
    case 'take-back':
      return takeBack(parts, form, paths.adminDraw)
    default:
      return refuse('unknown-action', form)
  }
}

/** What a browser without scripts reads after reconfirming a winner that already is where it belongs. */
export function confirmedLine(draw: Draw | undefined, matchId: string | null) {
  const match = draw?.rounds.flatMap(({ matches }) => matches).find(({ id }) => id === matchId)
  const winner = match && winnerOf(match)
  if (!draw || !match || !winner) return undefined
  const team = sideName(draw.teams, winner)
  return { words: winnerMessage(team, match, draw.rounds.length), revision: 0, canTakeBack: false }
}

async function generate(parts: SignedIn, form: FormData) {
  const outcome = await parts.app.createDraw(parts.organiser).catch((error: unknown) => {
    logFailure(error)
    return createDrawError(error)
  })
  if (typeof outcome === 'string') {
    return data<Answer>(
      { ok: false, reason: 'failed', error: outcome, details: [], fields: fieldsOf(form) },
      500,
    )
  }
  if (!outcome.ok) return refuse(outcome.reason, form, outcome.details)
  const { revision } = outcome.value
  if (!parts.isScripted)
    throw redirect(`${paths.adminDraw}?${revision === undefined ? 'same=1' : `done=${revision}`}`, 303)
  return data<Answer>({ ok: true, message: messages.created, revision: revision ?? 0 })
}

/** Offered wherever teams outside the draw are pointed out. */
export function drawAgain(parts: SignedIn, form: FormData, back: string) {
  const command = () => parts.app.drawAgain(tapOf(form), parts.organiser)
  return answer({ parts, form, back, failure: messages.createFailed, command })
}

function sideIn(form: FormData) {
  return parseSide(`${textOf(form, 'matchId')}:${textOf(form, 'side')}`)
}

/** 'from' and 'to', or the two chosen in the dialog. */
function exchangedSides(form: FormData) {
  const texts = form.has('from')
    ? [textOf(form, 'from'), textOf(form, 'to')]
    : form.getAll('chosen').map(String)
  return texts.length === 2 ? texts.map(parseSide) : []
}

/** 'matchId:side' */
function parseSide(text: string): { matchId: string; side: SideNumber } | undefined {
  const [, matchId, side] = /^(.+):([12])$/.exec(text) ?? []
  return matchId ? { matchId, side: Number(side) as SideNumber } : undefined
}
