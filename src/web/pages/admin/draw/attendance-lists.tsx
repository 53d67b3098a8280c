import { memo, type ReactNode, useMemo, useRef, useState } from 'react'
import { type Draw, type Entry, loserOf } from '../../../../domain/cup.ts'
import { approvedOutsideDraw, teamsOfDraw } from '../../../../domain/draw/draw-reader.ts'
import { leavingTeams } from '../../../../domain/night/outlook.ts'
import { championOf } from '../../../../domain/night/progress.ts'
import { orderEntries } from '../../../../domain/teams/entries.ts'
import { entryName, sideLabel } from '../../../../domain/teams/names.ts'
import { teamsHere } from '../../../../domain/teams/registration.ts'
import { ActionButton, ActionForm, Hidden } from '../../../actions/action-form.tsx'
import { useTyped } from '../../../actions/live-field.tsx'
import { SelectField } from '../../../ui/field.tsx'
import { freePlaces } from '../admin-notes.tsx'

type LateTeamsProps = { draw: Draw; entries: readonly Entry[]; children: ReactNode }

/** Approved teams outside the draw, with the free places they can take; `children` offers other ways to add them. */
export const LateTeams = memo(function LateTeams({ draw, entries, children }: LateTeamsProps) {
  const outside = approvedOutsideDraw(entries, draw)
  if (outside.length === 0) return null
  const places = freePlaces(draw)
  return (
    <section id="late-teams" aria-labelledby="late-title" className="mb-10 scroll-mt-4">
      <h2 id="late-title" className="display mb-1 text-3xl">
        Not in the draw
      </h2>
      <p className="mb-4 text-muted">
        {places.length > 0
          ? 'These approved teams can take the place of a BYE or of a team that did not come.'
          : 'No place is free now. A no-show frees one.'}
      </p>
      {children}
      <ul className="grid grid-cols-1 gap-3 md:grid-cols-2">
        {outside.map((entry) => (
          <li key={entry.id} className="rounded-card border border-line bg-raised p-4">
            {places.length === 0 ? (
              <p className="font-semibold">{entryName(entry)}</p>
            ) : (
              <ActionForm className="grid gap-3">
                <Hidden fields={{ teamId: entry.id }} />
                <PlaceField label={entryName(entry)} places={places} />
                <ActionButton tone="quiet" name="intent" value="place">
                  Put into the draw
                </ActionButton>
              </ActionForm>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
})

type PlaceFieldProps = { label: string; places: ReturnType<typeof freePlaces> }

/** Keeps the selected place while others come and go. Once it is taken, a browser would select another one by itself. */
function PlaceField({ label, places }: PlaceFieldProps) {
  const field = useRef<HTMLSelectElement>(null)
  const options = places.map(({ matchId, side, words }) => ({ value: `${matchId}:${side}`, words }))
  const isFree = (place: string) => options.some(({ value }) => value === place)
  const [first = { value: '' }] = options
  const [offered, setOffered] = useState(first.value)
  if (!isFree(offered)) setOffered(first.value)
  const { value, type } = useTyped('place', offered, field)
  return (
    <SelectField
      ref={field}
      label={label}
      name="place"
      autoComplete="off"
      value={isFree(value) ? value : ''}
      required={!isFree(value)}
      onChange={(event) => type(event.target.value)}
    >
      {!isFree(value) && <option value="">Select a place</option>}
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.words}
        </option>
      ))}
    </SelectField>
  )
}

/** Teams that withdrew after the draw; an organiser confirms it, so that nobody waits for them. */
export function LeavingTeams({ draw, entries }: { draw: Draw; entries: readonly Entry[] }) {
  const leaving = leavingTeams(draw, entries)
  if (leaving.length === 0) return null
  return (
    <ul className="mb-4 grid gap-2" aria-label="Withdrawn">
      {leaving.map((team) => (
        <li key={team}>
          <ActionForm className="flex flex-wrap items-center justify-between gap-3 rounded-card border-2 border-amber bg-raised p-3 pl-4">
            <p className="min-w-0 wrap-anywhere">
              <bdi className="font-bold">{sideLabel(draw.teams, team)}</bdi>{' '}
              <span className="text-amber">has withdrawn</span>
            </p>
            <Hidden fields={{ teamId: team }} />
            <ActionButton tone="quiet" name="intent" value="absent">
              Confirm: did not come
            </ActionButton>
          </ActionForm>
        </li>
      ))}
    </ul>
  )
}

/** No-shows: their opponents get walkovers until they turn up. */
export const NoShows = memo(function NoShows({ draw, entries }: { draw: Draw; entries: readonly Entry[] }) {
  const ordered = useMemo(() => orderEntries(entries).map(({ id }) => id), [entries])
  const here = new Set(teamsHere(entries).map(({ id }) => id))
  const absent = new Set(draw.absent)
  const all = teamsOfDraw(ordered, draw).map((team) => ({ team, name: sideLabel(draw.teams, team) }))
  const finished = new Set([...draw.rounds.flatMap(({ matches }) => matches.map(loserOf)), championOf(draw)])
  const options = all.filter(({ team }) => !absent.has(team) && !finished.has(team))
  const noShows = all.filter(({ team }) => absent.has(team))
  return (
    <section aria-labelledby="no-shows" className="mb-10">
      <h2 id="no-shows" className="display mb-3 text-3xl">
        No-shows
      </h2>
      {noShows.length > 0 && (
        <ul className="mb-4 grid gap-2">
          {noShows.map(({ team, name }) => (
            <li
              key={team}
              className="flex flex-wrap items-center justify-between gap-3 border-b border-line pb-2"
            >
              <span className="min-w-0 wrap-anywhere">
                <span className="font-semibold">{name}</span>
                {here.has(team) && <span className="block text-amber">has checked in</span>}
              </span>
              <ActionForm>
                <Hidden fields={{ teamId: team }} />
                <ActionButton tone="quiet" name="intent" value="present">
                  Came after all
                </ActionButton>
              </ActionForm>
            </li>
          ))}
        </ul>
      )}
      <ActionForm className="flex flex-wrap items-end gap-3">
        <div className="min-w-60 grow">
          <SelectField
            label="A team that did not come"
            name="teamId"
            hint="Its opponents go through without playing."
          >
            <option value="">Select a team</option>
            {options.map(({ team, name }) => (
              <option key={team} value={team}>
                {name}
              </option>
            ))}
          </SelectField>
        </div>
        {/* Not removed after the final: a shorter page would shift the match under the thumb. */}
        <ActionButton
          tone="quiet"
          name="intent"
          value="absent"
          className="mb-7"
          disabledReason={options.length === 0 ? 'No team has a match left.' : undefined}
        >
          Did not come
        </ActionButton>
      </ActionForm>
    </section>
  )
})
