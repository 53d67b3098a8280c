import fc from 'fast-check'
import type { Settings } from '../../src/domain/cup.ts'
import type { Command } from './commands.ts'
import { currentDraw, entriesOf, type Model, teamsIn } from './cup.ts'
import { everyPlace, isOpen, isTeam } from './grid.ts'

/** An attempt of an organiser or a visitor, encoded as numbers, so that it is valid in any cup and shrinks well. */
export type Action = {
  readonly kind: (typeof kinds)[number]
  readonly one: number
  readonly other: number
  readonly side: 1 | 2
  readonly who: number
  /** Age of the screen that is tapped, in steps. */
  readonly age: number
  readonly tellsSeen: boolean
  readonly confirm: boolean
  /** Whether a confirmation carries the revision at which it was asked for. */
  readonly tellsAsked: boolean
}

/** One moment of a night: usually one action, sometimes several at once or a repeated request. */
export type Step = {
  readonly actions: readonly Action[]
  readonly isSentTwice: boolean
  /** Resends an earlier request, counted back; 0 for none. */
  readonly repeat: number
  readonly ms: number
}

const kinds = [
  ...times(6, 'play'),
  ...times(4, 'winner'),
  ...times(3, 'undo'),
  ...times(3, 'exchange'),
  ...times(5, 'take-back'),
  ...times(3, 'absent'),
  ...times(2, 'present'),
  ...times(3, 'place'),
  ...times(2, 'call'),
  ...times(2, 'call-named'),
  'uncall',
  ...times(5, 'report'),
  'unreport',
  ...times(3, 'table-report'),
  ...times(2, 'confirm-report'),
  'dismiss-report',
  ...times(2, 'byes'),
  'reset',
  ...times(2, 'again'),
  ...times(2, 'create'),
  ...times(2, 'register'),
  ...times(2, 'approve'),
  'unapprove',
  'edit',
  'remove',
  'put-back',
  ...times(2, 'settings'),
  'editions',
] as const

function times<const Kind extends string>(count: number, kind: Kind): Kind[] {
  return Array.from({ length: count }, () => kind)
}

// Shrinking removes steps; smaller numbers would only be other steps.
const number = fc.noShrink(fc.nat({ max: 9_999 }))

const anyAction: fc.Arbitrary<Action> = fc.record({
  kind: fc.noShrink(fc.constantFrom(...kinds)),
  one: number,
  other: number,
  side: fc.noShrink(fc.constantFrom<(1 | 2)[]>(1, 2)),
  who: fc.noShrink(fc.nat({ max: 2 })),
  age: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat({ max: 6 }) }),
  tellsSeen: fc.boolean(),
  confirm: fc.boolean(),
  tellsAsked: fc.boolean(),
})

export const anyStep: fc.Arbitrary<Step> = fc.record({
  actions: fc.oneof(
    { weight: 8, arbitrary: fc.tuple(anyAction) },
    { weight: 1, arbitrary: fc.array(anyAction, { minLength: 2, maxLength: 3 }) },
  ),
  isSentTwice: fc.oneof(
    { weight: 12, arbitrary: fc.constant(false) },
    { weight: 1, arbitrary: fc.constant(true) },
  ),
  repeat: fc.oneof(
    { weight: 12, arbitrary: fc.constant(0) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 6 }) },
  ),
  ms: fc.noShrink(fc.integer({ min: 1, max: 3_000 })),
})

const player1 = ['Ann', 'Sam', 'Ann, Ben', 'Sam', 'Zoé', 'BYE', 'TBD', ' Kim  Lee ', '']
const player2 = ['', 'Ben', 'Pat', '']
const settings: readonly Partial<Settings>[] = [
  { organiserTools: 'on' },
  { organiserTools: 'off' },
  { organiserTools: 'on', byes: 'at-once' },
  { byes: 'confirm', scheduleGroupSize: 2 },
  { byes: 'at-once', scheduleGroupSize: 1 },
  { scheduleGroupSize: 6, editionTitle: 'Another title' },
  { registration: 'open', organiserTools: 'on' },
  { registration: 'closed' },
  { registration: 'open', teamLimit: 3 },
  { teamLimit: 0, drawCreation: 'admin' },
  { drawCreation: 'anyone' },
  { reports: 'on', silentTables: '' },
  { reports: 'off' },
  { silentTables: '1' },
  { editionNumber: 12 },
  { editionNumber: 11, editionTitle: 'The Cup' },
]

const pick = <Item>(items: readonly Item[], at: number) => items[at % items.length]

