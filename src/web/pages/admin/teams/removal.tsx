import { useRevalidator } from 'react-router'
import type { PendingSince } from '../../../../domain/teams/entries.ts'
import { CommandButton } from '../../../forms/command-button.tsx'
import { CommandForm, Hidden } from '../../../forms/commands.tsx'

/** After a flood: all of it goes in one tap, and comes back in one if that was wrong. */
export function RemovePending({ recent, isOpen }: { recent: readonly PendingSince[]; isOpen: boolean }) {
  return (
    <details id="remove-pending" className="mt-8 scroll-mt-20" open={isOpen}>
      <summary className="min-h-touch w-fit cursor-pointer py-2.5 font-semibold underline underline-offset-4">
        Remove everything pending since …
      </summary>
      <p className="mt-1 max-w-prose text-muted">
        Made-up entries that came in a flood go together. Approved teams stay, and it can be taken back.
      </p>
      <CommandForm className="mt-3 flex flex-wrap gap-3">
        <Hidden fields={{ intent: 'remove-pending' }} />
        {recent.map(({ since, words, teams }) => (
          <CommandButton key={words} tone="danger" name="since" value={since}>
            Remove {teams === 1 ? 'the 1 team' : `the ${teams} teams`} that came {words}
          </CommandButton>
        ))}
      </CommandForm>
    </details>
  )
}

/** Entries that nobody will put back: made-up ones count towards all that an edition can hold. */
export function DeleteRemoved() {
  const { revalidate } = useRevalidator()
  return (
    <CommandForm className="mt-8" onAnswer={() => void revalidate()}>
      <p className="mb-2 max-w-prose text-muted">
        Removed entries can be put back. Those that nobody misses can be deleted for good, except those that
        stand in a draw.
      </p>
      <CommandButton tone="danger" name="intent" value="delete-removed">
        Delete all removed entries for good
      </CommandButton>
    </CommandForm>
  )
}
