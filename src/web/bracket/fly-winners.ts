import { placeOf, type Rounds } from '../../domain/cup.ts'
import { arrivals } from './announcer.tsx'

/** FLIP animation: a name flies from the match it won to its new place. */
export function flyWinners(box: HTMLElement, before: Rounds, now: Rounds) {
  const news = arrivals(before, now)
  // Nobody can follow a whole round at once.
  if (news.length > 4) return
  for (const { from, to } of news) {
    const source = box.querySelector<HTMLElement>(
      `[data-match="${placeOf(from)}"] [data-state="winner"] > .side-name`,
    )
    const target = box.querySelector<HTMLElement>(
      `[data-match="${placeOf(to)}"] [data-side="${to.side}"] > .side-name`,
    )
    if (source && target) fly(source, target)
  }
}

function fly(source: HTMLElement, target: HTMLElement) {
  const start = source.getBoundingClientRect()
  const end = target.getBoundingClientRect()
  const isSeen = end.bottom > 0 && end.top < innerHeight && end.right > 0 && end.left < innerWidth
  if (!isSeen || start.width === 0) return
  const ghost = document.createElement('span')
  ghost.className = 'flight'
  ghost.setAttribute('aria-hidden', 'true')
  ghost.textContent = target.textContent
  ghost.style.left = `${end.left}px`
  ghost.style.top = `${end.top}px`
  // The rendered font size, zoom included.
  ghost.style.fontSize = `${(Number.parseFloat(getComputedStyle(target).fontSize) * end.width) / target.offsetWidth}px`
  document.body.append(ghost)
  const easing = 'cubic-bezier(0.3, 0, 0.1, 1)'
  const flight = ghost.animate(
    [{ translate: `${start.left - end.left}px ${start.top - end.top}px` }, { translate: '0 0' }],
    { duration: 700, easing },
  )
  target.animate([{ opacity: 0 }, { opacity: 0 }], { duration: 700 })
  flight.onfinish = flight.oncancel = () => {
    ghost.remove()
    target.parentElement?.animate([{ backgroundColor: 'var(--ball-wash)' }, {}], {
      duration: 1600,
      easing: 'ease-out',
    })
  }
}
