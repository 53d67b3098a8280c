import { Link, useRevalidator } from 'react-router'
import { type KeptPhones, phonesWords } from '../../../../domain/upkeep/kept-phones.ts'
import { ActionButton, ActionForm, Hidden } from '../../../actions/action-form.tsx'
import { paths } from '../../../paths.ts'
import { When } from '../../../ui/time.tsx'

/** Stored phone numbers by edition, until when, and a button to delete them sooner. */
export function PhonesCard({ kept }: { kept: readonly KeptPhones[] }) {
  const { revalidate } = useRevalidator()
  return (
    <section aria-label="Phone numbers" className="mt-4 rounded-card border border-line bg-raised p-4">
      {kept.length === 0 && <p>No phone numbers are stored.</p>}
      <ul className="grid gap-3">
        {kept.map((phones) => (
          <li key={phones.edition} className="flex flex-wrap items-center justify-between gap-3">
            <p className="min-w-0">
              {phonesWords(phones)} <span className="text-muted">{until(phones)}</span>
            </p>
            {phones.overAt && (
              <ActionForm onAnswer={() => void revalidate()}>
                <Hidden fields={{ edition: phones.edition }} />
                <ActionButton tone="danger" name="intent" value="delete-phones">
                  Delete now<span className="sr-only">: {phonesWords(phones)}</span>
                </ActionButton>
              </ActionForm>
            )}
          </li>
        ))}
      </ul>
      <p className="mt-3 text-sm">
        <Link to={paths.adminNames} className="link inline-flex min-h-touch items-center">
          Remove a name
        </Link>
      </p>
    </section>
  )
}

function until({ overAt, goAt }: KeptPhones) {
  if (!overAt) return 'are needed until its final.'
  if (!goAt) return 'stay until you delete them.'
  return (
    <>
      are deleted automatically: <When at={goAt} />.
    </>
  )
}
