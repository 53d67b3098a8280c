import { Form } from 'react-router'
import { messages } from '../../../../domain/messages.ts'
import { ActionButton, ActionForm } from '../../../actions/action-form.tsx'
import { Button } from '../../../ui/button.tsx'

const small = 'px-3 text-[0.9375rem] font-semibold [font-stretch:90%]'

/** By the page's title; on a phone in a row of their own below it. */
export function Tools({ areOn }: { areOn: boolean }) {
  const disabledReason = areOn ? undefined : messages.featureUnavailable
  return (
    <div className="tool-row flex gap-2">
      <ActionForm>
        <ActionButton
          tone="danger"
          name="intent"
          value="reset"
          disabledReason={disabledReason}
          className={small}
        >
          Reset Tournament
        </ActionButton>
      </ActionForm>
      <Form method="get" preventScrollReset>
        <Button tone="quiet" name="exchange" value="0" disabledReason={disabledReason} className={small}>
          Exchange Team Positions
        </Button>
      </Form>
    </div>
  )
}
