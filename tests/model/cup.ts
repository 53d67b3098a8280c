import type { Revision } from '../../src/domain/changes.ts'
import type { Draw, Edition, Entry, Settings } from '../../src/domain/cup.ts'
import type { TeamForm } from '../../src/domain/teams/team-form.ts'
import { type Answer, type Command, formToken } from './commands.ts'
import {
  carryOn,
  decide,
  disturbsPlayed,
  everyPlace,
  findPlace,
  forgetDecision,
  forgetTable,
  type Grid,
  isBye,
  isOpen,
  isPlayed,
  isTeam,
  nonsense,
  type Place,
  playedResults,
  sameDecision,
  samePlace,
  sameSides,
  settle,
  swapBranches,
} from './grid.ts'

/** The model of the cup: a list of teams, a few draws, a dictionary of settings. */
export type Cup = {
  settings: Settings
  editions: readonly Edition[]
  teams: PaperTeam[]
  draws: Record<string, PaperDraw>
  current?: string | undefined
}

export type PaperTeam = { -readonly [Key in keyof Entry]: Entry[Key] } & {
  edition: number
  phone: string
  /** Token of the form that entered it; none if that form's first team was removed. */
  token: string | undefined
  removed: boolean
  /** The revision that last changed this team. */
  touched: number
}

/** A report of which side won, by a team (its side) or by a table's page. */
type PaperReport = { from: 1 | 2 | 'table'; winner: 1 | 2; at: string; revision: number }

export type PaperDraw = Grid & {
  edition: number
  isActive: boolean
  createdAt: string
  /** By match id. */
  reports: Record<string, PaperReport[]>
}

/** The change of a revision, with the cup before and after it. */
type Page = {
  kind: 'matches' | 'draw' | 'teams' | 'settings' | 'editions' | 'final'
  command: Command['kind']
  isVisitors: boolean
  before: Cup
  after: Cup
}

export type Model = {
  readonly revision: number
  readonly cup: Cup
  readonly pages: ReadonlyMap<number, Page>
  readonly answered: ReadonlyMap<string, number>
}

/** Input from chance and the clock: ids, lots and the time. */
export type World = { readonly emitted: ReadonlyMap<number, Revision>; readonly at: string }

export function freshModel(settings: Settings, editions: readonly Edition[]): Model {
  return {
    revision: 0,
    cup: { settings, editions, teams: [], draws: {} },
    pages: new Map(),
    answered: new Map(),
  }
}

class No extends Error {
  readonly reason: string
  readonly cleared: number | undefined
  constructor(reason: string, cleared?: number) {
    super(reason)
    this.reason = reason
    this.cleared = cleared
  }
}

type JournalledChange = { readonly kind: Page['kind'] | 'nothing'; readonly waiting?: boolean }

/** The expected answer to a command, and the cup after it. */
export function follow(model: Model, command: Command, world: World): { model: Model; answer: Answer } {
  // A form is validated before anything is looked up.
  if ('teamIds' in command && command.teamIds.length === 0)
    return { model, answer: { ok: false, reason: 'no-team-chosen' } }
  const barred = whyBarred(model.cup, command)
  if (barred) return { model, answer: { ok: false, reason: barred } }
  const requestId = 'requestId' in command ? command.requestId : undefined
  const earlier = requestId === undefined ? undefined : model.answered.get(requestId)
  if (earlier !== undefined) return { model, answer: { ok: true, revision: earlier } }

  const begun = command.kind === 'create' && !currentDraw(model.cup) ? 2 : 1
  const revision = model.revision + begun
  const cup = structuredClone(model.cup)
  let deed: JournalledChange
  try {
    deed = act({ model, cup, revision, ...world }, command)
  } catch (error) {
    if (!(error instanceof No)) throw error
    const { reason, cleared } = error
    return { model, answer: { ok: false, reason, ...(cleared !== undefined && { cleared }) } }
  }
  const { kind } = deed
  const waiting = deed.waiting === undefined ? {} : { waiting: deed.waiting }
  if (kind === 'nothing')
    return { model, answer: { ok: true, revision: model.revision, unchanged: true, ...waiting } }

  markChanged(model.cup, cup, revision)
  const isVisitors = command.kind === 'create' && command.by === 'visitor'
  const page = { kind, command: command.kind, isVisitors, before: model.cup, after: cup }
  return {
    model: {
      revision,
      cup,
      pages: new Map([...model.pages, [revision, page]]),
      answered:
        requestId === undefined ? model.answered : new Map([...model.answered, [requestId, revision]]),
    },
    answer: { ok: true, revision, ...waiting },
  }
}

/** Marks what changed with this revision. */
function markChanged(before: Cup, cup: Cup, revision: number): void {
  // A draw that is put back has no reports.
  if (before.current !== cup.current) for (const draw of Object.values(cup.draws)) draw.reports = {}
  const was = currentDraw(before)
  const draw = currentDraw(cup)
  if (was && draw && before.current === cup.current) {
    for (const { place, round, index } of everyPlace(draw))
      if (!samePlace(place, was.rounds[round]?.[index] as Place)) {
        place.revision = revision
        // Reports hold until their match changes.
        delete draw.reports[place.id]
      }
  }
}

type Desk = World & { readonly model: Model; readonly cup: Cup; readonly revision: number }

export function currentDraw(cup: Cup): PaperDraw | undefined {
  return cup.current === undefined ? undefined : cup.draws[cup.current]
}

