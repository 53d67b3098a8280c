import { isDeepStrictEqual } from 'node:util'
import { applyRevision, type Revision, type ViewSlice } from '../../src/domain/changes.ts'
import type { CupView, Settings } from '../../src/domain/cup.ts'
import { findFaults } from '../../src/domain/draw/find-faults.ts'
import { defaultSettings } from '../../src/domain/settings/settings.ts'
import type { Organiser } from '../../src/server/actors.ts'
import { freshView, type OpenCup } from '../support/cup-app.ts'
import { firstEditions } from '../support/first-editions.ts'
import type { ManualClock } from '../support/manual-clock.ts'
import { commandOf, type Step } from './actions.ts'
import { type Answer, type Command, isSameAnswer, send } from './commands.ts'
import {
  type Cup,
  currentDraw,
  entriesOf,
  follow,
  freshModel,
  type Model,
  pastDrawsOf,
  teamsIn,
  type World,
} from './cup.ts'
import { nonsense } from './grid.ts'

export type Opening = {
  readonly teams: number
  /** Teams that register after the draw is made. */
  readonly late: number
  readonly settings: Partial<Settings>
}

const organisers: readonly Organiser[] = ['anna', 'ben', 'cleo'].map((name) => ({
  kind: 'organiser',
  email: `${name}@cup.test`,
  sessionId: name,
}))

/** Plays a night on the real cup, on one node or several, and in the model, and compares them after every step. */
export async function playNight({
  nodes,
  clock,
  opening,
  steps,
  onAnswer = () => {},
}: {
  readonly nodes: readonly OpenCup[]
  readonly clock: ManualClock
  readonly opening: Opening
  readonly steps: readonly Step[]
  readonly onAnswer?: (command: Command, answer: Answer) => void
}): Promise<void> {
  const [node] = nodes as [OpenCup]
  const emitted = new Map<number, Revision>()
  const transcript: string[] = []
  const history: Model[] = [freshModel(defaultSettings, firstEditions)]
  const sent: { command: Command; who: Organiser }[] = []
  await Promise.all(nodes.map(({ app }) => app.publicView()))
  const pages = nodes.flatMap((each) => openPages(each))
  node.view.subscribe((news) => {
    if (news.kind === 'revision') emitted.set(news.revision.revision, news.revision)
  })
  const latest = () => history.at(-1) as Model

  async function happen(requests: readonly { command: Command; who: Organiser }[]) {
    const before = latest()
    const promises = await promisesOfTakeBack(node, before, requests)
    const answers = await Promise.all(
      requests.map(({ command, who }, at) => {
        const { app } = nodes[(at + sent.length) % nodes.length] as OpenCup
        return send(app, command, who)
      }),
    )
    await Promise.all(nodes.map(({ view }) => view.catchUp()))
    transcript.push(...requests.map(({ command }, at) => `${words(command)}\n    → ${words(answers[at])}`))
    const world = { emitted, at: clock.now().toISOString() }
    const shown = await node.app.publicView()
    const orders = permutations(requests.map((_, at) => at))
    const outcomes = orders.map((order) => inOrder({ before, order, requests, answers, world }))
    const fitting = outcomes.find(
      ({ fits, model }) => fits && isDeepStrictEqual(shownBy(shown), paper(model)),
    )
    if (!fitting) explain(outcomes[0] as Outcome, shown)
    history.push((fitting as Outcome).model)
    for (const [at, answer] of answers.entries()) {
      if (requests.length === 1 && promises[at] !== undefined)
        alike('whether the journal offers to take it back', promises[at], answer.ok)
      onAnswer((requests[at] as { command: Command }).command, answer)
    }
    await checkInvariants(nodes, pages, latest(), shown)
  }

  try {
    const { teams, late } = opening
    const alone = (command: Command) => happen([{ command, who: organisers[0] as Organiser }])
    const enter = async (numbers: readonly number[]) => {
      for (const number of numbers) await alone(registration(number))
      const pending = entriesOf(latest().cup).filter(({ approved }) => !approved)
      if (pending.length > 0)
        await alone({ kind: 'approve', teamIds: pending.map(({ id }) => id), approved: true, confirm: true })
    }
    await alone({ kind: 'settings', settings: { ...opening.settings, registration: 'open' } })
    await enter(range(1, teams))
    if (teams > 0) await alone({ kind: 'create', by: 'visitor' })
    await enter(range(teams + 1, teams + late))

    for (const { actions, isSentTwice, repeat, ms } of steps) {
      await clock.advance(ms)
      const requests = actions.flatMap((action, at) => {
        const screen = history.at(-1 - Math.min(action.age, history.length - 1)) as Model
        const command = commandOf(action, screen, `request ${sent.length}.${at}`)
        // Making the draw takes two revisions, between which others may write; it has its own tests.
        const isApart = command?.kind === 'create' && actions.length > 1
        return command && !isApart ? [{ command, who: organisers[action.who % 3] as Organiser }] : []
      })
      const again = repeat > 0 ? sent.at(-repeat) : undefined
      const all = again ? [again] : isSentTwice ? [...requests, ...requests.slice(0, 1)] : requests
      if (all.length === 0 || (isSentTwice && all[0]?.command.kind === 'create')) continue
      sent.push(...requests)
      await happen(all)
    }
  } catch (error) {
    const failure = error instanceof Error ? error : new Error(String(error))
    failure.message = `${failure.message}\n\nThe night so far:\n${transcript.map((line, at) => `${at + 1}. ${line}`).join('\n')}\n\nThe draw on paper:\n${drawOnPaper(latest())}`
    throw failure
  }
}

