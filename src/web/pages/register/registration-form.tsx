import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { Entry } from '../../../domain/cup.ts'
import { findDouble } from '../../../domain/teams/look-alikes.ts'
import { entryName } from '../../../domain/teams/names.ts'
import { type TeamForm, teamField, teamFieldLabels } from '../../../domain/teams/team-form.ts'
import type { useAction } from '../../actions/use-action.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { ChoiceField, Field } from '../../ui/field.tsx'

type RegistrationFormProps = {
  registering: ReturnType<typeof useAction>
  /** The refusal, in one sentence. */
  error: string | undefined
  entries: readonly Entry[]
  /** The privacy notice. */
  kept: string
}

export function RegistrationForm(props: RegistrationFormProps) {
  const { registering, error, entries, kept } = props
  const { answer, isBusy, formProps } = registering
  const form = useRef<HTMLFormElement>(null)
  const refusal = answer?.ok === false ? answer : undefined
  // Without scripts the page is rendered again, with the fields of the refused form.
  const typed = new Map(refusal?.fields)
  const isDouble = refusal?.reason === 'already-entered'
  const [double, setDouble] = useState<string>()

  /** Warns before anything is sent. */
  function lookForDouble(event: FormEvent<HTMLFormElement>) {
    const typedNow = new FormData(event.currentTarget)
    const name = (field: keyof TeamForm) => String(typedNow.get(field) ?? '')
    const found = findDouble(entries, { player1Name: name('player1Name'), player2Name: name('player2Name') })
    setDouble(found && entryName(found))
  }

  const part = (name: keyof TeamForm) => ({
    ...teamField(name),
    defaultValue: typed.get(name),
    'aria-invalid': refusal?.details.includes(teamFieldLabels[name]) || undefined,
  })

  useEffect(() => {
    if (!answer?.ok) return
    form.current?.reset()
    setDouble(undefined)
  }, [answer])

  return (
    <form
      {...formProps}
      ref={form}
      noValidate
      className="grid gap-5"
      aria-label="Register a team"
      onInput={lookForDouble}
    >
      {!isBusy && error && (
        <Banner kind="alert" isSought>
          {error}
        </Banner>
      )}
      {(refusal?.reason === 'registration-slow' || typed.has('code')) && (
        <Field
          name="code"
          label="Code from the organisers"
          defaultValue={typed.get('code')}
          autoComplete="off"
          hint="With it there is no wait: ask the organisers in the bar."
        />
      )}
      <Field {...part('player1Name')} required autoComplete="name" />
      <Field {...part('player2Name')} autoComplete="off" />
      <Field {...part('teams')} autoComplete="off" hint="The sports teams you follow." />
      <Field
        {...part('teamPhoneNumber')}
        type="tel"
        required
        autoComplete="tel"
        hint="Only the organisers see it."
      />
      {(double || isDouble) && (
        <div
          role={isDouble ? undefined : 'status'}
          className="grid gap-1 rounded-card border border-control p-4"
        >
          <p>
            {double ? `${double} is already on the list.` : 'These players are already on the list.'} If that
            is you, there is no need to register again: an organiser can show you your link.
          </p>
          <ChoiceField name="confirm" value="yes" label="We are a different team with the same names." />
        </div>
      )}
      <Button disabled={isBusy} className="mt-1">
        {isBusy ? 'Registering...' : 'Register Team'}
      </Button>
      <p className="text-sm text-muted text-pretty">{kept}</p>
    </form>
  )
}