function act(desk: Desk, command: Command): JournalledChange {
  switch (command.kind) {
    case 'register':
      return register(desk, command.form)
    case 'create':
      return create(desk, command.by === 'visitor')
    case 'winner':
      return winner(desk, command)
    case 'undo':
      return undo(desk, command)
    case 'exchange':
      return exchange(desk, command)
    case 'reset':
      return reset(desk, command)
    case 'again':
      return again(desk, command)
    case 'byes':
      return byes(desk)
    case 'take-back':
      return takeBack(desk, command.revision)
    case 'absent':
      return absent(desk, command)
    case 'place':
      return placeLate(desk, command)
    case 'call':
      return call(desk, command)
    case 'uncall':
      return uncall(desk, command)
    case 'report':
      return report(desk, command, fromTeam(desk, command))
    case 'unreport':
      return unreport(desk, command)
    case 'table-report':
      return report(desk, command, { from: 'table', winner: command.side })
    case 'confirm-report':
      return confirmReport(desk, command)
    case 'dismiss-report':
      return keepReports(desk, needPlace(needDraw(desk), command).place, () => false)
    case 'approve':
      return approve(desk, command)
    case 'edit':
      return edit(desk, command)
    case 'remove':
      return remove(desk, command)
    case 'put-back':
      return changeTeams(
        desk,
        command.teamIds,
        (team) => team.removed,
        (team) => {
          team.removed = false
        },
        { seen: command.seen },
      )
    case 'settings':
      return changeSettings(desk, unlessDisputed(desk, command))
    case 'editions':
      return changeEditions(desk, merged(desk, command))
  }
}

/* Outdated screens */

type Seen = { readonly seen?: number | undefined }

/** The revisions after a screen was shown. */
function pagesSince({ model }: Desk, seen: number): [number, Page][] {
  return [...model.pages].filter(([revision]) => revision > seen)
}

/** Whether the edition was switched, and with it the list and the draw. */
const isOtherEdition = ({ before, after }: Page) =>
  before.settings.editionNumber !== after.settings.editionNumber

function touchesTeam([revision, page]: [number, Page], id: string): boolean {
  const was = page.before.teams.find((team) => team.id === id)
  const now = page.after.teams.find((team) => team.id === id)
  if (now?.touched === revision) return true
  // A corrected number keeps the edition's teams.
  const isSwitched = isOtherEdition(page) && was?.edition === now?.edition
  const isLeaving = was?.edition === page.before.settings.editionNumber
  const isComing = now?.edition === page.after.settings.editionNumber && !now.removed
  return isSwitched && (isLeaving || isComing)
}

function touchesPlaceOf([, page]: [number, Page], id: string): boolean {
  const [was, now] = [currentDraw(page.before), currentDraw(page.after)]
  if (now && (!was || page.before.current !== page.after.current || isOtherEdition(page))) return true
  if (!was || !now) return false
  if (was.absent.includes(id) !== now.absent.includes(id)) return true
  return everyPlace(now).some(({ place, round, index }) => {
    const old = was.rounds[round]?.[index] as Place
    return !samePlace(old, place) && (old.sides.includes(id) || place.sides.includes(id))
  })
}

/** The team is not where the screen showed it: because of a later change, or because it never existed. */
function noSuchTeam(desk: Desk, ids: readonly string[], { seen }: Seen): No {
  const isTold =
    seen !== undefined &&
    pagesSince(desk, seen).some((page) => ids.some((id) => touchesTeam(page, id) || touchesPlaceOf(page, id)))
  return new No(isTold ? 'changed-meanwhile' : 'no-such-team')
}

function needTeamsSeen(desk: Desk, teams: readonly PaperTeam[], { seen }: Seen, isEdit = false): void {
  if (seen === undefined) return
  const touched = teams.filter((team) => team.touched > seen)
  if (touched.length === 0) return
  const pages = pagesSince(desk, seen).filter((page) => touched.some(({ id }) => touchesTeam(page, id)))
  if (!isEdit || pages.some(([, { command }]) => command !== 'approve')) throw new No('changed-meanwhile')
}

/** Drops fields that the form left as its screen showed them. */
function unlessDisputed(
  desk: Desk,
  { settings, seen }: { settings: Partial<Settings> } & Seen,
): Partial<Settings> {
  if (seen === undefined) return settings
  const wishes = Object.entries(settings).filter(([name, value]) => {
    const key = name as keyof Settings
    const first = pagesSince(desk, seen).find(
      ([, { before, after }]) => !isSame(before.settings[key], after.settings[key]),
    )
    if (!first) return true
    const [, { before }] = first
    if (isSame(value, before.settings[key])) return false
    if (!isSame(value, desk.cup.settings[key])) throw new No('changed-meanwhile')
    return true
  })
  return Object.fromEntries(wishes)
}

function merged(desk: Desk, { editions, seen }: { editions: readonly Edition[] } & Seen): readonly Edition[] {
  const pages = seen === undefined ? [] : pagesSince(desk, seen)
  const shown = pages.find(([, { before, after }]) => !isSame(before.editions, after.editions))?.[1].before
  if (!shown) return editions
  return editions.map((edition, at) => {
    const [was, now] = [shown.editions[at] as Edition, desk.cup.editions[at] as Edition]
    const part = (name: 'theme' | 'winners') => {
      if (edition[name] === was[name]) return now[name]
      if (now[name] !== was[name] && now[name] !== edition[name]) throw new No('changed-meanwhile')
      return edition[name]
    }
    return { ...edition, theme: part('theme'), winners: part('winners') }
  })
}

