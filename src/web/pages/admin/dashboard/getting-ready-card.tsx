import { ChevronDown, Circle, CircleCheck, Info } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { CupView, Settings } from '../../../../domain/cup.ts'
import { gettingReady, type Step, stepsLeft } from '../../../../domain/editions/getting-ready.ts'
import type { BackupState } from '../../../../domain/upkeep/backup-schedule.ts'
import { ActionButton, ActionForm, Hidden } from '../../../actions/action-form.tsx'
import { paths } from '../../../paths.ts'
import { QrCode } from '../../../ui/qr-code.tsx'
import { BackUpNow } from '../backups-card.tsx'

type Shown = Pick<CupView, 'settings' | 'entries' | 'draw'>
type GettingReadyProps = { view: Shown; site: string; now: Date; backup: BackupState }

/** Checklist from the first start to the draw: each step with its state, and the button or link for it. */
export function GettingReady({ view, site, now, backup }: GettingReadyProps) {
  const steps = gettingReady(view, { now, backup })
  const left = stepsLeft(steps)
  if (left === 0 || view.settings.gettingReady === 'hidden') return null
  const done = steps.filter(({ isDone }) => isDone)
  const lineOf = (step: Step) => (
    <StepLine key={step.name} step={step}>
      <StepAction step={step} settings={view.settings} site={site} />
    </StepLine>
  )
  return (
    <section aria-labelledby="getting-ready" className="my-8">
      <details open={!view.draw} className="group">
        <summary className="flex min-h-touch cursor-pointer items-baseline gap-3 border-b-[3px] border-chalk pb-1">
          <h2 id="getting-ready" className="display text-3xl">
            Getting ready
          </h2>
          <span className="grow text-muted">{left} to do</span>
          <ChevronDown aria-hidden="true" className="shrink-0 self-center group-open:rotate-180" size={22} />
        </summary>
        <ol>{steps.filter(({ isDone }) => !isDone).map(lineOf)}</ol>
        {done.length > 0 && (
          <details>
            <summary className="flex min-h-touch w-fit cursor-pointer items-center text-muted underline underline-offset-4">
              {done.length} done
            </summary>
            <ol>{done.map(lineOf)}</ol>
          </details>
        )}
        <SetOne name="gettingReady" value="hidden" className="mt-3">
          Put away
        </SetOne>
      </details>
    </section>
  )
}

const icons = {
  done: <CircleCheck role="img" aria-label="Done" className="mt-0.5 shrink-0 text-ball" size={22} />,
  open: <Circle role="img" aria-label="To do" className="mt-0.5 shrink-0 text-muted" size={22} />,
  unknown: <Info aria-hidden="true" className="mt-0.5 shrink-0 text-muted" size={22} />,
}

function StepLine({ step: { title, state, isDone }, children }: { step: Step; children: ReactNode }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line py-3">
      <div className="flex min-w-0 grow basis-44 gap-3">
        {isDone === undefined ? icons.unknown : isDone ? icons.done : icons.open}
        <div className="min-w-0">
          <h3 className="font-semibold">{title}</h3>
          <p className="text-muted wrap-anywhere">{state}</p>
        </div>
      </div>
      {children}
    </li>
  )
}

type StepActionProps = { step: Step; settings: Settings; site: string }

function StepAction({ step, settings, site }: StepActionProps) {
  switch (step.name) {
    case 'edition':
      return <Go to={paths.settingGroup('edition')}>Name it</Go>
    case 'samples':
      return <Go to={paths.settingGroup('links')}>Replace them</Go>
    case 'registration':
      return settings.registration === 'open' ? (
        <SetOne name="registration" value="closed">
          Close it
        </SetOne>
      ) : (
        <SetOne name="registration" value="open">
          Open it
        </SetOne>
      )
    case 'approval':
      return <Go to={paths.adminTeams}>Approve</Go>
    case 'tools':
      return settings.organiserTools === 'on' ? (
        <SetOne name="organiserTools" value="off">
          Switch off
        </SetOne>
      ) : (
        <SetOne name="organiserTools" value="on">
          Switch on
        </SetOne>
      )
    case 'drawCreation':
      return settings.drawCreation === 'admin' ? (
        <SetOne name="drawCreation" value="anyone">
          Let anyone
        </SetOne>
      ) : (
        <SetOne name="drawCreation" value="admin">
          Organisers only
        </SetOne>
      )
    case 'byes':
      return settings.byes === 'at-once' ? (
        <SetOne name="byes" value="confirm">
          Confirm each
        </SetOne>
      ) : (
        <SetOne name="byes" value="at-once">
          At once
        </SetOne>
      )
    case 'screen':
      return <ScreenAddress address={site + paths.screen} />
    case 'backup':
      return <BackUpNow />
    case 'draw':
      return <Go to={paths.adminDraw}>Look at it</Go>
  }
}

/** One setting, changed by one tap. */
function SetOne({
  name,
  value,
  className,
  children,
}: {
  name: keyof Settings
  value: string
  className?: string
  children: string
}) {
  return (
    <ActionForm className={className}>
      <Hidden fields={{ intent: 'setting' }} />
      <ActionButton tone="quiet" name={name} value={value}>
        {children}
      </ActionButton>
    </ActionForm>
  )
}

function Go({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} className="button button-quiet">
      {children}
    </Link>
  )
}

function ScreenAddress({ address }: { address: string }) {
  return (
    <details className="basis-full pl-8.5">
      <summary className="flex min-h-touch w-fit cursor-pointer items-center font-semibold wrap-anywhere underline underline-offset-4">
        {address.replace(/^https?:\/\//, '')}
      </summary>
      <div className="qr my-2 rounded-card [--qr:min(11rem,50vw)]">
        <QrCode text={address} label={`QR code to ${address}`} />
      </div>
    </details>
  )
}
