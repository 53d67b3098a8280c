import type { CSSProperties } from 'react'
import { Fragment } from 'react'
import type { Draw, Side } from '../../../domain/cup.ts'
import { sideNames } from '../../../domain/teams/names.ts'
import { SideFace, type SideSlot, sideProps } from '../../bracket/side.tsx'

type TeamProps = {
  teams: Draw['teams']
  team: Side
  /** Set in capitals, which have other widths. */
  isUpperCase?: boolean
}

/** A team, one player per line. */
export function Players({ teams, team, isUpperCase = false }: TeamProps) {
  return sideNames(teams, team).map((name, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: two players of a team may be called alike.
    <Fragment key={place}>
      {place > 0 && <span className="sr-only"> and </span>}
      <bdi className="fitted" style={nameWidths(isUpperCase ? name.toUpperCase() : name)}>
        {name}
      </bdi>
    </Fragment>
  ))
}

/** 'Anna Berg, Ben Li': a line breaks between two people, and within a name only if it would be half as large. */
export function People({ label }: { label: string }) {
  const names = label.split(', ')
  return names.map((name, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: two players of a team may be called alike.
    <Fragment key={place}>
      {place > 0 && ' '}
      <span className="person" style={{ '--ems': widthOf(`${name},`) } as CSSProperties}>
        {place < names.length - 1 ? `${name},` : name}
      </span>
    </Fragment>
  ))
}

/** A side of the bracket, its name as large as fits. */
export function FittedSide(slot: SideSlot) {
  return (
    <span {...sideProps(slot)} style={sideWidths(slot.name)}>
      <SideFace {...slot}>{unbroken(slot.name)}</SideFace>
    </span>
  )
}

/** Beyond this width in ems a name may break: on one line it would be too small to be read. */
const widestPerson = 22

function isOneLine(name: string): boolean {
  return widthOf(name) <= widestPerson
}

/** No-break spaces and word joiners within each name: one text node, so that a font that arrives late moves nothing. */
function unbroken(label: string): string {
  const names = label.split(', ')
  return names
    .map((name) => (isOneLine(name) ? name.replaceAll(' ', '\u00a0').replaceAll('-', '-\u2060') : name))
    .join(', ')
}

function sideWidths(label: string): CSSProperties {
  const parts = label.split(', ').flatMap((name) => (isOneLine(name) ? name : name.split(/[\s-]/)))
  return { '--ems': widthOf(label), '--word-ems': Math.max(...parts.map(widthOf)) } as CSSProperties
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
