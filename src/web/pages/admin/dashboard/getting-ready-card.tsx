import { Circle, CircleCheck, Info } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { CupView, Settings } from '../../../../domain/cup.ts'
import {
  gettingReady,
  hiddenSamples,
  type Step,
  stepsLeft,
  usualSettings,
} from '../../../../domain/editions/getting-ready.ts'
import { counted } from '../../../../domain/text.ts'
import { ActionButton, ActionForm, Hidden } from '../../../actions/action-form.tsx'
import { paths } from '../../../paths.ts'
import { LinkButton } from '../../../ui/button.tsx'
import { QrCode } from '../../../ui/qr-code.tsx'

type Shown = Pick<CupView, 'settings' | 'entries' | 'draw'>
type GettingReadyProps = { view: Shown; site: string; now: Date }

/** Checklist for the evening: up to the next step, with the others folded. A step that is done on this page keeps its place. */
export function GettingReady({ view, site, now }: GettingReadyProps) {
  const steps = gettingReady(view, now)
  const [doneBefore] = useState(() => steps.filter(({ isDone }) => isDone).map(({ name }) => name))
  const [tapped, setTapped] = useState<readonly Step['name'][]>([])
  const left = stepsLeft(steps)
  const [wasReady] = useState(left === 0)
  if (wasReady || view.settings.gettingReady === 'hidden') return null
  const next = steps.findIndex(({ isDone }) => isDone === false)
  const isShown = ({ name }: Step, at: number) => (next < 0 || at <= next) && !doneBefore.includes(name)
  const lineOf = (step: Step) => (
    <StepLine key={step.name} step={step}>
      {tapped.includes(step.name) && !isOpenAgain(step, view.settings) ? (
        // Replaces the button, so that a double tap hits nothing and no row moves.
        <p className="flex min-h-touch items-center font-semibold">
          {step.name === 'checkIn' ? 'Switched on' : 'Done'}
        </p>
      ) : (
        <StepAction
          step={step}
          tone={step === steps[next] ? 'primary' : 'quiet'}
          settings={view.settings}
          site={site}
          onDone={() => setTapped((before) => [...before, step.name])}
        />
      )}
    </StepLine>
  )
  const folded = steps.filter((step, at) => !isShown(step, at))
  return (
    <section aria-labelledby="getting-ready" className="my-6">
      <div className="flex min-h-touch items-baseline gap-3 border-b-[3px] border-chalk">
        <h2 id="getting-ready" className="display text-3xl">
          Getting ready
        </h2>
        <span className="text-muted">{left} to do</span>
      </div>
      <ol>{steps.filter(isShown).map(lineOf)}</ol>
      {folded.length > 0 && (
        <details>
          <summary className="flex min-h-touch w-fit cursor-pointer items-center font-semibold underline underline-offset-4">
            {counted(folded.length, 'more step')}
          </summary>
          <ol>{folded.map(lineOf)}</ol>
          <div className="mt-3">
            <SettingButton fields={{ gettingReady: 'hidden' }}>Hide this list</SettingButton>
          </div>
        </details>
      )}
    </section>
  )
}

/** A tapped step that somebody else has undone since. The check-in is optional, so its step is never open. */
function isOpenAgain({ name, isDone }: Step, { checkIn }: Settings): boolean {
  return name === 'checkIn' ? checkIn === 'off' : isDone === false
}

const icons = {
  done: <CircleCheck role="img" aria-label="Done" className="mt-0.5 shrink-0 text-ball" size={22} />,
  open: <Circle role="img" aria-label="To do" className="mt-0.5 shrink-0 text-muted" size={22} />,
  unknown: <Info aria-hidden="true" className="mt-0.5 shrink-0 text-muted" size={22} />,
}

function StepLine({ step: { title, state, isDone }, children }: { step: Step; children: ReactNode }) {
  return (
    <li className="flex gap-3 border-b border-line py-3">
      {isDone === undefined ? icons.unknown : isDone ? icons.done : icons.open}
      <div className="flex min-w-0 grow flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 grow basis-48">
          <h3 className="font-semibold">{title}</h3>
          <p className="text-muted wrap-anywhere">{state}</p>
        </div>
        {children}
      </div>
    </li>
  )
}

type StepActionProps = {
  step: Step
  tone: 'primary' | 'quiet'
  settings: Settings
  site: string
  onDone: () => void
}

function StepAction({ step, tone, settings, site, onDone }: StepActionProps) {
  const isOpen = settings.registration === 'open'
  switch (step.name) {
    case 'edition':
      return (
        <LinkButton tone={tone} to={paths.settingGroup('edition')}>
          Name it
        </LinkButton>
      )
    case 'samples':
      return (
        <div className="flex flex-wrap gap-2">
          <LinkButton tone="quiet" to={paths.settingGroup('links')}>
            Replace them
          </LinkButton>
          {!step.isDone && (
            <SettingButton tone={tone} fields={hiddenSamples(settings)} onDone={onDone}>
              Hide them
            </SettingButton>
          )}
        </div>
      )
    case 'usual':
      return step.isDone ? (
        <LinkButton tone="quiet" to={paths.settingGroup('draw')}>
          Change
        </LinkButton>
      ) : (
        <SettingButton tone={tone} fields={usualSettings} onDone={onDone}>
          Use them
        </SettingButton>
      )
    case 'open':
      return isOpen ? null : (
        <SettingButton tone={tone} fields={{ registration: 'open' }} onDone={onDone}>
          Open it
        </SettingButton>
      )
    case 'approval':
      return (
        <LinkButton tone={tone} to={paths.adminTeams}>
          Approve
        </LinkButton>
      )
    case 'close':
      return isOpen ? (
        <SettingButton tone={tone} fields={{ registration: 'closed' }} onDone={onDone}>
          Close it
        </SettingButton>
      ) : null
    case 'checkIn':
      return settings.checkIn === 'on' ? (
        <LinkButton tone="quiet" to={`${paths.adminTeams}?show=missing`}>
          Check teams in
        </LinkButton>
      ) : (
        <SettingButton fields={{ checkIn: 'on' }} onDone={onDone}>
          Switch on
        </SettingButton>
      )
    case 'screen':
      return <ScreenAddress address={site + paths.screen} />
    case 'draw':
      return (
        <LinkButton tone={tone} to={paths.adminDraw}>
          Open Draw Management
        </LinkButton>
      )
  }
}

type SettingButtonProps = {
  tone?: 'primary' | 'quiet'
  fields: Readonly<Record<string, string>>
  onDone?: () => void
  children: string
}

/** Changes settings with one tap. */
function SettingButton({ fields, onDone, tone = 'quiet', children }: SettingButtonProps) {
  return (
    <ActionForm onAnswer={({ ok }) => ok && onDone?.()}>
      <Hidden fields={fields} />
      <ActionButton tone={tone} name="intent" value="setting">
        {children}
      </ActionButton>
    </ActionForm>
  )
}

function ScreenAddress({ address }: { address: string }) {
  return (
    <details className="basis-full">
      <summary className="flex min-h-touch w-fit cursor-pointer items-center font-semibold wrap-anywhere underline underline-offset-4">
        {address.replace(/^https?:\/\//, '')}
      </summary>
      <div className="qr my-2 rounded-card [--qr:min(11rem,50vw)]">
        <QrCode text={address} label={`QR code to ${address}`} />
      </div>
    </details>
  )
}
