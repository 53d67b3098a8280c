import { X } from 'lucide-react'
import {
  createContext,
  type MouseEvent,
  type ReactNode,
  use,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useHydrated } from './time.tsx'

/** Whether the page is hidden by a pending navigation: a modal would cover the next page, invisibly. */
export const OutOfSightContext = createContext(false)

type DialogProps = {
  open: boolean
  /** Controlled: Esc, the backdrop and the close button ask; the owner sets open={false}. */
  onClose: () => void
  title: string
  children: ReactNode
  /** Buttons at the foot, the primary one last. */
  actions?: ReactNode
}

/** Native modal `<dialog>`: traps and restores focus, and makes the page behind it inert. */
export function Dialog({ open, onClose, title, children, actions }: DialogProps) {
  const isOpen = open && !use(OutOfSightContext)
  const ref = useRef<HTMLDialogElement>(null)
  const closing = useRef<HTMLButtonElement>(null)
  const titleId = `title${useId()}`
  // Server-rendered open, so that it works without scripts; after hydration the browser owns the attribute.
  const isServerRendered = !useHydrated()
  const [openAtFirst] = useState(open && isServerRendered)

  useEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    if (!isOpen) return dialog.close()
    if (dialog.matches(':modal')) return
    const show = () => {
      dialog.removeAttribute('open')
      dialog.showModal()
      // By default the close button would get the focus.
      if (document.activeElement === closing.current)
        (dialog.querySelector<HTMLElement>('[data-first]') ?? dialog).focus()
    }
    if (!dialog.open) return show()
    // Server-rendered, it is visible already: `showModal` restyles the whole page, so it waits until after hydration.
    const timer = setTimeout(show)
    return () => clearTimeout(timer)
  }, [isOpen])

  // Unmounting while open would lose the focus: only `close()` restores it.
  useLayoutEffect(() => {
    const dialog = ref.current
    return () => dialog?.close()
  }, [])

  /** Where the pointer went down: text selected past the dialog's edge ends in a click on the dialog too. */
  const pressed = useRef<EventTarget>(undefined)
  function closeOnBackdrop({ target }: MouseEvent) {
    if (target === ref.current && target === pressed.current) onClose()
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc does for the keyboard what the backdrop does for the pointer.
    <dialog
      ref={ref}
      tabIndex={-1}
      open={openAtFirst}
      className="dialog"
      aria-labelledby={titleId}
      onPointerDown={({ target }) => {
        pressed.current = target
      }}
      onClick={closeOnBackdrop}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClose={() => {
        if (isOpen) onClose()
      }}
    >
      <div className="grid gap-4 p-5 sm:p-6">
        <div className="flex items-start justify-between gap-4">
          <h2 id={titleId} className="display pt-1.5 text-3xl">
            {title}
          </h2>
          <button
            ref={closing}
            type="button"
            className="needs-script -m-2 grid size-touch shrink-0 place-items-center rounded-full hover:bg-ball-wash"
            aria-label="Close"
            onClick={onClose}
          >
            <X aria-hidden="true" />
          </button>
        </div>
        {children}
        {actions && <div className="flex flex-wrap justify-end gap-3 pt-1">{actions}</div>}
      </div>
    </dialog>
  )
}