function registration(number: number): Command {
  return {
    kind: 'register',
    form: { player1Name: `P${number}`, player2Name: `Q${number}`, teams: '', teamPhoneNumber: `${number}` },
  }
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at)
}

/** For each take-back: whether the journal offers it. */
function promisesOfTakeBack(
  { app }: OpenCup,
  { answered }: Model,
  requests: readonly { command: Command; who: Organiser }[],
) {
  return Promise.all(
    requests.map(async ({ command, who }) =>
      command.kind === 'take-back' && !answered.has(command.requestId ?? '')
        ? ((await app.journalLine(who, command.revision))?.canTakeBack ?? false)
        : undefined,
    ),
  )
}

type Outcome = {
  readonly fits: boolean
  readonly model: Model
  readonly expected: readonly Answer[]
  readonly given: readonly Answer[]
}

const slowed: readonly string[] = ['entry-slow', 'report-slow']

/** The model after the requests in this order. */
function inOrder({
  before,
  order,
  requests,
  answers,
  world,
}: {
  before: Model
  order: readonly number[]
  requests: readonly { command: Command }[]
  answers: readonly Answer[]
  world: World
}): Outcome {
  let model = before
  const expected: Answer[] = []
  for (const at of order) {
    const answer = answers[at] as Answer
    // Rate limits have their own tests: a request that was slowed down changes nothing.
    const isSlowed = !answer.ok && slowed.includes(answer.reason)
    const next = isSlowed
      ? { model, answer }
      : follow(model, (requests[at] as { command: Command }).command, world)
    model = next.model
    expected.push(next.answer)
  }
  const given = order.map((at) => answers[at] as Answer)
  return {
    fits: given.every((answer, at) => isSameAnswer(answer, expected[at] as Answer)),
    model,
    expected,
    given,
  }
}

function explain({ model, expected, given }: Outcome, shown: CupView): never {
  alike('the answers', given, expected)
  alike('the cup', shownBy(shown), paper(model))
  throw new Error('No order of these requests explains what the cup became.')
}

/** Invariants without the model: memory, storage and open pages agree, and the draw is consistent. */
async function checkInvariants(
  nodes: readonly OpenCup[],
  pages: readonly { follow: readonly (keyof CupView)[]; slice(): ViewSlice }[],
  model: Model,
  shown: CupView,
) {
  const [{ storage, clock, app }] = nodes as [OpenCup]
  const fresh = await freshView(storage, clock)
  for (const { view } of nodes) alike('what memory shows, against a fresh load,', view.current(), fresh)
  for (const { follow: keys, slice } of pages) {
    alike('an open page, against a fresh load,', slice(), sliceOf(fresh, keys))
  }
  const draw = currentDraw(model.cup)
  const listed = entriesOf(model.cup).map(({ id }) => id)
  alike('what is wrong with the draw', shown.draw ? findFaults(shown.draw) : [], [])
  alike('what makes no sense on paper', draw ? nonsense(draw) : [], [])
  alike(
    'who stands in the draw and not on the list',
    teamsIn(draw).filter((id) => !listed.includes(id)),
    [],
  )
  alike('the reports that wait', await app.reports(organisers[0] as Organiser), draw?.reports ?? {})
  const teams = await app.teamsForOrganiser(organisers[0] as Organiser)
  alike(
    "the organiser's list",
    teams.map(({ id, teamPhoneNumber, removed }) => ({ id, phone: teamPhoneNumber, removed })),
    model.cup.teams
      .filter(({ edition }) => edition === model.cup.settings.editionNumber)
      .sort((a, b) => (a.createdAt < b.createdAt ? -1 : 1))
      .map(({ id, phone, removed }) => ({ id, phone, removed })),
  )
}

