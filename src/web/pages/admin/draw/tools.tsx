import { Form } from 'react-router'
import { messages } from '../../../../domain/messages.ts'
import { CommandButton } from '../../../forms/command-button.tsx'
import { CommandForm } from '../../../forms/commands.tsx'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'

/** Far from what is tapped all evening. */
export function Tools({ areOn }: { areOn: boolean }) {
  return (
    <section id="tools" aria-labelledby="tools-title" className="mb-10 scroll-mt-4">
      <h2 id="tools-title" className="display mb-3 text-3xl">
        Tools
      </h2>
      <ToolButtons disabledReason={areOn ? undefined : messages.featureUnavailable} />
      {!areOn && (
        <p className="mt-2 text-muted">
          Switched off in the{' '}
          <a href={paths.adminSettings} className="underline underline-offset-4">
            settings
          </a>
          .
        </p>
      )}
    </section>
  )
}

export function ToolButtons({ disabledReason }: { disabledReason: string | undefined }) {
  return (
    <div className="flex flex-wrap gap-3">
      <CommandForm>
        <CommandButton tone="danger" name="intent" value="reset" disabledReason={disabledReason}>
          Reset Tournament
        </CommandButton>
      </CommandForm>
      <Form method="get" preventScrollReset>
        <Button tone="quiet" name="exchange" value="0" disabledReason={disabledReason}>
          Exchange Team Positions
        </Button>
      </Form>
    </div>
  )
}
