import { Smartphone } from 'lucide-react'
import { useEffect, useState } from 'react'
import { remember, remembered } from '../../device-storage.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useRootSettings } from '../../ui/time.tsx'

const key = 'appModalSeen'

/** The spec's modal with the app's store link, once per browser session, whatever the page below could load. */
export function AppModal() {
  const link = useRootSettings()?.appLink
  const [isOpen, setIsOpen] = useState(false)

  useEffect(() => {
    if (!link || remembered(key, 'sessionStorage')) return
    // Deferred until page and font are shown, because `showModal` restyles the whole page, and while another dialog is open.
    const timer = setInterval(() => {
      if (document.querySelector(':modal')) return
      clearInterval(timer)
      setIsOpen(true)
    }, 500)
    return () => clearInterval(timer)
  }, [link])

  function close() {
    setIsOpen(false)
    remember(key, 'yes', 'sessionStorage')
  }

  return (
    <Dialog
      open={isOpen}
      onClose={close}
      title="Get the app"
      actions={
        <>
          <Button type="button" tone="quiet" onClick={close}>
            Not now
          </Button>
          <a
            className="button button-primary"
            href={link}
            target="_blank"
            rel="noopener noreferrer"
            onClick={close}
          >
            Download the app
          </a>
        </>
      }
    >
      <div className="flex items-center gap-4">
        <Smartphone aria-hidden="true" className="shrink-0 text-ball" size={56} strokeWidth={1.4} />
        <p>Draw, schedule and results in your pocket. Download our app from the store.</p>
      </div>
    </Dialog>
  )
}