/** Fails with the differences only. */
function alike(what: string, given: unknown, expected: unknown): void {
  const found = differences(given, expected)
  if (found.length > 0) throw new Error(`Not as it should be: ${what}\n${found.slice(0, 12).join('\n')}`)
}

function differences(given: unknown, expected: unknown, path = ''): string[] {
  if (isDeepStrictEqual(given, expected)) return []
  if (!isObject(given) || !isObject(expected)) {
    return [`  ${path}: is ${JSON.stringify(given)}, should be ${JSON.stringify(expected)}`]
  }
  const keys = new Set([...Object.keys(given), ...Object.keys(expected)])
  return [...keys].flatMap((key) => differences(given[key], expected[key], `${path}/${key}`))
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** Open pages as in browsers: each has a slice of the view, updated over the wire. */
function openPages({ view }: OpenCup) {
  const kinds: readonly (readonly (keyof CupView)[])[] = [
    ['settings', 'entries', 'editions', 'pastDraws', 'drawStatus', 'draw'],
    ['settings', 'drawStatus', 'draw'],
    ['settings', 'entries'],
  ]
  return kinds.map((follow) => {
    let slice = sliceOf(view.current() as CupView, follow)
    view.subscribe((news) => {
      const wire = JSON.parse(JSON.stringify(news)) as typeof news
      slice = wire.kind === 'view' ? sliceOf(wire.view, follow) : applyRevision(slice, wire.revision)
    })
    return { follow, slice: () => slice }
  })
}

function sliceOf(view: CupView, keys: readonly (keyof CupView)[]): ViewSlice {
  const kept = Object.entries(view).filter(
    ([key]) => key === 'revision' || keys.includes(key as keyof CupView),
  )
  return Object.fromEntries(kept) as ViewSlice
}

/** The public view in the model's terms: names only of teams in the draw. */
function shownBy({ draw, epoch: _restarts, ...view }: CupView) {
  if (!draw) return view
  const standing = draw.rounds[0]?.matches.flatMap(({ sides }) => sides) ?? []
  return {
    ...view,
    draw: {
      id: draw.id,
      edition: draw.edition,
      createdAt: draw.createdAt,
      absent: [...draw.absent].sort(),
      teams: Object.fromEntries(Object.entries(draw.teams).filter(([id]) => standing.includes(id))),
      rounds: draw.rounds.map(({ matches }) => matches),
    },
  }
}

function paper({ revision, cup }: Model) {
  const draw = currentDraw(cup)
  return {
    revision,
    settings: cup.settings,
    editions: cup.editions,
    pastDraws: pastDrawsOf(cup),
    entries: entriesOf(cup).map(({ id, player1Name, player2Name, teams, teamName, approved, createdAt }) => ({
      ...{ id, player1Name, player2Name, teams, teamName, approved, createdAt },
    })),
    drawStatus: draw ? 'active' : 'none',
    ...(draw && {
      draw: {
        id: cup.current,
        edition: draw.edition,
        createdAt: draw.createdAt,
        absent: [...draw.absent].sort(),
        teams: Object.fromEntries(teamsIn(draw).map((id) => [id, nameOf(cup, id)])),
        rounds: draw.rounds.map((places, round) =>
          places.map(({ winner, over, sides, ...place }, index) => ({
            ...place,
            round,
            index,
            sides,
            ...(winner !== undefined && { winner: sides.indexOf(winner) + 1 }),
            ...(over !== undefined && { walkover: true }),
          })),
        ),
      },
    }),
  }
}

function nameOf({ teams }: Cup, id: string) {
  const team = teams.find((one) => one.id === id)
  const players = [team?.player1Name ?? '', team?.player2Name ?? ''].filter((name) => name !== '')
  return { name: players[0], players }
}

function drawOnPaper({ cup, revision }: Model): string {
  const draw = currentDraw(cup)
  if (!draw) return `none, at revision ${revision}`
  const lines = draw.rounds.flatMap((places, round) =>
    places.map(
      ({ id, sides, winner, over, table, revision: changed }) =>
        `  ${round} ${id}: ${sides.map((side) => (side === winner ? `${side}*` : side)).join(' - ')}${over ? ` w/o` : ''}${table ? ` @${table}` : ''} (${changed})`,
    ),
  )
  return [`at revision ${revision}, absent: ${draw.absent.join(', ') || 'nobody'}`, ...lines].join('\n')
}

function words(what: unknown): string {
  return JSON.stringify(what).replaceAll('"', '')
}

function permutations(items: readonly number[]): number[][] {
  if (items.length <= 1) return [[...items]]
  return items.flatMap((item) =>
    permutations(items.filter((one) => one !== item)).map((rest) => [item, ...rest]),
  )
}
