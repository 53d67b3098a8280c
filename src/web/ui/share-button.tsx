import { Share2 } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { share } from './share.ts'
import { ShareNote } from './share-note.tsx'

type ShareButtonProps = {
  title: string
  /** The address to share; without it, that of the page as it is. */
  path?: string
  className: string
  size?: number
  children: ReactNode
}

/** Shares an address, and always answers in sight. */
export function ShareButton({ title, path, className, size = 18, children }: ShareButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [answer, setAnswer] = useState<{ url: string; isCopied: boolean }>()

  async function onClick() {
    const url = new URL(path ?? '', location.href).href
    setAnswer(undefined)
    const how = await share(title, url)
    if (how !== 'sent') setAnswer({ url, isCopied: how === 'copied' })
  }

  return (
    <>
      <button ref={button} type="button" className={className} onClick={onClick}>
        <Share2 aria-hidden="true" size={size} />
        <span>{children}</span>
      </button>
      {answer &&
        createPortal(
          <ShareNote {...answer} onClose={() => setAnswer(undefined)} />,
          // Outside of an open dialog nothing can be touched; else it belongs to the page's own content.
          button.current?.closest('dialog') ?? document.querySelector('main') ?? document.body,
        )}
    </>
  )
}
