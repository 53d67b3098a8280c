import { ImageDown } from 'lucide-react'
import { useState } from 'react'
import { pictureFailed } from '../../domain/messages.ts'
import type { Subject } from './poster.ts'

type PictureButtonProps = { subject: Subject; className: string }

/** Makes a picture for messengers and opens the share sheet, or downloads it where there is none. */
export function PictureButton({ subject, className }: PictureButtonProps) {
  const [answer, setAnswer] = useState<'' | 'sent' | 'saved' | 'failed'>('')

  async function onClick() {
    setAnswer('')
    try {
      // Lazy: few people tap it.
      const { sharePicture } = await import('./share-picture.ts')
      setAnswer(await sharePicture(subject))
    } catch {
      setAnswer('failed')
    }
  }

  return (
    <>
      <button type="button" className={`needs-script ${className}`} onClick={onClick}>
        <ImageDown aria-hidden="true" size={18} />
        <span>{answer === 'saved' ? 'Picture saved' : 'Picture'}</span>
      </button>
      <span role="status" className={answer === 'failed' ? 'col-span-full text-alert' : 'sr-only'}>
        {answer === 'failed' && pictureFailed}
        {answer === 'saved' && 'Picture saved'}
      </span>
    </>
  )
}
