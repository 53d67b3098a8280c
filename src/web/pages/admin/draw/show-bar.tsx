import type { Draw } from '../../../../domain/cup.ts'
import { showWords } from '../../../../domain/messages.ts'
import { CommandButton } from '../../../forms/command-button.tsx'
import { CommandForm } from '../../../forms/commands.tsx'
import { lotsWords } from '../../../lots/lots-banner.tsx'
import { useLots } from '../../../lots/use-lots.ts'

/** Progress of the show, and a button that ends it. The organiser sees the whole draw. */
export function ShowBar({ draw }: { draw: Draw }) {
  const { lots } = useLots(draw)
  if (!lots) return null
  return (
    <section
      aria-label="The draw as a show"
      className="mb-5 flex flex-wrap items-center justify-between gap-3 rounded-card border-2 border-ball bg-ball-wash p-4"
    >
      <p>
        <b className="tabular-nums">{lotsWords(lots)}</b> on every screen. This page shows the whole draw.
      </p>
      <CommandForm>
        <CommandButton tone="quiet" name="intent" value="finish-show">
          {showWords.finish}
        </CommandButton>
      </CommandForm>
    </section>
  )
}
