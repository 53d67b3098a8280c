import { Link } from 'react-router'
import type { Draw, Entry } from '../../../domain/cup.ts'
import { checkDrawAgain } from '../../../domain/draw/draw-again.ts'
import { approvedOutsideDraw } from '../../../domain/draw/draw-reader.ts'
import { drawAgainWords } from '../../../domain/messages.ts'
import { entryName } from '../../../domain/teams/names.ts'
import { CommandButton } from '../../forms/command-button.tsx'
import { CommandForm } from '../../forms/commands.tsx'
import { paths } from '../../paths.ts'
import { freePlaces } from './free-places.ts'

const mostNamed = 6

type OutsideNoteProps = { entries: readonly Entry[]; draw: Draw | undefined }

/** Points out approved teams the draw was made without, and what can be done about them. */
export function OutsideNote({ entries, draw }: OutsideNoteProps) {
  const outside = draw ? approvedOutsideDraw(entries, draw) : []
  if (!draw || outside.length === 0) return null
  // A few stand there; of more than that the first, and the others are folded.
  const named = outside.length > mostNamed ? mostNamed - 1 : mostNamed
  const places = freePlaces(draw).length
  const canDrawAgain = checkDrawAgain(draw, entries).ok
  return (
    <section
      aria-label="Approved teams that are not in the draw"
      className="mb-5 rounded-card border-2 border-ball bg-ball-wash p-4"
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

/** While nothing was played, lots can be drawn again for everybody; the page's own route takes the post. */
export function DrawAgain({ draw, entries, className }: DrawAgainProps) {
  const allowed = checkDrawAgain(draw, entries)
  if (!allowed.ok) return null
  return (
    <CommandForm className={className}>
      <CommandButton tone="quiet" name="intent" value="draw-again">
        {drawAgainWords.offer(allowed.value.teams)}
      </CommandButton>
    </CommandForm>
  )
}