/* Entries */

const tidy = (text: string) => text.replace(/ +/g, ' ').trim()

function readForm(form: TeamForm): TeamForm {
  const read = {
    player1Name: tidy(form.player1Name),
    player2Name: tidy(form.player2Name),
    teams: tidy(form.teams),
    teamPhoneNumber: tidy(form.teamPhoneNumber),
  }
  if (read.player1Name === '' || read.teamPhoneNumber === '') throw new No('missing-fields')
  return read
}

/** Other editions with a draw, newest first. */
export function pastDrawsOf({ draws, settings }: Cup): number[] {
  const kept = Object.values(draws).filter(({ isActive }) => isActive)
  const numbers = new Set(kept.map(({ edition }) => edition))
  return [...numbers].filter((number) => number !== settings.editionNumber).sort((a, b) => b - a)
}

export function entriesOf({ teams, settings }: Cup): PaperTeam[] {
  return teams
    .filter(({ edition, removed }) => edition === settings.editionNumber && !removed)
    .sort((a, b) => (a.createdAt < b.createdAt ? -1 : 1))
}

function register({ cup, revision, emitted, at }: Desk, form: TeamForm): JournalledChange {
  const { registration, teamLimit, editionNumber } = cup.settings
  if (registration === 'closed') throw new No('registration-closed')
  const read = readForm(form)
  const entries = entriesOf(cup)
  const token = formToken(form)
  const same = entries.find((team) => team.token === token)
  if (same) return { kind: 'nothing', waiting: waits(entries, same, teamLimit) }
  const entry = emitted.get(revision)?.changes.flatMap((one) => (one.kind === 'entry' ? [one.entry] : []))[0]
  if (!entry) return { kind: 'final', waiting: teamLimit > 0 && entries.length >= teamLimit }
  if (entry.createdAt < at || cup.teams.some(({ id }) => id === entry.id)) throw new No('a strange new team')
  const { player1Name, player2Name, teams, teamPhoneNumber: phone } = read
  const { id, teamName, createdAt } = entry
  const isTaken = cup.teams.some((team) => team.token === token)
  cup.teams.push({
    token: isTaken ? undefined : token,
    ...{ id, teamName, createdAt, player1Name, player2Name, teams, phone },
    ...{ approved: false, edition: editionNumber, removed: false, touched: revision },
  })
  return { kind: 'final', waiting: teamLimit > 0 && entries.length >= teamLimit }
}

/** Approved teams have a place; the remaining places go to pending teams in order of registration. */
function waits(entries: readonly PaperTeam[], team: PaperTeam, limit: number): boolean {
  if (limit === 0 || team.approved) return false
  const pending = entries.filter(({ approved }) => !approved)
  return pending.indexOf(team) >= limit - (entries.length - pending.length)
}

/** The teams with these ids on this edition's list; all of them or none. */
function listed(desk: Desk, ids: readonly string[], removedToo = true, tap: Seen = {}): PaperTeam[] {
  const { cup } = desk
  const found = cup.teams.filter(
    ({ id, edition, removed }) =>
      ids.includes(id) && edition === cup.settings.editionNumber && (removedToo || !removed),
  )
  const missing = ids.filter((id) => found.every((team) => team.id !== id))
  if (found.length === 0 || missing.length > 0) throw noSuchTeam(desk, missing, tap)
  return found
}

function changeTeams(
  desk: Desk,
  ids: readonly string[],
  isConcerned: (team: PaperTeam) => boolean,
  change: (team: PaperTeam) => void,
  { removedToo = true, seen }: { removedToo?: boolean } & Seen,
): JournalledChange {
  const concerned = listed(desk, ids, removedToo, { seen }).filter(isConcerned)
  needTeamsSeen(desk, concerned, { seen })
  for (const team of concerned) {
    change(team)
    team.touched = desk.revision
  }
  return concerned.length > 0 ? { kind: 'teams' } : { kind: 'nothing' }
}

function approve(
  desk: Desk,
  { teamIds, approved, seen, confirm }: Extract<Command, { kind: 'approve' }>,
): JournalledChange {
  const added = listed(desk, teamIds, false, { seen }).filter((team) => team.approved !== approved)
  const { teamLimit } = desk.cup.settings
  const approvedNow = entriesOf(desk.cup).filter((team) => team.approved).length
  const isTooMany = added.length > 0 && approvedNow + added.length > teamLimit
  if (approved && !confirm && teamLimit > 0 && isTooMany) throw new No('over-limit')
  return changeTeams(
    desk,
    teamIds,
    (team) => team.approved !== approved,
    (team) => {
      team.approved = approved
    },
    { removedToo: false, seen },
  )
}

function edit(
  desk: Desk,
  { teamId, form, ...tap }: { teamId: string; form: TeamForm } & Seen,
): JournalledChange {
  const { teamPhoneNumber: phone, ...names } = readForm(form)
  const [team] = listed(desk, [teamId], false, tap) as [PaperTeam]
  const isDifferent =
    team.player1Name !== names.player1Name ||
    team.player2Name !== names.player2Name ||
    team.teams !== names.teams ||
    team.phone !== phone
  if (!isDifferent) return { kind: 'nothing' }
  needTeamsSeen(desk, [team], tap, true)
  Object.assign(team, names, { phone, touched: desk.revision })
  return { kind: 'teams' }
}

