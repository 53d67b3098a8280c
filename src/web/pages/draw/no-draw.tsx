import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { DrawStatus, Entry, Settings } from '../../../domain/cup.ts'
import { isMadeByOpening } from '../../../domain/draw/draw-plan.ts'
import { creating, messages } from '../../../domain/messages.ts'
import { eveningWords, twelveHour } from '../../../domain/night/schedule.ts'
import { creatingWaitMs } from '../../../domain/settings/limits.ts'
import { entersDraw, orderEntries } from '../../../domain/teams/entries.ts'
import { entryName } from '../../../domain/teams/names.ts'
import { formOf } from '../../actions/post-action.ts'
import { useAction } from '../../actions/use-action.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { ChalkSection, Empty } from '../../ui/court.tsx'
import { ErrorNote } from '../../ui/error-note.tsx'
import { unbrokenHours } from '../../ui/time.tsx'
import { Names } from '../../ui/unbroken-names.tsx'

type NoDrawProps = {
  status: DrawStatus
  settings: Settings
  entries: readonly Entry[]
  /** False if the page has shown a draw since it was opened. */
  isOpening: boolean
}

/** No draw yet: by the settings it is made by opening the page, by the button, or by the organisers (then the teams are listed). */
export function NoDraw({ entries, ...cup }: NoDrawProps) {
  const { answer, isBusy, retry, formProps } = useMaking(cup)
  const isOrganisers = cup.settings.drawCreation === 'admin'
  const hasFailed = answer?.ok === false && !isOrganisers
  const isCreating = isBusy || cup.status === 'creating'
  const { scheduleStart } = cup.settings
  const evening = eveningWords(cup.settings) || messages.scheduleStarts(twelveHour(scheduleStart))
  const hint = isOrganisers ? (
    <>
      <strong className="block text-lg text-chalk">{unbrokenHours(evening)}</strong>
      The organisers make the draw from the approved teams. It then appears here at once.
    </>
  ) : (
    'The draw is made from the approved teams. Generate it now, or come back when the organiser has.'
  )
  return (
    <div className="grid gap-6">
      {hasFailed && (
        <ErrorNote onRetry={retry} isCalm={answer.error === messages.noApprovedTeams}>
          {answer.error}
        </ErrorNote>
      )}
      <Empty
        hint={isCreating ? undefined : hint}
        actions={
          !isOrganisers && (
            <form {...formProps} action={paths.draw}>
              <Button name="intent" value="generate" disabled={isBusy} tone={hasFailed ? 'quiet' : 'primary'}>
                Generate Tournament
              </Button>
            </form>
          )
        }
      >
        {isCreating ? creating : messages.noTournamentData}
      </Empty>
      {isOrganisers && <TeamsIn entries={entries} />}
    </div>
  )
}

/**
 * Posts for the draw once if opening the page makes it, and once more after another client has been 'creating' for 2 s: the server takes
 * over from a client that died.
 */
function useMaking({ status, settings, isOpening }: Pick<NoDrawProps, 'status' | 'settings' | 'isOpening'>) {
  const making = useAction({ failed: messages.createFailed, late: messages.loadTimeout })
  const { answer, isBusy, send } = making
  // Decided on mount: a draw that is taken back, or a changed setting, must not make another.
  const [isOpenedToMake] = useState(isOpening && status !== 'active' && isMadeByOpening(settings))
  const tried = useRef({ none: answer !== undefined || !isOpenedToMake, creating: false, active: true })
  const makeOnce = useEffectEvent(() => send(formOf({ intent: 'generate', auto: '1' })))
  const retry = async () => void (await send(formOf({ intent: 'generate' })))

  useEffect(() => {
    if (isBusy || tried.current[status]) return
    const timer = setTimeout(
      () => {
        tried.current = { ...tried.current, none: true, creating: status === 'creating' }
        void makeOnce()
      },
      status === 'creating' ? creatingWaitMs : 0,
    )
    return () => clearTimeout(timer)
  }, [status, isBusy])

  return { ...making, retry }
}

/** The teams that will be drawn. */
function TeamsIn({ entries }: { entries: readonly Entry[] }) {
  const teams = orderEntries(entries.filter(entersDraw))
  if (teams.length === 0) return null
  return (
    <ChalkSection title={teams.length === 1 ? '1 team is in' : `${teams.length} teams are in`}>
      <ul className="gap-x-10 sm:columns-2">
        {teams.map((entry) => (
          <li key={entry.id} className="break-inside-avoid border-b border-line py-2.5">
            <bdi className="wrap-anywhere">
              <Names label={entryName(entry)} />
            </bdi>
          </li>
        ))}
      </ul>
    </ChalkSection>
  )
}
