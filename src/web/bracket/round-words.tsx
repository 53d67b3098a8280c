import type { RoundProgress } from '../../domain/night/progress.ts'

/** 'Eights · 5 of 8 played'. A team that is alone in the draw has nobody to play against. */
export function RoundWords({ round: { name, played, total } }: { round: RoundProgress }) {
  return (
    <>
      <b>{name}</b> · {total > 0 ? `${played} of ${total} played` : 'no match to play'}
    </>
  )
}