function remove(desk: Desk, { teamIds: ids, seen }: { teamIds: readonly string[] } & Seen): JournalledChange {
  const teams = listed(desk, ids, true, { seen })
  const drawn = teamsIn(currentDraw(desk.cup))
  if (teams.some(({ id }) => drawn.includes(id))) throw new No('team-in-draw')
  return changeTeams(
    desk,
    ids,
    ({ removed }) => !removed,
    (team) => {
      team.removed = true
    },
    { seen },
  )
}

export function teamsIn(grid: Grid | undefined): string[] {
  return grid?.rounds[0]?.flatMap(({ sides }) => sides.filter(isTeam)) ?? []
}

/* Settings and editions */

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

function changeSettings({ cup }: Desk, wanted: Partial<Settings>, begins = false): JournalledChange {
  const different = Object.entries(wanted).filter(
    ([key, value]) => !isSame(cup.settings[key as keyof Settings], value),
  )
  if (different.length === 0) return { kind: 'nothing' }
  const from = cup.settings.editionNumber
  cup.settings = { ...cup.settings, ...Object.fromEntries(different) }
  if (cup.settings.editionNumber !== from) changeEdition(cup, from, begins)
  return { kind: 'settings' }
}

/** An unknown number corrects this edition's; a known one, or one that `begins`, switches the edition. */
function changeEdition(cup: Cup, from: number, begins: boolean): void {
  const to = cup.settings.editionNumber
  const kept = Object.entries(cup.draws).find(([, { edition, isActive }]) => isActive && edition === to)
  if (isKnown(cup, to) || begins) {
    cup.current = kept?.[0]
    return
  }
  for (const one of [...cup.teams, ...Object.values(cup.draws)]) if (one.edition === from) one.edition = to
}

function isKnown(cup: Cup, number: number): boolean {
  const hasDraw = Object.values(cup.draws).some(({ edition, isActive }) => isActive && edition === number)
  return hasDraw || cup.teams.some(({ edition }) => edition === number)
}

function changeEditions({ cup }: Desk, editions: readonly Edition[]): JournalledChange {
  if (isSame(cup.editions, editions)) return { kind: 'nothing' }
  cup.editions = editions
  return { kind: 'editions' }
}

/* The draw */

function create(desk: Desk, isVisitor: boolean): JournalledChange {
  const { cup } = desk
  if (currentDraw(cup)) return { kind: 'nothing' }
  if (cup.settings.drawCreation === 'admin' && isVisitor) throw new No('draw-creation-admin')
  draw(desk)
  return { kind: 'draw' }
}

/** A new draw with everybody, while nothing was played. */
function again(desk: Desk, { seen }: Seen): JournalledChange {
  const old = needDraw(desk)
  if (seen !== undefined && everyPlace(old).every(({ place }) => place.revision > seen))
    throw new No('changed-meanwhile')
  // An absent team that was replaced has had a place.
  const hadPlace = [...teamsIn(old), ...old.absent]
  if (entriesOf(desk.cup).every(({ id, approved }) => !approved || hadPlace.includes(id)))
    throw new No('nobody-outside')
  if (playedResults(old).size > 0) throw new No('already-played')
  draw(desk, old.absent)
  old.isActive = false
  return { kind: 'draw' }
}

function reset(desk: Desk, { seen, confirm, asked }: Seen & Confirmation): JournalledChange {
  needTools(desk)
  const old = needDraw(desk)
  if (seen !== undefined && everyPlace(old).every(({ place }) => place.revision > seen))
    throw new No('changed-meanwhile')
  const played = playedResults(old)
  const isAskedAgain = asked !== undefined && [...played.values()].some((revision) => revision > asked)
  const isJoined = entriesOf(desk.cup).some(({ id, approved }) => approved && !teamsIn(old).includes(id))
  if (!confirm || isAskedAgain) throw new No('needs-confirmation', played.size + (isJoined ? 1 : 0))
  draw(desk, old.absent)
  old.isActive = false
  return { kind: 'draw' }
}

/** The app draws the lots; this checks that all approved teams are in, and the byes where they belong. */
function draw({ cup, revision, emitted, at }: Desk, absent: readonly string[] = []): void {
  const teams = entriesOf(cup).filter(({ approved }) => approved)
  if (teams.length === 0) throw new No('no-approved-teams')
  const made = emitted
    .get(revision)
    ?.changes.flatMap((one) => (one.kind === 'draw' && one.draw ? [one.draw] : []))[0]
  if (!made) return
  const grid = lots(made, revision)
  const first = grid.rounds[0] ?? []
  let size = 2
  while (size < teams.length) size *= 2
  const hasAll = sorted(teamsIn(grid)).join() === sorted(teams.map(({ id }) => id)).join()
  const byesAreRight = first.every(({ sides }) => isTeam(sides[0]) && sides[1] !== 'TBD')
  if (!hasAll || !byesAreRight || first.length !== size / 2) throw new No('lots were drawn wrongly')
  for (const [index, place] of first.entries()) {
    if (!isBye(place)) continue
    place.winner = place.sides[0]
    if (cup.settings.byes === 'at-once') carryOn(grid, 0, index)
  }
  // Absent teams stay absent.
  grid.absent = absent.filter((id) => teamsIn(grid).includes(id))
  settle(grid, at)
  cup.draws[made.id] = {
    ...grid,
    edition: cup.settings.editionNumber,
    isActive: true,
    createdAt: at,
    reports: {},
  }
  cup.current = made.id
}

