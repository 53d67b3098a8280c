import { useEffect, useState } from 'react'
import { clockText } from '../../../domain/night/schedule.ts'
import { clockTime } from '../../ui/use-clock.ts'

/** An instant in the reader's own time; in universal time until scripts know which that is. */
export function When({ at }: { at: string }) {
  const [local, setLocal] = useState<string>()
  useEffect(() => {
    const date = new Date(at).toLocaleDateString('en-GB', { dateStyle: 'medium' })
    setLocal(`${date}, ${clockTime(at)}`)
  }, [at])
  return (
    <time dateTime={at} className="tabular-nums">
      {local ?? universal(at)}
    </time>
  )
}

function universal(at: string): string {
  const instant = new Date(at)
  return `${at.slice(0, 10)}, ${clockText(instant.getUTCHours() * 60 + instant.getUTCMinutes())} UTC`
}
