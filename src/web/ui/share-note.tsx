import { X } from 'lucide-react'
import { useEffect, useEffectEvent, useRef } from 'react'

type ShareNoteProps = { url: string; isCopied: boolean; onClose: () => void }

/** What became of a shared address: copied, or here to be copied by hand. */
export function ShareNote({ url, isCopied, onClose }: ShareNoteProps) {
  const note = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)

  const close = useEffectEvent(onClose)

  useEffect(() => {
    note.current?.showPopover?.()
    field.current?.focus()
    field.current?.select()
    if (!isCopied) return
    const timer = setTimeout(() => close(), 4_000)
    return () => clearTimeout(timer)
  }, [isCopied])

  return (
    <div
      ref={note}
      className="draw-note"
      popover="auto"
      onToggle={(event) => {
        if (event.newState === 'closed') onClose()
      }}
    >
      {isCopied ? (
        <p role="status">Link copied</p>
      ) : (
        <label className="draw-note-address">
          Copy this address
          <input ref={field} readOnly value={url} />
        </label>
      )}
      <button type="button" aria-label="Close" onClick={onClose}>
        <X aria-hidden="true" size={20} />
      </button>
    </div>
  )
}
