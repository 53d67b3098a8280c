import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Draw, Match } from '../../../domain/cup.ts'
import { nowPlaying } from '../../../domain/draw/tables.ts'

/** How long a call has the screen. */
const shownMs = 8_000

/** The matches that were called, or called again, a moment ago; what was on when the page was opened is no news. */
export function useCalls(draw: Pick<Draw, 'rounds'>, onCall: () => void): Match[] {
  const heard = useRef<ReadonlySet<string>>(undefined)
  const [fresh, setFresh] = useState<readonly string[]>([])
  const tell = useEffectEvent(onCall)

  useEffect(() => {
    const calls = nowPlaying(draw).map(callOf)
    const before = heard.current
    heard.current = new Set(calls)
    const news = before ? calls.filter((call) => !before.has(call)) : []
    if (news.length === 0) return
    setFresh((shown) => [...shown, ...news])
    tell()
  }, [draw])

  useEffect(() => {
    if (fresh.length === 0) return
    const timer = setTimeout(() => setFresh([]), shownMs)
    return () => clearTimeout(timer)
  }, [fresh])

  return nowPlaying(draw).filter((match) => fresh.includes(callOf(match)))
}

function callOf({ id, table, calledAt }: Match): string {
  return `${id} ${table} ${calledAt}`
}