function lots(made: Draw, revision: number): Grid {
  const rounds = made.rounds.map(({ matches }, round) =>
    matches.map(
      ({ id, sides }): Place => ({ id, sides: round === 0 ? [...sides] : ['TBD', 'TBD'], revision }),
    ),
  )
  return { rounds, absent: [] }
}

const sorted = (list: readonly string[]) => [...list].sort()

function needTools({ cup }: Desk): void {
  if (cup.settings.organiserTools === 'off') throw new No('tools-off')
}

function needDraw({ cup }: Pick<Desk, 'cup'>): PaperDraw {
  const found = currentDraw(cup)
  if (!found) throw new No('no-draw')
  return found
}

type MatchTap = { readonly matchId: string; readonly seen?: number | undefined }

function needPlace(grid: Grid, { matchId, seen }: MatchTap) {
  const found = findPlace(grid, matchId)
  if (!found) throw new No('no-such-match')
  if (seen !== undefined && found.place.revision > seen) throw new No('changed-meanwhile')
  return found
}

/** Cleared results have to be confirmed, except those of the tapped match, which the organiser sees anyway. */
function needConfirmation(
  { model, cup }: Desk,
  { confirm, asked, except }: Confirmation & { readonly except?: number },
): void {
  const after = playedResults(currentDraw(cup) as Grid)
  const fallen = [...playedResults(currentDraw(model.cup) as Grid)].filter(([result]) => !after.has(result))
  const told =
    except === undefined ? fallen : fallen.filter(([result]) => !result.endsWith(` in round ${except}`))
  const isAskedAgain = asked !== undefined && told.some(([, revision]) => revision > asked)
  if (told.length > 0 && (!confirm || isAskedAgain)) throw new No('needs-confirmation', told.length)
}

type Confirmation = { readonly confirm?: boolean | undefined; readonly asked?: number | undefined }

function winner(desk: Desk, tap: MatchTap & Confirmation & { side: 1 | 2 }): JournalledChange {
  const grid = needDraw(desk)
  const { place, round, index } = needPlace(grid, tap)
  const team = place.sides[tap.side - 1] as string
  if (!isTeam(team)) throw new No('not-a-team')
  if (place.winner !== team) {
    if (grid.absent.includes(team) && !isBye(place)) throw new No('team-absent')
    // A corrected result keeps its time.
    decide(place, { winner: team, decidedAt: (isPlayed(place) && place.decidedAt) || desk.at })
  }
  carryOn(grid, round, index)
  settle(grid, desk.at)
  needConfirmation(desk, { confirm: tap.confirm, asked: tap.asked, except: round })
  return matchesDeed(desk)
}

/** Without a difference nothing happened. */
function matchesDeed({ model, cup }: Desk): JournalledChange {
  const isAlike = sameGrid(currentDraw(model.cup) as Grid, currentDraw(cup) as Grid)
  return { kind: isAlike ? 'nothing' : 'matches' }
}

function undo(desk: Desk, tap: MatchTap & Confirmation): JournalledChange {
  needTools(desk)
  const grid = needDraw(desk)
  const { place, round } = needPlace(grid, tap)
  if (place.winner === undefined) throw new No('not-decided')
  if (place.over !== undefined) throw new No('walkover-stands')
  forgetDecision(place)
  settle(grid, desk.at)
  needConfirmation(desk, { confirm: tap.confirm, asked: tap.asked, except: round })
  return { kind: 'matches' }
}

type Spot = { readonly matchId: string; readonly side: 1 | 2 }

function exchange(
  desk: Desk,
  { from, to, seen, ...confirmation }: { from: Spot; to: Spot } & Seen & Confirmation,
): JournalledChange {
  needTools(desk)
  const grid = needDraw(desk)
  if (!findPlace(grid, from.matchId) || !findPlace(grid, to.matchId)) throw new No('no-such-match')
  const one = needPlace(grid, { matchId: from.matchId, seen })
  const two = needPlace(grid, { matchId: to.matchId, seen })
  if (one.round !== two.round) throw new No('different-rounds')
  if (one.place === two.place && from.side === to.side) throw new No('same-side')
  const team = one.place.sides[from.side - 1] as string
  const other = two.place.sides[to.side - 1] as string
  if (!isTeam(team) || !isTeam(other)) throw new No('not-a-team')

  swapBranches(grid, one.round - 1, one.index * 2 + from.side - 1, two.index * 2 + to.side - 1)
  one.place.sides[from.side - 1] = other
  two.place.sides[to.side - 1] = team
  for (const { place } of [one, two]) forgetDecision(place)
  settle(grid, desk.at)
  for (const { place, round, index } of [one, two]) {
    if (!isBye(place) || place.winner !== undefined) continue
    place.winner = place.sides.find(isTeam) as string
    if (desk.cup.settings.byes === 'at-once') carryOn(grid, round, index)
  }
  settle(grid, desk.at)
  const old = currentDraw(desk.model.cup) as Grid
  for (let strange = neverMet(old, grid, one.round); strange; strange = neverMet(old, grid, one.round)) {
    forgetDecision(strange)
    settle(grid, desk.at)
  }
  needConfirmation(desk, confirmation)
  return { kind: 'matches' }
}

/** A played result of a later round in which a side has another team now. */
function neverMet(old: Grid, grid: Grid, round: number): Place | undefined {
  return everyPlace(grid).find(
    (each) =>
      each.round > round &&
      isPlayed(each.place) &&
      each.place.sides.some(
        (side, at) => isTeam(side) && old.rounds[each.round]?.[each.index]?.sides[at] !== side,
      ),
  )?.place
}

