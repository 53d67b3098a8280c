import { data, redirect } from 'react-router'
import { type Draw, winnerOf } from '../../../../domain/cup.ts'
import { winnerMessage } from '../../../../domain/draw/winners.ts'
import { messages } from '../../../../domain/messages.ts'
import { sideName } from '../../../../domain/teams/names.ts'
import { createDrawError } from '../../../create-draw-error.ts'
import { type Answer, fieldsOf, refuse } from '../../../forms/answer.ts'
import { answerIntent } from '../../../forms/intents.ts'
import { type SignedIn, textOf } from '../../../forms/signed-in.ts'
import { logFailure } from '../../../log-failure.ts'
import { paths } from '../../../paths.ts'
import { drawIntents } from './draw-intents.ts'

/** What the forms of draw management can ask for: each part's intents, and making the draw. */
export async function drawCommand(parts: SignedIn, form: FormData) {
  if (textOf(form, 'intent') === 'generate') return generate(parts, form)
  return answerIntent(drawIntents, parts, form, paths.adminDraw)
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
  const which = textOf(form, 'teams') === 'here' ? 'here' : 'approved'
  const outcome = await parts.app.createDraw(parts.organiser, which).catch((error: unknown) => {
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
