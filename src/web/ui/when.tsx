import { clockTime, universalTime } from '../../domain/night/schedule.ts'
import { useIsHere } from './use-is-here.ts'

/** An instant in the reader's own time; in universal time until scripts know which that is. */
export function When({ at }: { at: string }) {
  return (
    <time dateTime={at} className="tabular-nums">
      {useIsHere() ? localTime(at) : `${at.slice(0, 10)}, ${universalTime(at)} UTC`}
    </time>
  )
}

function localTime(at: string): string {
  const date = new Date(at).toLocaleDateString('en-GB', { dateStyle: 'medium' })
  return `${date}, ${clockTime(at)}`
}