function byes(desk: Desk): JournalledChange {
  const grid = needDraw(desk)
  for (const [index, place] of (grid.rounds[0] ?? []).entries()) {
    if (!isBye(place)) continue
    if (place.winner === undefined) place.winner = place.sides.find(isTeam) as string
    carryOn(grid, 0, index)
  }
  settle(grid, desk.at)
  return matchesDeed(desk)
}

function absent(
  desk: Desk,
  { teamId, absent: isAbsent, seen }: { teamId: string; absent: boolean } & Seen,
): JournalledChange {
  const grid = needDraw(desk)
  const isReplaced = !teamsIn(grid).includes(teamId) && grid.absent.includes(teamId)
  if (!teamsIn(grid).includes(teamId) && (isAbsent || !isReplaced)) throw noSuchTeam(desk, [teamId], { seen })
  if (grid.absent.includes(teamId) === isAbsent) return { kind: 'nothing' }
  if (seen !== undefined && pagesSince(desk, seen).some((page) => touchesPlaceOf(page, teamId)))
    throw new No('changed-meanwhile')
  if (isAbsent) {
    const last = everyPlace(grid).findLast(({ place }) => place.sides.includes(teamId))
    const isChampion = last?.place.winner === teamId && last.round === grid.rounds.length - 1
    const isOut = last?.place.winner !== undefined && last.place.winner !== teamId
    if (isChampion || isOut) throw new No('nothing-to-play')
    grid.absent.push(teamId)
  } else {
    grid.absent = grid.absent.filter((id) => id !== teamId)
  }
  settle(grid, desk.at)
  if (!isAbsent) refuseIfPlayed(desk)
  return { kind: 'matches' }
}

function refuseIfPlayed({ model, cup }: Desk): void {
  if (disturbsPlayed(currentDraw(model.cup) as Grid, currentDraw(cup) as Grid)) throw new No('already-played')
}

function placeLate(
  desk: Desk,
  { teamId, side, ...tap }: MatchTap & { side: 1 | 2; teamId: string },
): JournalledChange {
  const grid = needDraw(desk)
  const [team] = listed(desk, [teamId], false, tap) as [PaperTeam]
  const isInDraw = teamsIn(grid).includes(teamId)
  if (!team.approved || isInDraw) {
    const { reason } = noSuchTeam(desk, [teamId], tap)
    if (reason === 'changed-meanwhile') throw new No(reason)
    throw new No(team.approved ? 'already-in-draw' : 'not-approved')
  }
  const { place } = needPlace(grid, tap)
  const gone = place.sides[side - 1] as string
  if (gone === 'BYE') {
    place.sides[side - 1] = teamId
    forgetDecision(place)
  } else if (grid.absent.includes(gone)) {
    if (everyPlace(grid).some((each) => each.place.sides.includes(gone) && isPlayed(each.place)))
      throw new No('already-played')
    for (const each of everyPlace(grid)) {
      each.place.sides = each.place.sides.map((one) => (one === gone ? teamId : one)) as [string, string]
      if (each.place.winner === gone) each.place.winner = teamId
    }
  } else {
    throw new No('not-absent-or-bye')
  }
  grid.absent = grid.absent.filter((id) => id !== teamId)
  settle(grid, desk.at)
  refuseIfPlayed(desk)
  return { kind: 'matches' }
}

/* Tables */

function call(
  desk: Desk,
  { matchId, table, seen }: Partial<MatchTap> & { table?: number | undefined },
): JournalledChange {
  const grid = needDraw(desk)
  const named = matchId === undefined ? undefined : needPlace(grid, { matchId, seen }).place
  const places = everyPlace(grid).map(({ place }) => place)
  const taker = table ? places.find((each) => each.table === table) : undefined
  const isTakenMeanwhile = seen !== undefined && taker !== undefined && taker.revision > seen
  try {
    return callTo(desk, { places, named, table })
  } catch (error) {
    throw isTakenMeanwhile ? new No('changed-meanwhile') : error
  }
}

function callTo(
  desk: Desk,
  { places, named, table }: { places: Place[]; named: Place | undefined; table: number | undefined },
): JournalledChange {
  const place = named ?? places.find((each) => isOpen(each) && each.table === undefined)
  if (!place) throw new No('nothing-to-call')
  if (!isOpen(place)) throw new No('not-playable')
  if (place.table !== undefined && (table === undefined || table === place.table))
    throw new No('already-called')
  const free = Array.from({ length: desk.cup.settings.scheduleGroupSize }, (_, index) => index + 1).filter(
    (number) => !places.some((each) => each.table === number),
  )
  const chosen = table ?? free[0]
  if (chosen === undefined) throw new No('no-free-table')
  if (chosen < 1 || chosen > desk.cup.settings.scheduleGroupSize) throw new No('no-such-table')
  if (!free.includes(chosen)) throw new No('table-taken')
  place.table = chosen
  place.calledAt = desk.at
  return { kind: 'matches' }
}

function uncall(desk: Desk, tap: MatchTap): JournalledChange {
  const { place } = needPlace(needDraw(desk), tap)
  if (place.table === undefined) throw new No('not-called')
  forgetTable(place)
  return { kind: 'matches' }
}

/* Reports */

type OfReport = 'report' | 'unreport' | 'table-report'
type Reporting = Extract<Command, { kind: OfReport }>
type TableReport = Extract<Command, { kind: 'table-report' }>

