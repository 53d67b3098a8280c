import { type ReactNode, useEffect, useId, useState } from 'react'
import type { Settings } from '../../../../domain/cup.ts'
import { twelveHour } from '../../../../domain/night/schedule.ts'
import { type SettingProblem, settingLabels } from '../../../../domain/settings/check-settings.ts'
import { defaultSettings } from '../../../../domain/settings/settings.ts'
import type { Fields } from '../../../forms/answer.ts'
import { LiveField, LiveTextArea, meanwhileWords, useTyped } from '../../../forms/live-field.tsx'
import { Button } from '../../../ui/button.tsx'
import { ChoiceField, type Field } from '../../../ui/field.tsx'

export type PlainSetting = Exclude<keyof Settings, 'specialEvents'>

/** What a group of settings shows: the values as they are, and what was typed into a form the server refused. */
export type Shown = {
  readonly settings: Settings
  readonly typed: Fields | undefined
  readonly problems: readonly SettingProblem[]
}

type Part = { shown: Shown; name: PlainSetting; hint?: string }

/** One line of text. */
export function TextSetting({ shown, name, hint, ...input }: Part & Partial<Parameters<typeof Field>[0]>) {
  return (
    <Resettable shown={shown} name={name}>
      <LiveField {...input} {...stateOf(shown, name)} label={settingLabels[name]} name={name} hint={hint} />
    </Resettable>
  )
}

export function LongTextSetting({ shown, name, hint, maxLength }: Part & { maxLength: number }) {
  return (
    <Resettable shown={shown} name={name}>
      <LiveTextArea
        {...stateOf(shown, name)}
        label={settingLabels[name]}
        name={name}
        hint={hint}
        maxLength={maxLength}
      />
    </Resettable>
  )
}

type ChoiceProps = Part & { choices: Readonly<Record<string, string>> }

/** A few choices, each in words; the first is the default. */
export function ChoiceSetting({ shown, name, choices }: ChoiceProps) {
  const { saved, refused, error } = stateOf(shown, name)
  const { value, meanwhile, type } = useTyped(saved, refused)
  const errorId = useId()
  return (
    <fieldset aria-describedby={error && errorId}>
      <legend className="mb-1 font-semibold">{settingLabels[name]}</legend>
      {Object.entries(choices).map(([choice, words]) => (
        <ChoiceField
          key={choice}
          type="radio"
          name={name}
          value={choice}
          checked={value === choice}
          onChange={() => type(choice)}
          label={choice === defaultSettings[name] ? `${words} (default)` : words}
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
      <BackToDefault shown={shown} name={name} isNamed={false} />
    </fieldset>
  )
}

/** An instant, shown and typed in the time of whoever reads it: the server's until scripts know better. */
export function InstantSetting({ shown, name, hint }: Part) {
  const { saved, refused, error } = stateOf(shown, name)
  const [local, setLocal] = useState(saved)
  useEffect(() => setLocal(toLocal(saved)), [saved])
  return (
    <Resettable shown={shown} name={name}>
      <LiveField
        type="datetime-local"
        label={settingLabels[name]}
        name={name}
        saved={local.replace(/:\d\d(\.\d+)?Z$/, '')}
        refused={refused}
        error={error}
        hint={hint}
      />
    </Resettable>
  )
}

/** '2025-05-02T20:00' as the clock on this device shows the instant. */
function toLocal(instant: string): string {
  const time = Date.parse(instant)
  if (Number.isNaN(time)) return instant
  const offset = new Date(time).getTimezoneOffset() * 60_000
  return new Date(time - offset).toISOString().slice(0, 16)
}

function Resettable({ shown, name, children }: { shown: Shown; name: PlainSetting; children: ReactNode }) {
  return (
    <div>
      {children}
      <BackToDefault shown={shown} name={name} />
    </div>
  )
}

/** Defaults that their bare value does not tell. */
const defaultWords: Partial<Record<PlainSetting, string>> = {
  registrationClosesAt: 'no closing time',
  teamLimit: '0, no limit',
  editionTheme: 'no theme',
}

/** Says what the spec of all settings was, and goes back to it in one tap. */
function BackToDefault({
  shown,
  name,
  isNamed = true,
}: {
  shown: Shown
  name: PlainSetting
  isNamed?: boolean
}) {
  const fallback = defaultWords[name] ?? String(defaultSettings[name])
  const isDefault = shown.settings[name] === defaultSettings[name]
  return (
    <div className="mt-1.5 flex flex-wrap items-center gap-x-3 text-sm text-muted">
      {isNamed && <span className="min-w-0 break-words">Default: {twelveHour(fallback)}</span>}
      {!isDefault && (
        <button
          type="submit"
          name="default"
          value={name}
          formNoValidate
          className="inline-flex min-h-touch items-center font-semibold text-chalk underline underline-offset-4"
        >
          Back to default<span className="sr-only"> for {settingLabels[name]}</span>
        </button>
      )}
    </div>
  )
}

/** Where special events go back to the spec's four. */
export function EventsBackToDefault({ settings }: { settings: Settings }) {
  if (JSON.stringify(settings.specialEvents) === JSON.stringify(defaultSettings.specialEvents)) return null
  return (
    <Button tone="quiet" name="default" value="specialEvents" formNoValidate>
      Back to the default events
    </Button>
  )
}

function stateOf({ settings, typed, problems }: Shown, name: PlainSetting) {
  return {
    saved: String(settings[name]),
    refused: typed?.find(([field]) => field === name)?.[1],
    error: problems.find(({ field }) => field === name)?.words,
  }
}
