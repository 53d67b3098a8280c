import type { CSSProperties } from 'react'
import { Fragment } from 'react'
import type { Draw, Side } from '../../../domain/cup.ts'
import { sideNames } from '../../../domain/teams/names.ts'
import { SideFace, type SideSlot, sideProps } from '../../bracket/side.tsx'

type TeamProps = { teams: Draw['teams']; team: Side }

/** A team, one player per line. */
export function Players({ teams, team }: TeamProps) {
  return sideNames(teams, team).map((name, place) => (
    // Two players of a team may be called alike.
    <Fragment key={place === 0 ? 'first' : `later ${place}`}>
      {place > 0 && <span className="sr-only"> and </span>}
      <bdi className="fitted" style={nameWidths(name)}>
        {name}
      </bdi>
    </Fragment>
  ))
}

/** A side of the bracket, its name as large as fits. */
export function FittedSide(slot: SideSlot) {
  return (
    <span {...sideProps(slot)} style={nameWidths(slot.name)}>
      <SideFace {...slot} />
    </span>
  )
}

/** Approximate widths of the condensed font in ems, as measured in a browser; the widest of each class. */
const widths: readonly (readonly [letters: RegExp, ems: number])[] = [
  [/[ijlıłI.,'’|!:;\-\s]/u, 0.27],
  [/[frt()]/u, 0.34],
  [/[mwMW@%]/u, 0.82],
  [/[a-z0-9ß-öø-ÿ]/u, 0.5],
  [/\p{Mn}/u, 0],
  [/[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}&]/u, 0.65],
]

/** Estimated width in ems. Independent of loaded fonts, so that there is no layout shift. */
export function widthOf(text: string): number {
  const ems = [...text].map((letter) => widths.find(([letters]) => letters.test(letter))?.[1] ?? 1.1)
  return Math.max(1, Math.ceil(ems.reduce((total, width) => total + width, 0) * 10) / 10)
}

/** Custom properties for fit-to-width CSS: the widths of the text and of its widest word. */
export function nameWidths(text: string): CSSProperties {
  const word = Math.max(...text.split(/[\s-]/).map(widthOf))
  return { '--ems': widthOf(text), '--word-ems': word } as CSSProperties
}
