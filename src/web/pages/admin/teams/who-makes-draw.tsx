import type { Settings } from '../../../../domain/cup.ts'
import { whoMakesDraw } from '../../../../domain/draw/draw-creation.ts'
import { CommandButton } from '../../../forms/command-button.tsx'
import { CommandForm } from '../../../forms/commands.tsx'

/** While there is no draw: who can make it now, and one tap to keep it to the organisers. */
export function WhoMakesDraw({ settings }: { settings: Settings }) {
  return (
    <CommandForm className="mb-5 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 text-muted">
      <p>There is no draw yet. {whoMakesDraw(settings)}</p>
      {settings.drawCreation === 'anyone' && (
        <CommandButton tone="quiet" name="intent" value="keep-draw">
          Keep it to organisers
        </CommandButton>
      )}
    </CommandForm>
  )
}
