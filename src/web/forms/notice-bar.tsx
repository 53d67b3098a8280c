import { X } from 'lucide-react'
import { statusMessageMs } from '../../domain/settings/settings.ts'
import { paths } from '../paths.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import type { Failure } from './answer.ts'
import { CommandForm, Hidden, useNotice } from './commands.tsx'

/**
 * What came of the last action. It moves no button and lies over none that is tapped next: on a phone over the header, for
 * the thumb works at the foot; elsewhere at the foot.
 */
export function NoticeBar({ offerTakeBack = true }: { offerTakeBack?: boolean }) {
  const { notice, dismiss } = useNotice()
  if (!notice) return null
  if (notice.kind === 'failed' && notice.failure.reason === 'needs-confirmation') {
    return <Consequences failure={notice.failure} />
  }
  return (
    <div className="fixed inset-x-0 top-0 z-40 mx-auto max-w-2xl p-2 sm:top-auto sm:bottom-0 sm:p-3 noscript:static noscript:p-0 noscript:pb-4 print:hidden">
      {notice.kind === 'failed' ? (
        <Banner kind="alert" className="shadow-lift">
          <div className="flex items-start gap-2">
            <div className="grow">
              <WhyNot failure={notice.failure} />
            </div>
            <button
              type="button"
              aria-label="Close"
              className="needs-script -my-2 grid size-touch shrink-0 place-items-center rounded-full"
              onClick={dismiss}
            >
              <X aria-hidden="true" />
            </button>
          </div>
        </Banner>
      ) : (
        <Banner
          key={`${notice.kind} ${notice.nth}`}
          kind="status"
          className="items-center shadow-lift"
          {...(notice.kind === 'done' && { dismissAfterMs: statusMessageMs, onDismiss: dismiss })}
        >
          <div className="flex items-center justify-between gap-3">
            <span className="line-clamp-3 min-w-0 sm:line-clamp-none">{notice.text}</span>
            {notice.kind === 'done' && notice.canTakeBack && offerTakeBack && (
              <TakeBack revision={notice.revision} />
            )}
          </div>
        </Banner>
      )}
    </div>
  )
}

/** Why not, and what has happened meanwhile: inside a dialog, which lies over the bar. */
export function Refusal({ failure }: { failure: Failure }) {
  return (
    <Banner kind="alert" isSought>
      <WhyNot failure={failure} />
    </Banner>
  )
}

function WhyNot({ failure: { error, reason, details } }: { failure: Failure }) {
  return (
    <>
      {error}
      {reason === 'signed-out' && (
        <a href={paths.login} target="_blank" rel="noopener" className="link block w-fit py-2.5">
          Sign in
        </a>
      )}
      <Details lines={details} />
    </>
  )
}

export function TakeBack({ revision, label }: { revision: number; label?: string }) {
  return (
    <CommandForm className="shrink-0">
      <Hidden fields={{ revision }} />
      <Button tone="quiet" name="intent" value="take-back" aria-label={label}>
        Take back
      </Button>
    </CommandForm>
  )
}

/** Says by name which played results would be cleared; the same form, sent once more, does it. */
function Consequences({ failure }: { failure: Failure }) {
  const { dismiss } = useNotice()
  const isReset = failure.fields.some(([name, value]) => name === 'intent' && value === 'reset')
  return (
    <Dialog open onClose={dismiss} title={isReset ? 'Reset Tournament' : 'This clears results'}>
      <p role="alert">{failure.error}</p>
      {/* However many there are, the buttons stay in sight. */}
      {failure.details.length > 0 && (
        <section
          aria-label="What would be cleared"
          className="max-h-[40dvh] overflow-y-auto noscript:max-h-none"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: many of them scroll, also for those who have only keys.
          tabIndex={0}
        >
          <Details lines={failure.details} />
        </section>
      )}
      <CommandForm className="mt-2 flex flex-wrap justify-end gap-3">
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
          {isReset ? 'Cancel' : 'Keep them'}
        </a>
        <Button tone="danger" name="confirm" value="yes">
          {isReset ? 'Reset Tournament' : 'Clear and go on'}
        </Button>
      </CommandForm>
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
