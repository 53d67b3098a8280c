import { use, useEffect, useRef, useState } from 'react'
import { fieldsOf } from '../../../../domain/answer.ts'
import type { Settings } from '../../../../domain/cup.ts'
import { unsavedSettings } from '../../../../domain/settings/check-settings.ts'
import { CommandButton } from '../../../forms/command-button.tsx'
import { AnsweredContext } from '../../../forms/commands.tsx'
import { useHydrated } from '../../../ui/time.tsx'

type SaveBarProps = { settings: Settings; prepare: (form: FormData) => void }

/** Sticky Save for all sections, with the names of unsaved settings. */
export function SaveBar({ settings, prepare }: SaveBarProps) {
  const bar = useRef<HTMLDivElement>(null)
  const { answered } = use(AnsweredContext)
  const isHydrated = useHydrated()
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
  }, [settings, prepare, answered, isHydrated])

  return (
    <div ref={bar} className="save-bar" data-unsaved={unsaved !== '' || undefined}>
      <p className="needs-script min-w-0 grow">
        {unsaved === '' ? 'Everything is saved.' : <strong>Not saved yet: {unsaved}</strong>}
      </p>
      <CommandButton tone={unsaved === '' ? 'quiet' : 'primary'}>Save</CommandButton>
    </div>
  )
}
