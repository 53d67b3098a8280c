import type { Draw, Match } from '../../../../domain/cup.ts'

/** A tap whose outcome is shown before the server has confirmed it. */
export type PendingTap = {
  readonly token: string
  readonly matches: readonly Match[]
  /** The revision the server answered with; the tap is over once the draw has reached it. */
  readonly revision?: number
}

/** The draw as it will be once every pending tap is confirmed. */
export function withPendingTaps(draw: Draw, taps: readonly PendingTap[]): Draw {
  const pending = new Map(taps.flatMap(({ matches }) => matches.map((match) => [match.id, match] as const)))
  if (pending.size === 0) return draw
  const rounds = draw.rounds.map((round) =>
    round.matches.some(({ id }) => pending.has(id))
      ? { ...round, matches: round.matches.map((match) => pending.get(match.id) ?? match) }
      : round,
  )
  return { ...draw, rounds }
}

/** Taps the draw does not contain yet. */
export function stillPending(taps: readonly PendingTap[], drawRevision: number): readonly PendingTap[] {
  const left = taps.filter(({ revision }) => revision === undefined || revision > drawRevision)
  return left.length === taps.length ? taps : left
}

/** The server said yes, and with which revision. */
export function confirmed(
  taps: readonly PendingTap[],
  token: string,
  revision: number,
): readonly PendingTap[] {
  return taps.map((tap) => (tap.token === token ? { ...tap, revision } : tap))
}

/** The server said no, or could not be asked: the tap is taken back. */
export function takenBack(taps: readonly PendingTap[], token: string): readonly PendingTap[] {
  return taps.filter((tap) => tap.token !== token)
}
