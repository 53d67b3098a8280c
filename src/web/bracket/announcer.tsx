import { useEffect, useRef, useState } from 'react'
import type { Draw, Match, Rounds, SideRef } from '../../domain/cup.ts'
import { isTeam, sideOf } from '../../domain/cup.ts'
import { feederOf } from '../../domain/draw/draw-reader.ts'
import { resultText } from '../../domain/teams/names.ts'

/** Live region: reads each new result out once. */
export function Announcer({ draw }: { draw: Draw | undefined }) {
  const before = useRef(draw)
  const [news, setNews] = useState({ words: '', nth: 0 })
  useEffect(() => {
    const earlier = before.current
    before.current = draw
    if (!earlier || !draw || earlier === draw || earlier.id !== draw.id) return
    const results = freshResults(earlier, draw)
    if (results.length === 0) return
    const words = results.map((match) => resultText(draw, match)).join('. ')
    setNews(({ nth }) => ({ words, nth: nth + 1 }))
  }, [draw])
  return (
    <p className="sr-only" aria-live="polite" data-announcer="">
      {/* A new key each time, so that the same words are announced again after a result was taken back. */}
      <span key={news.nth}>{news.words}</span>
    </p>
  )
}

/** Matches newly decided since an earlier draw; rounds with the same identity are skipped. */
export function freshResults(before: Rounds, now: Rounds): Match[] {
  return changedMatches(before, now).flatMap(([was, match]) =>
    match.winner && match.winner !== was.winner ? [match] : [],
  )
}

/** Places newly filled by a team, each with the match that feeds it. */
export function arrivals(
  before: Rounds,
  now: Rounds,
): { to: SideRef; from: { round: number; index: number } }[] {
  return changedMatches(before, now).flatMap(([was, match]) =>
    ([1, 2] as const).flatMap((side) => {
      const to = { round: match.round, index: match.index, side }
      const from = feederOf(to)
      const isNew = isTeam(sideOf(match, side)) && sideOf(match, side) !== sideOf(was, side)
      return isNew && from ? [{ to, from }] : []
    }),
  )
}

function changedMatches(before: Rounds, now: Rounds): [was: Match, match: Match][] {
  return now.rounds.flatMap((round, roundIndex) => {
    const earlier = before.rounds[roundIndex]
    if (!earlier || earlier === round) return []
    return round.matches.flatMap((match, index) => {
      const was = earlier.matches[index]
      return was && was !== match && was.id === match.id ? [[was, match] as [Match, Match]] : []
    })
  })
}
