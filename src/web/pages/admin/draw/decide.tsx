import { useEffect, useEffectEvent } from 'react'
import { Link } from 'react-router'
import type { CupView } from '../../../../domain/cup.ts'
import { drawPlanWords, hereWords, planFor, whoMakesDraw } from '../../../../domain/draw/draw-plan.ts'
import { creating, messages } from '../../../../domain/messages.ts'
import { refusals } from '../../../../domain/refusals.ts'
import { ActionButton, ActionForm, Hidden, useActionStore, useNotice } from '../../../actions/action-form.tsx'
import { NoticeBar } from '../../../actions/notice-bar.tsx'
import { formOf } from '../../../actions/post-action.ts'
import { paths } from '../../../paths.ts'
import { Empty } from '../../../ui/court.tsx'
import { ErrorNote } from '../../../ui/error-note.tsx'

type DecideProps = { view: Pick<CupView, 'entries' | 'settings' | 'drawStatus'> }

/** Before the draw: the plan and the button. Unlike the public page, this one never makes the draw when opened. */
export function Decide({ view }: DecideProps) {
  const { notice, dismiss } = useNotice()
  const { send } = useActionStore()
  const { approved, here } = planFor(view.entries)
  const isCreating = view.drawStatus === 'creating'
  // Unmounting means that there is a draw now, so an earlier failure is outdated, unless it says that somebody else has made it.
  const forget = useEffectEvent(() => {
    if (notice?.kind === 'failed' && notice.failure.reason !== 'changed-meanwhile') dismiss()
  })
  useEffect(() => () => void forget(), [])
  return (
    <>
      {notice?.kind === 'failed' ? (
        <ErrorNote
          retryTo={paths.adminDraw}
          onRetry={async () => {
            const fields = notice.failure.fields.filter(([name]) => name !== 'requestId')
            await send(formOf(Object.fromEntries(fields)), { busy: creating, button: notice.button })
          }}
          className="mb-6"
        >
          {notice.failure.error}
          {notice.failure.hint && <span className="block">{notice.failure.hint}</span>}
        </ErrorNote>
      ) : (
        <NoticeBar />
      )}
      {notice?.kind !== 'failed' && approved === 0 && (
        <ErrorNote isCalm className="mb-4">
          {messages.noApprovedTeams}
        </ErrorNote>
      )}
      <Empty
        hint={isCreating ? undefined : <Plan {...view} />}
        actions={
          <>
            <ActionForm busy={creating}>
              <ActionButton tone={approved === 0 ? 'quiet' : 'primary'} name="intent" value="generate">
                Generate Tournament
              </ActionButton>
            </ActionForm>
            {view.settings.checkIn === 'on' && <DrawThoseHere here={here} />}
          </>
        }
      >
        {isCreating ? creating : messages.noTournamentData}
      </Empty>
      {!isCreating && <Facts {...view} />}
      <p className="mt-10 max-w-prose text-muted">{messages.drawInstruction}</p>
    </>
  )
}

function DrawThoseHere({ here }: { here: number }) {
  return (
    <ActionForm busy={creating}>
      <Hidden fields={{ teams: 'here' }} />
      <ActionButton
        tone="quiet"
        name="intent"
        value="generate"
        disabledReason={here === 0 ? refusals['nobody-here'].sentence : undefined}
      >
        Draw only the {here === 1 ? '1 team' : `${here} teams`} here
      </ActionButton>
    </ActionForm>
  )
}

function Plan({ entries, settings }: Pick<CupView, 'entries' | 'settings'>) {
  return drawPlanWords(entries, settings).map((sentence) => (
    <span key={sentence} className="block">
      {sentence}
    </span>
  ))
}

const link = 'font-semibold underline underline-offset-4'

/** Facts for the decision, with links to where they can be changed. */
function Facts({ entries, settings }: Pick<CupView, 'entries' | 'settings'>) {
  const { approved, pending, size, byes, here } = planFor(entries)
  const isCheckedIn = settings.checkIn === 'on'
  return (
    <section aria-label="Before you draw" className="mt-6 grid gap-6">
      {entries.length > 0 && (
        <dl className="draw-facts">
          <Fact name="Approved" value={approved} />
          <Fact name="Pending" value={pending} />
          {isCheckedIn && <Fact name="Here" value={here} />}
          <Fact name="Places" value={size} />
          <Fact name="Byes" value={byes} />
        </dl>
      )}
      <ul className="chalk-list">
        {pending > 0 && (
          <li>
            {pending === 1 ? '1 team is' : `${pending} teams are`} waiting for approval:{' '}
            <Link to={paths.adminTeams} className={link}>
              Team Approval
            </Link>
          </li>
        )}
        <li>
          {settings.registration === 'open'
            ? 'Registration is still open: teams that register after the draw are not in it.'
            : whoMakesDraw(settings, approved)}{' '}
          <Link
            to={paths.settingGroup(settings.registration === 'open' ? 'registration' : 'draw')}
            className={link}
          >
            Settings
          </Link>
        </li>
        {isCheckedIn && approved > 0 && <li>{hereWords(here, approved)}</li>}
        {settings.drawShow === 'on' && (
          <li>The draw will be a show: teams are drawn one by one, on the TV and on every open page.</li>
        )}
        <li>Made too early? It can be taken back in the journal until a match is played.</li>
      </ul>
    </section>
  )
}

function Fact({ name, value }: { name: string; value: number }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}
