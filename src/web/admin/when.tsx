import { useEffect, useState } from 'react'

/** An instant in the reader's own time; in universal time until scripts know which that is. */
export function When({ at }: { at: string }) {
  const [local, setLocal] = useState<string>()
  useEffect(() => {
    setLocal(new Date(at).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' }))
  }, [at])
  return (
    <time dateTime={at} className="tabular-nums">
      {local ?? `${at.slice(0, 16).replace('T', ' ')} UTC`}
    </time>
  )
}
