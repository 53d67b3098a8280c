import { useEffect, useRef, useState } from 'react'
import type { Draw } from '../../domain/cup.ts'
import { resultText } from '../../domain/teams/names.ts'
import { freshResults } from './fresh-results.ts'

/** Says each new result once, to those who hear the page. */
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
      {/* A new element each time: the same words again, after a result was taken back, are news too. */}
      <span key={news.nth}>{news.words}</span>
    </p>
  )
}
