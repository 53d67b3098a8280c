import { useState } from 'react'
import { Link } from 'react-router'
import { BYE, type CupView, type Draw, type Entry, otherSide, sideOf } from '../../../domain/cup.ts'
import { placeTeam } from '../../../domain/draw/attendance.ts'
import { checkDrawAgain, planFor, whoMakesDraw } from '../../../domain/draw/draw-plan.ts'
import { approvedOutsideDraw } from '../../../domain/draw/draw-reader.ts'
import { championOf } from '../../../domain/night/progress.ts'
import { drawAgainWords } from '../../../domain/organiser-messages.ts'
import { entryName, sideLabel } from '../../../domain/teams/names.ts'
import { ActionButton, ActionForm } from '../../actions/action-form.tsx'
import { paths } from '../../paths.ts'
import { When } from '../../ui/time.tsx'

const mostNamed = 6

type OutsideNoteProps = { entries: readonly Entry[]; draw: Draw | undefined }

/** Approved teams that are not in the draw, with the ways to add them. */
export function OutsideNote({ entries, draw }: OutsideNoteProps) {
  // After the final it is too late to add them.
  if (!draw || championOf(draw)) return null
  const outside = approvedOutsideDraw(entries, draw)
  if (outside.length === 0) return null
  // At least two names are folded: one takes no more room than the fold itself.
  const named = outside.length > mostNamed ? mostNamed - 1 : mostNamed
  const places = freePlaces(draw).length
  const canDrawAgain = checkDrawAgain(draw, entries).ok
  return (
    <section
      aria-label="Approved teams that are not in the draw"
      className="my-5 rounded-card border-2 border-ball bg-ball-wash p-4"
    >
      <p className="font-semibold">
        {outside.length === 1
          ? '1 approved team is not in the draw: '
          : `${outside.length} approved teams are not in the draw: `}
        <span className="font-normal">{outside.slice(0, named).map(entryName).join(' · ')}</span>
      </p>
      {outside.length > named && (
        <details>
          <summary className="w-fit cursor-pointer py-2.5 font-semibold underline underline-offset-4">
            And {outside.length - named} more
          </summary>
          <p>{outside.slice(named).map(entryName).join(' · ')}</p>
        </details>
      )}
      <p className="mt-1">
        {places > 0 ? (
          <>
            {places === 1 ? 'One place is' : `${places} places are`} free (a BYE, or a team that did not
            come).{' '}
            <Link to={`${paths.adminDraw}#late-teams`} className="font-semibold underline underline-offset-4">
              Put them into the draw
            </Link>
            .
          </>
        ) : (
          <>
            No place is free
            {canDrawAgain ? '.' : ': a team that does not come frees one.'}
          </>
        )}
      </p>
      <DrawAgain draw={draw} entries={entries} className="mt-3" />
    </section>
  )
}

type DrawAgainProps = { draw: Draw; entries: readonly Entry[]; className: string }

/** Offers a redraw with all teams while nothing was played. */
export function DrawAgain({ draw, entries, className }: DrawAgainProps) {
  const allowed = checkDrawAgain(draw, entries)
  if (!allowed.ok) return null
  return (
    <ActionForm className={className}>
      <ActionButton tone="quiet" name="intent" value="draw-again">
        {drawAgainWords.offer(allowed.value.teams)}
      </ActionButton>
    </ActionForm>
  )
}

/** The places a late team can take, by the server's own rule: those of BYEs and no-shows. */
export function freePlaces(draw: Draw) {
  const lateTeam = { team: 'a late team', at: '', revision: 0 }
  return (draw.rounds[0]?.matches ?? []).flatMap((match) =>
    ([1, 2] as const).flatMap((side) => {
      const place = { round: match.round, index: match.index, side }
      if (!placeTeam(draw, { ...lateTeam, place }).ok) return []
      const current = sideOf(match, side)
      const replaced = current === BYE ? 'a BYE' : sideLabel(draw.teams, current)
      const opponent = sideLabel(draw.teams, sideOf(match, otherSide(side)))
      return [
        {
          matchId: match.id,
          side,
          // A phone truncates the end, so the replaced side comes first.
          words: `instead of ${replaced}, against ${opponent} (match ${match.index + 1})`,
        },
      ]
    }),
  )
}

/** Registration was rate-limited; `code` bypasses the limit. */
export function SlowedNote({ at, code, to }: Record<'at' | 'code' | 'to', string>) {
  return (
    <section
      aria-label="Registration is slowed down"
      className="mb-5 rounded-card border border-line bg-raised p-4"
    >
      <p>
        <strong>Many entries came in at once</strong> (<When at={at} />
        ), so registration was slowed down. Teams that have to wait get in at once with the code{' '}
        <strong className="tracking-widest select-all">{code}</strong>. Share it in the bar. It changes every
        day.{' '}
        <Link to={to} className="font-semibold underline underline-offset-4">
          Show pending teams
        </Link>
        .
      </p>
    </section>
  )
}

/** Before the draw: says that anyone can make it, with a button that restricts it to organisers. */
export function WhoMakesDraw({ settings, entries }: Pick<CupView, 'settings' | 'entries'>) {
  // Frozen on mount: a new sentence would shift the list under the thumb that approves the first team.
  const [approved] = useState(() => planFor(entries).approved)
  const [wasAnyone] = useState(settings.drawCreation === 'anyone')
  if (!wasAnyone) return null
  return (
    <ActionForm className="mb-5 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 text-muted">
      <p>There is no draw yet. {whoMakesDraw(settings, approved)}</p>
      {settings.drawCreation === 'anyone' && (
        <ActionButton tone="quiet" name="intent" value="keep-draw">
          Organisers only
        </ActionButton>
      )}
    </ActionForm>
  )
}