/** The request of a tap on a screen as it was then. */
export function commandOf(action: Action, screen: Model, requestId: string | undefined): Command | undefined {
  const { kind, one, other, side, confirm, tellsSeen } = action
  const { cup } = screen
  const draw = currentDraw(cup)
  const places = draw ? everyPlace(draw) : []
  const entries = entriesOf(cup)
  const drawn = teamsIn(draw)
  const seenView = tellsSeen ? screen.revision : undefined
  const asked = confirm && action.tellsAsked ? screen.revision : undefined
  const tap = { confirm: confirm || undefined, asked, requestId, seen: seenView }
  const chosen = pick(places, one)
  const onMatch = (found = chosen) =>
    found && { matchId: found.place.id, ...tap, seen: tellsSeen ? found.place.revision : undefined }
  const form = {
    player1Name: pick(player1, one) ?? '',
    player2Name: pick(player2, other) ?? '',
    teams: pick(['', 'Lions'], other) ?? '',
    teamPhoneNumber: pick(['1', '2', '3', ''], other + one) ?? '',
  }
  const several = (from: readonly { id: string }[]) =>
    [
      ...new Set([pick(from, one), pick(from, other), pick(from, one + other)].slice(0, 1 + (one % 3))),
    ].flatMap((team) => (team ? [team.id] : []))

  switch (kind) {
    case 'play': {
      const match = onMatch(
        pick(
          places.filter(({ place }) => isOpen(place)),
          one,
        ) ?? chosen,
      )
      return match && { kind: 'winner', side, ...match }
    }
    case 'winner': {
      const match = onMatch()
      return match && { kind, side, ...match }
    }
    case 'undo': {
      const match = onMatch(
        pick(
          places.filter(({ place }) => place.winner !== undefined),
          one,
        ) ?? chosen,
      )
      return match && { kind, ...match }
    }
    case 'exchange': {
      const isLater = other % 3 === 0
      const spots = places.flatMap(({ place, round }) =>
        ([1, 2] as const)
          .filter((at) => isTeam(place.sides[at - 1] ?? '') && (round > 0 || !isLater))
          .map((at) => ({ matchId: place.id, side: at, round })),
      )
      const from = pick(spots, one)
      const to = pick(other % 7 === 0 ? spots : spots.filter(({ round }) => round === from?.round), other)
      if (!from || !to) return undefined
      const spot = ({ matchId, side: at }: typeof from) => ({ matchId, side: at })
      return { kind, from: spot(from), to: spot(to), ...tap }
    }
    case 'reset':
    case 'again':
    case 'byes':
      return { kind, ...tap }
    case 'take-back': {
      const back = one % 4 === 0 ? other % (screen.revision + 2) : screen.revision - (other % 6)
      return { kind, revision: Math.max(0, back), ...tap }
    }
    case 'absent':
    case 'present': {
      const missing = draw?.absent ?? []
      const teamId = kind === 'present' && missing.length > 0 ? pick(missing, one) : pick(drawn, one)
      return { kind: 'absent', teamId: teamId ?? 'nobody', absent: kind === 'absent', ...tap }
    }
    case 'place': {
      const spots = places.flatMap(({ place, round, index }) =>
        ([1, 2] as const)
          .filter((at) => place.sides[at - 1] === 'BYE' || draw?.absent.includes(place.sides[at - 1] ?? ''))
          .map((at) => ({ place, round, index, side: at })),
      )
      const late = entries.filter(({ id, approved }) => approved && !drawn.includes(id))
      const spot = pick(spots, one) ?? (chosen && { ...chosen, side })
      const teamId = (pick(late, other) ?? pick(cup.teams, other))?.id ?? 'nobody'
      const match = onMatch(spot)
      return match && spot && { kind, teamId, side: spot.side, ...match }
    }
    case 'call':
      return { kind, ...tap, ...(other % 2 === 0 && { table: 1 + (one % 3) }) }
    case 'call-named': {
      const match = onMatch(
        pick(
          places.filter(({ place }) => isOpen(place)),
          one,
        ) ?? chosen,
      )
      return match && { kind: 'call', ...match, ...(other % 2 === 0 && { table: other % 8 }) }
    }
    case 'uncall': {
      const match = onMatch(
        pick(
          places.filter(({ place }) => place.table !== undefined),
          one,
        ) ?? chosen,
      )
      return match && { kind, ...match }
    }
    case 'report':
    case 'unreport': {
      const waiting = Object.keys(draw?.reports ?? {})
      const open = places.filter(({ place }) => isOpen(place))
      const found = pick(
        kind === 'unreport' ? open.filter(({ place }) => waiting.includes(place.id)) : open,
        one,
      )
      const match = onMatch(found ?? chosen)
      // Mostly one of the match's own teams, so that two reports sometimes agree.
      const own =
        other % 8 === 0
          ? pick(cup.teams, other)
          : cup.teams.find(({ id }) => id === found?.place.sides[side - 1])
      if (!match || !own?.token) return undefined
      return kind === 'report'
        ? { kind, form: own.token, won: (other % 4 === 0) !== (side === 1), ...match }
        : { kind, form: own.token, ...match }
    }
    case 'table-report': {
      const found = pick(
        places.filter(({ place }) => place.table !== undefined),
        one,
      )
      const match = onMatch(found ?? chosen)
      return match && { kind, table: (other % 8 > 0 && found?.place.table) || 1 + (one % 3), side, ...match }
    }
    case 'confirm-report':
    case 'dismiss-report': {
      const waiting = Object.keys(draw?.reports ?? {})
      const match = onMatch(
        pick(
          places.filter(({ place }) => waiting.includes(place.id)),
          one,
        ) ?? chosen,
      )
      if (!match) return undefined
      return kind === 'dismiss-report'
        ? { kind, ...match }
        : { kind, ...match, ...(other % 2 === 0 && { side }) }
    }
    case 'create':
      return { kind, by: side === 1 ? 'visitor' : 'organiser' }
    case 'register':
      return { kind, form }
    case 'approve':
    case 'unapprove':
      return { kind: 'approve', teamIds: several(cup.teams), approved: kind === 'approve', ...tap }
    case 'edit':
      return { kind, teamId: pick(cup.teams, other)?.id ?? 'nobody', form, ...tap }
    case 'remove':
      return {
        kind,
        teamIds: several(one % 4 === 0 ? cup.teams : cup.teams.filter(({ id }) => !drawn.includes(id))),
        ...tap,
      }
    case 'put-back':
      return { kind, teamIds: several(cup.teams.filter(({ removed }) => removed || one % 5 === 0)), ...tap }
    case 'settings':
      return { kind, settings: pick(settings, one) ?? {}, ...tap }
    case 'editions': {
      const [first] = cup.editions
      return {
        kind,
        editions: first
          ? [{ ...first, [side === 1 ? 'winners' : 'theme']: `Team ${one % 3}` }, ...cup.editions.slice(1)]
          : [],
        ...tap,
      }
    }
  }
}
