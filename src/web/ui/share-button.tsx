import { Share2, X } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { isLoopback } from '../../domain/text.ts'
import { useRootData } from './time.tsx'

type ShareButtonProps = {
  title: string
  /** The address to share; by default the current one. */
  path?: string
  className: string
  size?: number
  /** Copies the address, also where the device could share it. */
  isCopy?: boolean
  children: ReactNode
}

/** Shares an address, and always shows a result. */
export function ShareButton({ title, path, className, size = 18, isCopy, children }: ShareButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  const site = useRootData()?.site
  const [answer, setAnswer] = useState<{ url: string; isCopied: boolean }>()

  async function onClick() {
    const url = sharedAddress(location.href, path, site)
    setAnswer(undefined)
    const how = await (isCopy ? copy(url) : share(title, url))
    if (how !== 'sent') setAnswer({ url, isCopied: how === 'copied' })
  }

  return (
    <>
      <button ref={button} type="button" className={`needs-script ${className}`} onClick={onClick}>
        {!isCopy && <Share2 aria-hidden="true" size={size} />}
        <span>{children}</span>
      </button>
      {answer &&
        createPortal(
          <ShareNote {...answer} onClose={() => setAnswer(undefined)} />,
          // Outside of an open modal everything is inert.
          button.current?.closest('dialog') ?? document.querySelector('main') ?? document.body,
        )}
    </>
  )
}

/** Absolute, and on the origin for other devices if the page was opened at a loopback address. */
export function sharedAddress(opened: string, path = '', site = opened): string {
  const { href, pathname, search } = new URL(path, opened)
  return isLoopback(opened) ? new URL(pathname + search, site).href : href
}

/** Web Share, else the clipboard. */
async function share(title: string, url: string): Promise<'sent' | 'copied' | 'shown'> {
  try {
    if (navigator.share) {
      await navigator.share({ title, url })
      return 'sent'
    }
  } catch (error) {
    // Cancelled by the user.
    if ((error as Error).name === 'AbortError') return 'sent'
  }
  return copy(url)
}

/** On plain http a browser has no clipboard: the address is shown. */
async function copy(url: string): Promise<'copied' | 'shown'> {
  try {
    await navigator.clipboard.writeText(url)
    return 'copied'
  } catch {
    return 'shown'
  }
}

type ShareNoteProps = { url: string; isCopied: boolean; onClose: () => void }

/** The result: copied, or the address to copy by hand. */
function ShareNote({ url, isCopied, onClose }: ShareNoteProps) {
  const note = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)

  /** Hiding the popover returns the focus to the button, which unmounting does not. */
  function hide() {
    note.current?.hidePopover?.()
    onClose()
  }
  const close = useEffectEvent(hide)

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
      <button type="button" aria-label="Close" onClick={hide}>
        <X aria-hidden="true" size={20} />
      </button>
    </div>
  )
}
