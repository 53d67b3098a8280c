import { use, useEffect, useRef, useState } from 'react'
import type { Settings } from '../../../../domain/cup.ts'
import { unsavedSettings } from '../../../../domain/settings/check-settings.ts'
import { fieldsOf } from '../../../forms/answer.ts'
import { CommandButton } from '../../../forms/command-button.tsx'
import { AnsweredContext } from '../../../forms/commands.tsx'
import { useIsHere } from '../../../ui/time.tsx'

type SaveBarProps = { settings: Settings; prepare: (form: FormData) => void }

/** One Save for all sections, always in sight; it says what is not saved yet. */
export function SaveBar({ settings, prepare }: SaveBarProps) {
  const bar = useRef<HTMLDivElement>(null)
  const { answered } = use(AnsweredContext)
  const isHere = useIsHere()
  const [unsaved, setUnsaved] = useState('')

  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer puts saved values into the fields, and scripts local hours.
  useEffect(() => {
    const form = bar.current?.closest('form')
    if (!form) return
    function look() {
      const fields = new FormData(form as HTMLFormElement)
      prepare(fields)
      setUnsaved(unsavedSettings(Object.fromEntries(fieldsOf(fields)), settings).join(', '))
    }
    look()
    form.addEventListener('input', look)
    return () => form.removeEventListener('input', look)
  }, [settings, prepare, answered, isHere])

  return (
    <div ref={bar} className="save-bar" data-unsaved={unsaved !== '' || undefined}>
      <p className="needs-script min-w-0 grow">
        {unsaved === '' ? 'Everything is saved.' : <strong>Not saved yet: {unsaved}</strong>}
      </p>
      <CommandButton tone={unsaved === '' ? 'quiet' : 'primary'}>Save</CommandButton>
    </div>
  )
}
