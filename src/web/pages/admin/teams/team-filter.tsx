import { Form } from 'react-router'
import { Button } from '../../../ui/button.tsx'
import { Field, SelectField, useAddressField } from '../../../ui/field.tsx'
import { type Shown, shownChoices } from './team-list.ts'

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
        <div>
          <SelectField {...list} label="Show" name="show" onChange={(event) => show(event.currentTarget)}>
            {choices.map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </SelectField>
        </div>
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
