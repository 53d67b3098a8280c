import { type ReactNode, useId, useRef, useState } from 'react'
import type { Settings } from '../../../../domain/cup.ts'
import { twelveHour } from '../../../../domain/night/schedule.ts'
import { type SettingProblem, settingFields } from '../../../../domain/settings/check-settings.ts'
import {
  defaultSettings,
  maxSpecialEvents,
  type Setting,
  type SettingGroup,
  type SettingName,
  settingNames,
  settingOf,
} from '../../../../domain/settings/settings.ts'
import { textLimits } from '../../../../domain/tidy-text.ts'
import { wallTime } from '../../../../domain/wall-clock.ts'
import { LiveField, LiveTextArea, meanwhileWords, useTyped } from '../../../actions/live-field.tsx'
import { useHydrated } from '../../../ui/time.tsx'

type SettingsShown = {
  readonly settings: Settings
  readonly problems: readonly SettingProblem[]
  /** Proposed values of the next edition: no hints. */
  readonly isProposal?: boolean
}

export function SettingFields({ shown, group }: { shown: SettingsShown; group: SettingGroup }) {
  return (
    settingsIn(group)
      // It has a button of its own above the form.
      .filter((name) => name !== 'registration')
      .map((name) => <SettingField key={name} shown={shown} name={name} />)
  )
}

function settingsIn(group: SettingGroup): SettingName[] {
  return settingNames.filter((name) => settingOf(name).group === group)
}

type FieldProps = {
  readonly name: string
  readonly label: string
  readonly hint: string | undefined
  readonly saved: string
  readonly error: string | undefined
}

export function SettingField({ shown, name }: { shown: SettingsShown; name: SettingName }) {
  const setting = settingOf(name)
  const field: FieldProps = {
    name,
    label: setting.label,
    hint: shown.isProposal ? undefined : setting.hint,
    saved: settingFields(shown.settings)[name] ?? '',
    error: errorOf(shown, name),
  }
  switch (setting.kind) {
    case 'switch':
      return <SwitchField {...field} choices={setting.choices} />
    case 'number':
      return <LiveField {...field} inputMode="numeric" />
    case 'text':
      return <LiveField {...field} maxLength={setting.limit} />
    case 'long-text':
      return <LiveTextArea {...field} maxLength={setting.limit} />
    case 'lines':
      return <LiveTextArea {...field} rows={field.saved.split('\n').length + 1} />
    case 'link':
      return <LiveField {...field} inputMode="url" maxLength={textLimits.link} />
    case 'sites':
      return <LiveField {...field} inputMode="url" />
    case 'date':
    case 'time':
      return <LiveField {...field} type={setting.kind} />
    case 'zone':
      return <ZoneField {...field} />
    case 'instant':
      return <InstantField {...field} timeZone={shown.settings.timeZone} />
    case 'events':
      return <EventFields shown={shown} label={setting.label} />
  }
}

function errorOf({ problems }: SettingsShown, name: string): string | undefined {
  return problems.find(({ field }) => field === name)?.words
}

type SwitchFieldProps = FieldProps & Pick<Extract<Setting, { kind: 'switch' }>, 'choices'>

/** A switch with the meaning of its state. A checkbox that is off posts nothing, so a hidden field before it does. */
function SwitchField({ name, label, saved, error, choices }: SwitchFieldProps) {
  const [off = '', on = ''] = Object.keys(choices)
  const input = useRef<HTMLInputElement>(null)
  const { value, meanwhile, type } = useTyped(name, saved, input)
  const id = useId()
  const words = meanwhile === undefined ? choices[value] : meanwhileWords(choices[meanwhile] ?? meanwhile)
  return (
    <div>
      <input type="hidden" name={name} value={off} />
      <label className="flex min-h-touch items-center justify-between gap-4">
        <span>
          <span id={`${id}-label`} className="block font-semibold">
            {label}
          </span>
          <span id={`${id}-words`} className="block text-sm text-muted">
            {words}
          </span>
        </span>
        <input
          ref={input}
          type="checkbox"
          // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox has its state, also before hydration.
          role="switch"
          name={name}
          value={on}
          checked={value === on}
          onChange={(event) => type(event.target.checked ? on : off)}
          aria-labelledby={`${id}-label`}
          aria-describedby={`${id}-words ${id}-error`}
        />
      </label>
      {error && (
        <p id={`${id}-error`} className="text-sm font-semibold text-alert">
          {error}
        </p>
      )}
    </div>
  )
}

