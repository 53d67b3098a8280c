import { useRef } from 'react'
import { Form, useRevalidator } from 'react-router'
import type { TeamId } from '../../../../domain/cup.ts'
import type { PendingSince } from '../../../../domain/teams/entries.ts'
import { ActionButton, ActionForm, Hidden } from '../../../actions/action-form.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field, SelectField, useAddressField } from '../../../ui/field.tsx'
import { listFields, type Shown, shownChoices } from './team-list.ts'

type TeamFilterProps = {
  search: string
  onSearch: (text: string) => void
  shown: Shown
  /** Paginated: the server has to filter. */
  isPaged: boolean
  hasCheckIn: boolean
}

export function TeamFilter({ search, onSearch, shown, isPaged, hasCheckIn }: TeamFilterProps) {
  const choices = Object.entries(shownChoices).filter(
    ([value]) => hasCheckIn || value === shown || !['missing', 'here'].includes(value),
  )
  const show = ({ form }: HTMLSelectElement) => form?.requestSubmit(form.querySelector('button'))
  const list = useAddressField(shown, show)
  const text = useAddressField<HTMLInputElement>(search, ({ value }) => onSearch(value))
  return (
    <Form method="get" className="mb-4 flex items-end gap-3" preventScrollReset replace>
      <div className="min-w-0 grow">
        <Field
          {...text}
          label="Search"
          type="search"
          name="q"
          onChange={(event) => onSearch(event.target.value)}
          placeholder="Name, team or phone"
        />
      </div>
      <div className="flex shrink-0 items-end gap-3">
        <SelectField {...list} label="Show" name="show" onChange={(event) => show(event.currentTarget)}>
          {choices.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
        {isPaged ? (
          <Button tone="quiet" name="page" value="1">
            Search
          </Button>
        ) : (
          <noscript>
            <Button tone="quiet">Show</Button>
          </noscript>
        )}
      </div>
    </Form>
  )
}

const rowActions = [
  'approve',
  'unapprove',
  'put-back',
  'check-in',
  'not-here',
  'remove',
  'accept-correction',
  'dismiss-correction',
] as const

/** The id of a row action's form: HTML allows no form around table rows, so their buttons refer to it. */
export function rowForm(action: (typeof rowActions)[number]): string {
  return `${action}-one`
}

/** The id of the checkboxes' form. */
export const manyForm = 'many'

type RowFormsProps = { query: URLSearchParams; onTap: (teamId: TeamId) => void }

export function RowForms({ query, onTap }: RowFormsProps) {
  return rowActions.map((intent) => (
    <ActionForm key={intent} id={rowForm(intent)} prepare={(form) => onTap(String(form.get('teamId')))}>
      <Hidden fields={{ intent, ...listFields(query) }} />
    </ActionForm>
  ))
}

/** Acts on all selected rows at once. */
export function ManyForm({ query, onTap }: RowFormsProps) {
  const sent = useRef<readonly FormDataEntryValue[]>([])
  return (
    <ActionForm
      id={manyForm}
      className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2"
      prepare={(form) => {
        sent.current = form.getAll('teamId')
        for (const id of sent.current) onTap(String(id))
      }}
      onAnswer={({ ok }) => ok && uncheck(sent.current)}
    >
      <Hidden fields={listFields(query)} />
      <button type="button" className="button button-quiet needs-script" onClick={toggleAll}>
        Select all
      </button>
      <ActionButton tone="quiet" name="intent" value="approve">
        Approve selected
      </ActionButton>
    </ActionForm>
  )
}

export function RemoveSelected() {
  return (
    <ActionButton tone="danger" form={manyForm} name="intent" value="remove" className="mt-8">
      Remove selected
    </ActionButton>
  )
}

const checkboxes = () => [...document.querySelectorAll<HTMLInputElement>(`input[form="${manyForm}"]`)]

function toggleAll() {
  const boxes = checkboxes()
  const areAllChecked = boxes.every(({ checked }) => checked)
  for (const box of boxes) box.checked = !areAllChecked
}

function uncheck(teamIds: readonly FormDataEntryValue[]) {
  for (const box of checkboxes()) if (teamIds.includes(box.value)) box.checked = false
}

/** Bulk removal after a flood of fake entries, taken back with one tap. */
export function RemovePending({ recent, isOpen }: { recent: readonly PendingSince[]; isOpen: boolean }) {
  return (
    <details id="remove-pending" className="mt-8 scroll-mt-20" open={isOpen}>
      <summary className="min-h-touch w-fit cursor-pointer py-2.5 font-semibold underline underline-offset-4">
        Remove recent pending teams
      </summary>
      <p className="mt-1 max-w-prose text-muted">
        Removes a flood of fake entries in one tap. Approved teams stay, and it can be taken back.
      </p>
      <ActionForm className="mt-3 flex flex-wrap gap-3">
        <Hidden fields={{ intent: 'remove-pending' }} />
        {recent.map(({ since, words, teams }) => (
          <ActionButton key={words} tone="danger" name="since" value={since}>
            Remove {teams === 1 ? 'the 1 team' : `the ${teams} teams`} that registered {words}
          </ActionButton>
        ))}
      </ActionForm>
    </details>
  )
}

/** Permanent deletion, because removed entries still count towards an edition's maximum. */
export function DeleteRemoved() {
  const { revalidate } = useRevalidator()
  return (
    <ActionForm className="mt-8" onAnswer={() => void revalidate()}>
      <p className="mb-2 max-w-prose text-muted">
        Removed entries can be put back, or deleted permanently. Those in a draw are not deleted.
      </p>
      <ActionButton tone="danger" name="intent" value="delete-removed">
        Delete all removed entries permanently
      </ActionButton>
    </ActionForm>
  )
}