/** The team of a link, if the link is still valid. */
function teamOnLink({ teams, settings }: Cup, form: string): PaperTeam | undefined {
  const isCurrent = ({ edition, removed }: PaperTeam) => edition === settings.editionNumber && !removed
  return teams.find((team) => team.token === form && isCurrent(team))
}

/** Links and tables' pages are checked before anything else. */
function whyBarred(cup: Cup, command: Command): string | undefined {
  if (command.kind === 'report' || command.kind === 'unreport')
    return teamOnLink(cup, command.form) ? undefined : 'no-such-link'
  if (command.kind !== 'table-report') return undefined
  const { reports, silentTables, scheduleGroupSize } = cup.settings
  const isSilent = silentTables.split(' ').includes(String(command.table))
  const isTaken = reports === 'on' && command.table <= scheduleGroupSize && !isSilent
  return isTaken ? whyNotCalled(cup, command) : 'reports-off'
}

/** A table reports only an open match that is called there. */
function whyNotCalled(cup: Cup, { table, ...tap }: TableReport): string | undefined {
  try {
    const { place } = needPlace(needDraw({ cup }), tap)
    if (place.table !== table) return 'not-called-here'
    return isOpen(place) ? undefined : 'not-playable'
  } catch (error) {
    if (!(error instanceof No)) throw error
    return error.reason
  }
}

function fromTeam(desk: Desk, { form, won, ...tap }: Extract<Command, { kind: 'report' }>) {
  if (desk.cup.settings.reports === 'off') throw new No('reports-off')
  const { place } = needPlace(needDraw(desk), tap)
  const own = place.sides.indexOf(teamOnLink(desk.cup, form)?.id ?? '')
  if (own < 0) throw new No('no-such-match')
  const from = own === 0 ? (1 as const) : (2 as const)
  return { from, winner: won ? from : from === 1 ? (2 as const) : (1 as const) }
}

/** Stored beside the match. If both teams agree, the match is decided. */
function report(
  desk: Desk,
  { matchId }: Reporting,
  said: Pick<PaperReport, 'from' | 'winner'>,
): JournalledChange {
  const grid = needDraw(desk)
  const { place } = needPlace(grid, { matchId })
  if (!isOpen(place)) throw new No('not-playable')
  const waiting = grid.reports[matchId] ?? []
  const others = waiting.filter(({ from }) => from !== said.from)
  if (waiting.some((one) => one.from === said.from && one.winner === said.winner)) return { kind: 'nothing' }
  const isAgreed = others.some(({ from, winner }) => from !== 'table' && winner === said.winner)
  if (said.from !== 'table' && isAgreed) return winner(desk, { matchId, side: said.winner })
  grid.reports[matchId] = [...others, { ...said, at: desk.at, revision: desk.revision }]
  return { kind: 'final' }
}

function unreport(desk: Desk, { form, matchId }: Extract<Command, { kind: 'unreport' }>): JournalledChange {
  const { place } = needPlace(needDraw(desk), { matchId })
  const own = place.sides.indexOf(teamOnLink(desk.cup, form)?.id ?? '') + 1
  return keepReports(desk, place, ({ from }) => from !== own)
}

function keepReports(desk: Desk, { id }: Place, stays: (report: PaperReport) => boolean): JournalledChange {
  const { reports } = needDraw(desk)
  const left = (reports[id] ?? []).filter(stays)
  if (left.length === (reports[id] ?? []).length) return { kind: 'nothing' }
  if (left.length > 0) reports[id] = left
  else delete reports[id]
  return { kind: 'final' }
}

/** Sets the winner, if all reports agree. */
function confirmReport(
  desk: Desk,
  { side, ...tap }: Extract<Command, { kind: 'confirm-report' }>,
): JournalledChange {
  const grid = needDraw(desk)
  needPlace(grid, tap)
  const winners = new Set(grid.reports[tap.matchId]?.map((one) => one.winner))
  const [said] = winners
  if (!said || winners.size > 1 || (side !== undefined && side !== said)) throw new No('no-report')
  return winner(desk, { ...tap, side: said })
}

/* Taking back */

function takeBack(desk: Desk, revision: number): JournalledChange {
  const page = desk.model.pages.get(revision)
  if (!page || page.kind === 'final') throw new No('cannot-take-back')
  const { before, after } = page
  switch (page.kind) {
    case 'settings': {
      const keys = (Object.keys(after.settings) as (keyof Settings)[]).filter(
        (key) => !isSame(before.settings[key], after.settings[key]),
      )
      if (keys.some((key) => !isSame(desk.cup.settings[key], after.settings[key])))
        throw new No('cannot-take-back')
      const [from, to] = [before.settings.editionNumber, after.settings.editionNumber]
      const begins = from !== to && !isKnown(before, from) && isKnown(before, to)
      changeSettings(desk, Object.fromEntries(keys.map((key) => [key, before.settings[key]])), begins)
      break
    }
    case 'editions':
      if (!isSame(desk.cup.editions, after.editions)) throw new No('cannot-take-back')
      desk.cup.editions = before.editions
      break
    case 'teams':
      takeBackTeams(desk, page, revision)
      break
    case 'draw':
      takeBackDraw(desk, page)
      break
    case 'matches':
      takeBackMatches(desk, page)
      if (isSame(desk.model.cup, desk.cup)) return { kind: 'nothing' }
  }
  return { kind: page.kind }
}

