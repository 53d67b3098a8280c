import { useEffect, useState } from 'react'
import { clockTime, universalTime } from '../../domain/night/schedule.ts'

/** An instant in the reader's own time; in universal time until scripts know which that is. */
export function When({ at }: { at: string }) {
  const [local, setLocal] = useState<string>()
  useEffect(() => {
    const date = new Date(at).toLocaleDateString('en-GB', { dateStyle: 'medium' })
    setLocal(`${date}, ${clockTime(at)}`)
  }, [at])
  return (
    <time dateTime={at} className="tabular-nums">
      {local ?? `${at.slice(0, 10)}, ${universalTime(at)} UTC`}
    </time>
  )
}
