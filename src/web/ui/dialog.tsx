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
  useSyncExternalStore,
} from 'react'

type DialogProps = {
  open: boolean
  /** Asked for by Esc, the backdrop and the close button; the owner then says open={false}. */
  onClose: () => void
  title: string
  children: ReactNode
  /** Buttons at the foot, the most likely one last. */
  actions?: ReactNode
}

const neverChanges = () => () => {}

/** The browser's own dialog: it traps focus, gives it back, and makes the page behind it inert. */
export function Dialog({ open, onClose, title, children, actions }: DialogProps) {
  const isOpen = open && !use(OutOfSightContext)
  const ref = useRef<HTMLDialogElement>(null)
  const closing = useRef<HTMLButtonElement>(null)
  const titleId = `title${useId()}`
  // The server's page shows it too, so that it can be answered without script; from then on the browser owns the attribute.
  const cameWithPage = useSyncExternalStore(
    neverChanges,
    () => false,
    () => true,
  )
  const [openAtFirst] = useState(open && cameWithPage)

  useEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    if (!isOpen) return dialog.close()
    if (dialog.matches(':modal')) return
    const show = () => {
      dialog.removeAttribute('open')
      dialog.showModal()
      // The browser takes the first button, but nobody is about to close what just opened.
      if (document.activeElement === closing.current)
        (dialog.querySelector<HTMLElement>('[data-first]') ?? dialog).focus()
    }
    if (!dialog.open) return show()
    // One that came with the page is in sight already, and waits until the page has come to life: a slow phone styles all of it anew.
    const timer = setTimeout(show)
    return () => clearTimeout(timer)
  }, [isOpen])

  // One that is taken away while it is open would keep the focus: only closing gives it back.
  useLayoutEffect(() => {
    const dialog = ref.current
    return () => dialog?.close()
  }, [])

  function closeOnBackdrop(event: MouseEvent) {
    if (event.target === ref.current) onClose()
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc does for the keyboard what the backdrop does for the pointer.
    <dialog
      ref={ref}
      tabIndex={-1}
      open={openAtFirst}
      className="dialog"
      aria-labelledby={titleId}
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

/** Whether the page is out of sight, because another one is on its way: a dialog would lie over that one, unseen. */
export const OutOfSightContext = createContext(false)