function takeBackTeams({ cup, revision: now }: Desk, { before, after }: Page, revision: number): void {
  for (const { id } of after.teams.filter(({ touched }) => touched === revision)) {
    const team = cup.teams.find((one) => one.id === id) as PaperTeam
    const was = before.teams.find((one) => one.id === id) as PaperTeam
    const isListed = team.edition === cup.settings.editionNumber
    if (team.touched !== revision || !isListed) throw new No('cannot-take-back')
    if (was.removed && teamsIn(currentDraw(cup)).includes(id)) throw new No('team-in-draw')
    // Only the settings change the number of an edition.
    Object.assign(team, was, { edition: team.edition, touched: now })
  }
}

function takeBackDraw(desk: Desk, { command, isVisitors, before, after }: Page): void {
  const { cup } = desk
  const [then, now] = [currentDraw(after), currentDraw(cup)]
  const back = before.current === undefined ? undefined : cup.draws[before.current]
  if (cup.current !== after.current) throw new No('cannot-take-back')
  if (then && now) {
    const isMade = command === 'create' || command === 'again'
    const isInUse = isMade ? playedResults(now).size > 0 : !sameGrid(then, now) || hasNewRevision(then, now)
    if (isInUse) throw new No('cannot-take-back')
    now.isActive = false
  }
  if (back) {
    needListed(desk, teamsIn(back))
    back.isActive = true
  }
  cup.current = before.current
  // Else the next visitor would make it again. Taking this back restores the setting too.
  const isAsLeft = cup.settings.drawCreation === after.settings.drawCreation
  const drawCreation = isVisitors ? 'admin' : isAsLeft && before.settings.drawCreation
  if (drawCreation) cup.settings = { ...cup.settings, drawCreation }
}

/** A removed team does not return with an old draw. */
function needListed({ cup }: Desk, ids: readonly string[]): void {
  const listedIds = entriesOf(cup).map(({ id }) => id)
  if (ids.some((id) => !listedIds.includes(id))) throw new No('cannot-take-back')
}

function hasNewRevision(then: Grid, now: Grid): boolean {
  return everyPlace(now).some(
    ({ place, round, index }) => place.revision > (then.rounds[round]?.[index]?.revision ?? 0),
  )
}

/** Everything the change touched must be as it left it; then it is put back, and other changes stay. */
function takeBackMatches(desk: Desk, { before, after }: Page): void {
  const { cup } = desk
  const [was, became, now] = [currentDraw(before), currentDraw(after), currentDraw(cup)]
  if (!was || !became || !now || cup.current !== after.current) throw new No('cannot-take-back')

  const marked = became.absent.filter((id) => !was.absent.includes(id))
  const unmarked = was.absent.filter((id) => !became.absent.includes(id))
  if (marked.some((id) => !now.absent.includes(id)) || unmarked.some((id) => now.absent.includes(id)))
    throw new No('cannot-take-back')
  const leaving = teamsIn(became).filter((id) => !teamsIn(was).includes(id))
  const returning = teamsIn(was).filter((id) => !teamsIn(became).includes(id))
  if (leaving.some((id) => now.absent.includes(id))) throw new No('cannot-take-back')
  now.absent = [...now.absent.filter((id) => !marked.includes(id)), ...unmarked]
  if (returning.some((id) => teamsIn(now).includes(id))) throw new No('cannot-take-back')
  needListed(desk, returning)

  for (const { place, round, index } of everyPlace(now)) {
    const old = was.rounds[round]?.[index] as Place
    const left = became.rounds[round]?.[index] as Place
    if (!samePlace(old, left)) putBack(place, old, left)
  }
  forgetSharedTables(now, was, became)
  if (nonsense({ ...now, absent: [] }).some((words) => !words.includes('walkover')))
    throw new No('cannot-take-back')
  const merged = structuredClone(now)
  settle(now, desk.at)
  if (disturbsPlayed(merged, now)) throw new No('cannot-take-back')
}

function putBack(place: Place, old: Place, left: Place): void {
  if (!sameDecision(place, left)) throw new No('cannot-take-back')
  const isUntouched = samePlace(place, left)
  const sides = [0, 1].map((at) => {
    if (old.sides[at] === left.sides[at]) return place.sides[at]
    if (place.sides[at] !== left.sides[at]) throw new No('cannot-take-back')
    return old.sides[at]
  }) as [string, string]
  const { table, calledAt } = old.table === left.table && !isUntouched ? place : old
  place.sides = sides
  // A result returns only between the same two teams.
  if (old.winner !== undefined && !sameDecision(old, left) && !sameSides(place, old))
    throw new No('cannot-take-back')
  decide(place, old)
  if (table !== undefined && calledAt !== undefined && isOpen(place))
    Object.assign(place, { table, calledAt })
}

/** A table that was given to another match in the meantime stays there; this match is queued again. */
function forgetSharedTables(now: Grid, was: Grid, became: Grid): void {
  for (const { place, round, index } of everyPlace(now)) {
    const [old, left] = [was.rounds[round]?.[index] as Place, became.rounds[round]?.[index] as Place]
    const isBack = old.table !== left.table && place.table !== undefined
    const isTaken = everyPlace(now).some((each) => each.place !== place && each.place.table === place.table)
    if (isBack && isTaken) forgetTable(place)
  }
}

function sameGrid(one: Grid, other: Grid): boolean {
  return (
    one.absent.join() === other.absent.join() &&
    everyPlace(one).every(({ place, round, index }) =>
      samePlace(place, other.rounds[round]?.[index] as Place),
    )
  )
}
