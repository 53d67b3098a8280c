import { useRef } from 'react'
import type { TeamId } from '../../../../domain/cup.ts'
import { CommandButton } from '../../../forms/command-button.tsx'
import { CommandForm, Hidden } from '../../../forms/commands.tsx'
import { listedBy } from './team-query.ts'

/** The forms the table's buttons and checkboxes belong to: a form cannot stand around the rows of a table. */
export const teamForms = {
  approve: 'approve-one',
  unapprove: 'unapprove-one',
  putBack: 'put-back-one',
  remove: 'remove-one',
  here: 'here-one',
  notHere: 'not-here-one',
  many: 'many',
} as const

const rowForms = [
  ['approve', teamForms.approve],
  ['unapprove', teamForms.unapprove],
  ['put-back', teamForms.putBack],
  ['check-in', teamForms.here],
  ['not-here', teamForms.notHere],
  ['remove', teamForms.remove],
] as const

type RowFormsProps = { query: URLSearchParams; onTap: (teamId: TeamId) => void }

/** Where the buttons in the rows post to. */
export function RowForms({ query, onTap }: RowFormsProps) {
  return rowForms.map(([intent, id]) => (
    <CommandForm key={id} id={id} prepare={(form) => onTap(String(form.get('teamId')))}>
      <Hidden fields={{ intent, ...listedBy(query) }} />
    </CommandForm>
  ))
}

/** Acts on every chosen row at once. */
export function ManyForm({ query }: { query: URLSearchParams }) {
  const sent = useRef<readonly FormDataEntryValue[]>([])
  return (
    <CommandForm
      id={teamForms.many}
      className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2"
      prepare={(form) => {
        sent.current = form.getAll('teamId')
      }}
      onAnswer={({ ok }) => ok && uncheck(sent.current)}
    >
      <Hidden fields={listedBy(query)} />
      <button type="button" className="button button-quiet needs-script" onClick={checkAll}>
        Choose all
      </button>
      <CommandButton tone="quiet" name="intent" value="approve">
        Approve chosen
      </CommandButton>
    </CommandForm>
  )
}

export function RemoveChosen() {
  return (
    <CommandButton tone="danger" form={teamForms.many} name="intent" value="remove" className="mt-8">
      Remove chosen
    </CommandButton>
  )
}

const checkboxes = () => [...document.querySelectorAll<HTMLInputElement>(`input[form="${teamForms.many}"]`)]

function checkAll() {
  const boxes = checkboxes()
  const isEvery = boxes.every(({ checked }) => checked)
  for (const box of boxes) box.checked = !isEvery
}

function uncheck(teamIds: readonly FormDataEntryValue[]) {
  for (const box of checkboxes()) if (teamIds.includes(box.value)) box.checked = false
}