/** Suggests the time zones that this device knows, its own first. */
function ZoneField(field: FieldProps) {
  const id = useId()
  const isHydrated = useHydrated()
  const zones = isHydrated
    ? [new Intl.DateTimeFormat().resolvedOptions().timeZone, ...Intl.supportedValuesOf('timeZone')]
    : []
  return (
    <>
      <LiveField {...field} list={id} placeholder={zones[0]} spellCheck={false} />
      <datalist id={id}>
        {[...new Set(zones)].map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
    </>
  )
}

/** An instant in the cup's time zone or, without one, in the device's (in UTC until hydration). */
function InstantField({ hint, saved, timeZone, ...field }: FieldProps & { timeZone: string }) {
  const isZoned = useHydrated() || timeZone !== ''
  return (
    <LiveField
      {...field}
      type="datetime-local"
      saved={saved && (isZoned ? wallTime(saved, timeZone).toISOString() : saved).slice(0, 16)}
      hint={
        <>
          {hint}
          {!timeZone && <noscript> In universal time (UTC).</noscript>}
        </>
      }
    />
  )
}

const eventNumbers = Array.from({ length: maxSpecialEvents }, (_, at) => at + 1)

function EventFields({ shown, label }: { shown: SettingsShown; label: string }) {
  const [isWrong] = useState(shown.problems.some(({ field }) => /^event\d/.test(field)))
  const saved = settingFields(shown.settings)
  return (
    <Folded title={label} isOpen={isWrong}>
      <div className="grid gap-4 pt-2">
        {eventNumbers.map((number) => {
          const fieldProps = (title: string) => {
            const name = `event${number}${title}`
            return { label: title, name, saved: saved[name] ?? '', error: errorOf(shown, name) }
          }
          return (
            <fieldset key={number} className="grid gap-3 rounded-card border border-line p-4">
              <legend className="px-1 font-semibold">Special event {number}</legend>
              <div className="grid gap-3 sm:grid-cols-[9rem_1fr]">
                <LiveField {...fieldProps('Time')} type="time" />
                <LiveField {...fieldProps('Name')} maxLength={textLimits.eventName} />
              </div>
              <LiveField {...fieldProps('Description')} maxLength={textLimits.eventDescription} />
            </fieldset>
          )
        })}
      </div>
    </Folded>
  )
}

/** The changed settings, each with a button back to its default. */
export function Defaults({ settings, group }: { settings: Settings; group: SettingGroup }) {
  const changed = settingsIn(group).filter(
    (name) => JSON.stringify(settings[name]) !== JSON.stringify(defaultSettings[name]),
  )
  if (changed.length === 0) return null
  return (
    <Folded title="Defaults">
      <ul>
        {changed.map((name) => (
          <li
            key={name}
            className="flex flex-wrap items-center justify-between gap-x-4 border-b border-line py-2"
          >
            <p className="min-w-0 grow basis-48 wrap-anywhere">
              {settingOf(name).label}{' '}
              <span className="text-sm text-muted">Default: {defaultWords(name)}</span>
            </p>
            <button type="submit" name="default" value={name} formNoValidate className="link min-h-touch">
              Back to default<span className="sr-only"> for {settingOf(name).label}</span>
            </button>
          </li>
        ))}
      </ul>
    </Folded>
  )
}

function defaultWords(name: SettingName): string {
  const setting = settingOf(name)
  if (setting.defaultWords) return setting.defaultWords
  if (setting.kind === 'switch') return setting.choices[setting.default] ?? ''
  if (typeof setting.default === 'object') return 'the original'
  return setting.kind === 'time' ? twelveHour(setting.default) : String(setting.default)
}

function Folded({ title, isOpen, children }: { title: string; isOpen?: boolean; children: ReactNode }) {
  return (
    <details open={isOpen}>
      <summary className="inline-flex min-h-touch cursor-pointer items-center font-semibold underline underline-offset-4">
        {title}
      </summary>
      {children}
    </details>
  )
}
