import { type RefObject, useEffect } from 'react'

/** How a name is set: narrower first, then smaller, and only then with words broken at the end of a line. */
type Setting = { readonly size: number; readonly width: number; readonly wrap: 'normal' | 'anywhere' }

const settings: readonly Setting[] = [
  { size: 1, width: 75, wrap: 'normal' },
  ...[1, 0.94, 0.88, 0.82, 0.76, 0.7, 0.65, 0.6, 0.55].map(
    (size) => ({ size, width: 62, wrap: 'normal' }) as const,
  ),
  ...[0.7, 0.62, 0.56, 0.5, 0.46, 0.42, 0.38, 0.34, 0.3, 0.26, 0.22].map(
    (size) => ({ size, width: 62, wrap: 'anywhere' }) as const,
  ),
]

/** Of the letters beside the draw. */
const sizesAtOnce = [1, 0.92, 0.84]
const sizesBeside = [...sizesAtOnce, 0.76]
const sizesAlone = [...sizesBeside, 0.68, 0.6, 0.52]

/** Nobody hovers over a TV to read the rest of a name: whatever stands on it is set as large as it fits whole. */
export function FittedNames({ within: ref }: { within: RefObject<HTMLElement | null> }) {
  useEffect(() => {
    const screen = ref.current
    if (!screen) return
    const fitAll = () => {
      fitNames(screen)
      fitRail(screen)
      fitMoment(screen)
    }
    fitAll()
    // What is shown changes with each result and each turn; a page's font changes once, when our own has come.
    const changes = new MutationObserver(fitAll)
    changes.observe(screen, { childList: true, characterData: true, subtree: true })
    const sizes = new ResizeObserver(fitAll)
    sizes.observe(screen)
    document.fonts.addEventListener('loadingdone', fitAll)
    return () => {
      changes.disconnect()
      sizes.disconnect()
      document.fonts.removeEventListener('loadingdone', fitAll)
    }
  }, [ref])
  return null
}

/** All names take the same step together, so that the page is laid out once for each step and not for each name. */
function fitNames(screen: HTMLElement) {
  let names = [...screen.querySelectorAll<HTMLElement>('.side-name')]
  for (const { size, width, wrap } of settings) {
    for (const { style } of names) {
      style.fontSize = `${size}em`
      style.fontStretch = `${width}%`
      style.overflowWrap = wrap
      style.webkitLineClamp = 'none'
      // Accents on capitals reach beyond lines as close as these.
      style.overflow = 'visible'
    }
    names = names.filter(isCut)
    if (names.length === 0) return
  }
}

function isCut(name: HTMLElement): boolean {
  // A side grows with its name; its place in the draw is what it is at least.
  const place = Number.parseFloat(getComputedStyle(name.parentElement ?? name).minHeight)
  return name.scrollHeight > place || name.scrollWidth > name.clientWidth
}

/** The last list beside the draw gives way by whole matches (use-turn.ts), before the letters above it get small. */
function fitRail(screen: HTMLElement) {
  const rail = screen.querySelector<HTMLElement>('.tv-parts')
  if (!rail) return
  const last = rail.querySelector<HTMLElement>('.tv-part:last-child')
  last?.removeAttribute('data-crowded')
  if (rail.childElementCount === 1 && hasFit(sizesAtOnce, showsAll)) return
  if (hasFit(sizesBeside, showsWhole)) return
  if (rail.childElementCount > 1) last?.setAttribute('data-crowded', '')
  hasFit(sizesAlone, showsWhole)

  function hasFit(sizes: readonly number[], isWell: typeof showsAll): boolean {
    return sizes.some((size) => {
      rail?.style.setProperty('font-size', `${size}em`)
      return rail && rail.scrollHeight <= rail.clientHeight && isWell(last?.querySelector('ul'))
    })
  }
}

type List = HTMLElement | null | undefined

function showsAll(list: List): boolean {
  return !list || (list.scrollWidth <= list.clientWidth && showsWhole(list))
}

/** No match is higher than the list: those that have no room below the others go to a column beside them. */
function showsWhole(list: List): boolean {
  return !list || [...list.children].every((line) => line.clientHeight <= list.clientHeight)
}

/** The champions' names across the whole screen. */
function fitMoment(screen: HTMLElement) {
  const names = screen.querySelector<HTMLElement>('.tv-moment-name')
  const moment = names?.parentElement
  if (!names || !moment) return
  for (let percent = 100; percent >= 15; percent -= 5) {
    names.style.fontSize = `${percent}%`
    names.style.overflowWrap = percent > 15 ? 'normal' : 'anywhere'
    if (names.scrollWidth <= names.clientWidth && moment.scrollHeight <= moment.clientHeight) return
  }
}
