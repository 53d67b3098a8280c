import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Failure } from '../../domain/answer.ts'
import { isQuestion, type Question } from '../../domain/refusals.ts'
import { statusMessageMs } from '../../domain/settings/limits.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ActionButton, ActionForm, Hidden, useNotice } from './action-form.tsx'

/** The last action's outcome, in the header's row so that it covers no content; hover, press or focus expands it. */
export function NoticeBar({ offerTakeBack = true }: { offerTakeBack?: boolean }) {
  const { notice, dismiss, hide } = useNotice()
  if (!notice) return null
  if (notice.kind !== 'failed') {
    return (
      <Bar key={`${notice.kind} ${notice.nth}`} kind="status" onDismiss={notice.kind === 'done' && dismiss}>
        <div className="notice-words">{notice.text}</div>
        {notice.kind === 'done' && notice.canTakeBack && offerTakeBack && (
          <TakeBack revision={notice.revision} />
        )}
      </Bar>
    )
  }
  const { failure, button } = notice
  if (isQuestion(failure.reason)) return <Consequences failure={failure} button={button} />
  if (notice.isOver) return null
  return (
    <Bar key={`failed ${notice.nth}`} kind="alert" onDismiss={hide}>
      <div className="notice-words">
        <WhyNot failure={failure} />
      </div>
      <button
        type="button"
        aria-label="Close"
        className="needs-script grid size-touch shrink-0 place-items-center rounded-full"
        onClick={hide}
      >
        <X aria-hidden="true" />
      </button>
    </Bar>
  )
}

type BarProps = {
  kind: 'status' | 'alert'
  /** False: no auto-dismiss. */
  onDismiss: (() => void) | false
  children: ReactNode
}

function Bar({ kind, onDismiss, children }: BarProps) {
  return (
    <div className="notice-bar">
      <Banner kind={kind} {...(onDismiss && { dismissAfterMs: statusMessageMs, onDismiss })}>
        <div className="notice-row">{children}</div>
      </Banner>
    </div>
  )
}

/** Error inside a dialog, which covers the notice bar. Once dismissed it keeps its height, so that no button moves. */
export function Refusal({ failure, isOver }: { failure: Failure; isOver: boolean | undefined }) {
  const { hide } = useNotice()
  return (
    <div className={isOver ? 'invisible' : ''}>
      <Banner kind="alert" isSought dismissAfterMs={statusMessageMs} onDismiss={hide}>
        <WhyNot failure={failure} />
      </Banner>
    </div>
  )
}

function WhyNot({ failure: { error, hint, details } }: { failure: Failure }) {
  return (
    <>
      {error}
      {hint && <span className="block font-normal">{hint}</span>}
      <Details lines={details} />
    </>
  )
}

type TakeBackProps = { revision: number; label?: string; onDone?: () => void }

export function TakeBack({ revision, label, onDone }: TakeBackProps) {
  return (
    <ActionForm className="shrink-0" onAnswer={({ ok }) => ok && onDone?.()}>
      <Hidden fields={{ revision }} />
      <ActionButton tone="quiet" name="intent" value="take-back" aria-label={label}>
        Take back
      </ActionButton>
    </ActionForm>
  )
}

/** Title and buttons of each confirmation. */
const questions: Readonly<Record<Question | 'reset', Record<'title' | 'keep' | 'goOn', string>>> = {
  'out-of-sight': { title: 'This hides an edition', keep: 'Cancel', goOn: 'Continue' },
  'fewer-places': { title: 'A lower team limit', keep: 'Cancel', goOn: 'Lower the limit' },
  'for-good': { title: 'This is permanent', keep: 'Cancel', goOn: 'Delete permanently' },
  'over-limit': { title: 'Over the limit', keep: 'Cancel', goOn: 'Approve anyway' },
  reset: { title: 'Reset Tournament', keep: 'Cancel', goOn: 'Reset Tournament' },
  'needs-confirmation': { title: 'This clears results', keep: 'Keep them', goOn: 'Clear results' },
}

function questionOf({ reason, fields }: Failure) {
  const isReset = fields.some(([name, value]) => name === 'intent' && value === 'reset')
  return questions[isReset ? 'reset' : (reason as Question)]
}

/** Confirmation dialog: lists the consequences, and resends the form with `confirm=yes`. */
function Consequences({ failure, button }: { failure: Failure; button: string | undefined }) {
  const { dismiss } = useNotice()
  const { title, keep, goOn } = questionOf(failure)
  return (
    <Dialog open onClose={dismiss} title={title}>
      <p role="alert">{failure.error}</p>
      {/* Scrolls, so that the buttons stay in view. */}
      {failure.details.length > 0 && (
        <section
          aria-label="What would happen"
          className="max-h-[40dvh] overflow-y-auto noscript:max-h-none"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a long list scrolls, by keyboard too.
          tabIndex={0}
        >
          <Details lines={failure.details} />
        </section>
      )}
      <ActionForm button={button} className="mt-2 flex flex-wrap justify-end gap-3">
        {failure.fields
          .filter(([name]) => name !== 'confirm' && name !== 'requestId')
          .map(([name, value]) => (
            <input key={`${name}=${value}`} type="hidden" name={name} value={value} />
          ))}
        <a
          href="?"
          className="button button-quiet"
          onClick={(event) => {
            event.preventDefault()
            dismiss()
          }}
        >
          {keep}
        </a>
        <Button tone="danger" name="confirm" value="yes">
          {goOn}
        </Button>
      </ActionForm>
    </Dialog>
  )
}

function Details({ lines }: { lines: readonly string[] }) {
  if (lines.length === 0) return null
  return (
    <ul className="mt-2 grid list-disc gap-1 pl-5 font-normal">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}
