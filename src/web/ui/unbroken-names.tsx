import { Fragment } from 'react'
import type { Draw } from '../../domain/cup.ts'

/** 'Anna Berg, Ben Li': a line breaks between two people, and within a name only if it is wider than the line. */
export function Names({ label }: { label: string }) {
  const names = label.split(', ')
  return names.map((name, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: two players of a team may be called alike.
    <Fragment key={place}>
      {place > 0 && ' '}
      <span className="inline-block max-w-full">{place < names.length - 1 ? `${name},` : name}</span>
    </Fragment>
  ))
}

/** Longer names may break: unbroken they would leave half of a phone's line empty. */
const longestUnbroken = 24

/** The same in a sentence: no-break spaces in the names of the draw's players. */
export function unbrokenNames(words: string, draw: Pick<Draw, 'teams'> | undefined): string {
  return Object.values(draw?.teams ?? {})
    .flatMap(({ players }) => players)
    .filter((name) => name.length <= longestUnbroken)
    .reduce((text, name) => text.split(name).join(name.split(' ').join('\u00a0')), words)
}
