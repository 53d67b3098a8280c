import { type ReactNode, useId, useRef } from 'react'
import type { Settings } from '../../../../domain/cup.ts'
import { twelveHour } from '../../../../domain/night/schedule.ts'
import type { SettingProblem } from '../../../../domain/settings/check-settings.ts'
import {
  defaultSettings,
  type Setting,
  type SettingGroup,
  type SettingName,
  settingNames,
  settingOf,
} from '../../../../domain/settings/settings.ts'
import { textLimits } from '../../../../domain/tidy-text.ts'
import { ActionButton } from '../../../actions/action-form.tsx'
import { LiveField, LiveTextArea, meanwhileWords, useTyped } from '../../../actions/live-field.tsx'
import { ChoiceField, type Field } from '../../../ui/field.tsx'
import { useHydrated } from '../../../ui/time.tsx'

type PlainSetting = Exclude<SettingName, 'specialEvents'>

export type SettingsShown = {
  readonly settings: Settings
  readonly problems: readonly SettingProblem[]
  /** Proposed values of the next edition: no defaults, no hints. */
  readonly isProposal?: boolean
}

/** The fields of one group's settings, as the table describes them. */
export function SettingFields({ shown, group }: { shown: SettingsShown; group: SettingGroup }) {
  return settingNames
    .filter((name): name is PlainSetting => settingOf(name).group === group && !isShownApart(name))
    .map((name) => <SettingField key={name} shown={shown} name={name} />)
}

/** Registration is a button, and special events are many fields. */
const isShownApart = (name: SettingName) => name === 'registration' || name === 'specialEvents'

type SettingProps = { shown: SettingsShown; name: PlainSetting }

type FieldProps<Kind extends Setting['kind'] = Setting['kind']> = SettingProps & {
  setting: Extract<Setting, { kind: Kind }>
}

/** The field for a setting's kind. */
export function SettingField({ shown, name }: SettingProps) {
  const setting = settingIn(shown, name)
  const props = { shown, name, setting }
  switch (setting.kind) {
    case 'choice':
      return <ChoiceSetting shown={shown} name={name} setting={setting} />
    case 'number':
      return <TextSetting {...props} inputMode="numeric" />
    case 'text':
      return <TextSetting {...props} maxLength={setting.limit} />
    case 'link':
      return <TextSetting {...props} inputMode="url" maxLength={textLimits.link} />
    case 'sites':
      return <TextSetting {...props} inputMode="url" />
    case 'time':
      return <TextSetting {...props} type="time" />
    case 'instant':
      return <InstantSetting {...props} />
    case 'long-text':
      return (
        <Resettable shown={shown} name={name}>
          <LiveTextArea
            {...stateOf(shown, name)}
            label={setting.label}
            hint={setting.hint}
            maxLength={setting.limit}
          />
        </Resettable>
      )
    case 'events':
      return null
  }
}

/** One line of text. */
function TextSetting({ shown, name, setting, ...input }: FieldProps & Partial<Parameters<typeof Field>[0]>) {
  return (
    <Resettable shown={shown} name={name}>
      <LiveField {...input} {...stateOf(shown, name)} label={setting.label} hint={setting.hint} />
    </Resettable>
  )
}

/** A few choices, each in words. */
function ChoiceSetting({ shown, name, setting: { label, choices } }: FieldProps<'choice'>) {
  const { saved, error } = stateOf(shown, name)
  const fieldset = useRef<HTMLFieldSetElement>(null)
  const { value, meanwhile, type } = useTyped(name, saved, fieldset)
  const errorId = useId()
  return (
    <fieldset ref={fieldset} aria-describedby={error && errorId}>
      <legend className="mb-1 font-semibold">{label}</legend>
      {Object.entries(choices).map(([choice, words]) => (
        <ChoiceField
          key={choice}
          type="radio"
          name={name}
          value={choice}
          checked={value === choice}
          onChange={() => type(choice)}
          label={words}
        />
      ))}
      {meanwhile !== undefined && (
        <p className="text-sm text-muted">{meanwhileWords(choices[meanwhile] ?? meanwhile)}</p>
      )}
      {error && (
        <p id={errorId} className="text-sm font-semibold text-alert">
          {error}
        </p>
      )}
      <BackToDefault shown={shown} name={name} />
    </fieldset>
  )
}

/** An instant in local time; in UTC until hydrated. */
function InstantSetting({ shown, name, setting }: FieldProps) {
  const { saved, error } = stateOf(shown, name)
  const local = useHydrated() ? toLocal(saved) : saved
  return (
    <Resettable shown={shown} name={name}>
      <LiveField
        type="datetime-local"
        label={setting.label}
        name={name}
        saved={local.replace(/:\d\d(\.\d+)?Z$/, '')}
        error={error}
        hint={
          <>
            {setting.hint}
            <noscript> In universal time (UTC).</noscript>
          </>
        }
      />
    </Resettable>
  )
}

/** '2025-05-02T20:00' in local time. */
function toLocal(instant: string): string {
  const time = Date.parse(instant)
  if (Number.isNaN(time)) return instant
  const offset = new Date(time).getTimezoneOffset() * 60_000
  return new Date(time - offset).toISOString().slice(0, 16)
}

function Resettable({ shown, name, children }: SettingProps & { children: ReactNode }) {
  return (
    <div>
      {children}
      <BackToDefault shown={shown} name={name} />
    </div>
  )
}

/** If a setting differs from its default: the default, and a button to reset it. */
function BackToDefault({ shown, name }: SettingProps) {
  if (shown.isProposal || shown.settings[name] === defaultSettings[name]) return null
  const setting = settingOf(name)
  const fallback = String(defaultSettings[name])
  const words =
    setting.kind === 'choice' ? setting.choices[fallback] : (setting.defaultWords ?? twelveHour(fallback))
  return (
    <div className="mt-1.5 flex flex-wrap items-center gap-x-3 text-sm text-muted">
      <span className="min-w-0 break-words">Default: {words}</span>
      <button
        type="submit"
        name="default"
        value={name}
        formNoValidate
        className="inline-flex min-h-touch items-center font-semibold text-chalk underline underline-offset-4"
      >
        Back to default<span className="sr-only"> for {setting.label}</span>
      </button>
    </div>
  )
}

/** Resets the special events to the spec's four. */
export function EventsBackToDefault({ settings }: { settings: Settings }) {
  if (JSON.stringify(settings.specialEvents) === JSON.stringify(defaultSettings.specialEvents)) return null
  return (
    <ActionButton tone="quiet" name="default" value="specialEvents" formNoValidate>
      Back to the default events
    </ActionButton>
  )
}

function settingIn({ isProposal }: SettingsShown, name: PlainSetting): Setting {
  const { hint: _none, ...setting } = settingOf(name)
  return isProposal ? setting : settingOf(name)
}

function stateOf({ settings, problems }: SettingsShown, name: PlainSetting) {
  return {
    name,
    saved: String(settings[name]),
    error: problems.find(({ field }) => field === name)?.words,
  }
}
