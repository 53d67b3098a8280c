import type { Draw, Match, SideNumber } from '../domain/cup.ts'
import type { WaitingReports } from '../domain/draw/reports.ts'
import { done, refused } from '../domain/outcome.ts'
import { loadTimeoutMs } from '../domain/settings/limits.ts'
import type { Accounts } from './accounts/accounts.ts'
import type { Organiser } from './actors.ts'
import type { Backups } from './backups/automatic-backups.ts'
import { type Clock, withTimeout } from './clock.ts'
import type { Parts } from './commands/change.ts'
import type { CommandParts } from './commands/command.ts'
import { endShow, msUntilEnd } from './commands/draw-commands.ts'
import { createLimitedRegistration, registrationCode } from './commands/limited-registration.ts'
import { deleteOldPhones } from './commands/personal-data-commands.ts'
import { createRunAction } from './commands/run-action.ts'
import { closeRegistration, msUntilClosing } from './commands/settings-commands.ts'
import { watchDue } from './commands/watch-due.ts'
import { createRasteriser } from './pictures/rasterise.ts'
import { createSubscriptions, isPushService } from './push/subscriptions.ts'
import { createPhones } from './push/tell-phones.ts'
import { callsOf, createPastFinals, drawHistory, pastDraw, pointsNowhere } from './queries/draw-history.ts'
import { type JournalFilter, journal, journalLine, slowedRegistration } from './queries/read-journal.ts'
import { teamsForOrganiser, teamsNamed } from './queries/teams-for-organiser.ts'
import { createLimits } from './rate-limits.ts'
import { readReports } from './storage/match-rows.ts'
import { keptPhones } from './storage/personal-data-rows.ts'
import type { Db, Storage } from './storage/storage.ts'
import { readCurrent } from './storage/system-rows.ts'
import { findByLink, type LinkedTeam } from './storage/team-rows.ts'
import type { PublicView } from './view.ts'

/** Everything the web may call: queries read, `run` changes. */
export type App = Omit<ReturnType<typeof createApp>, 'close'>

const healthTimeoutMs = 3_000

export type AppParts = {
  readonly storage: Storage
  readonly view: PublicView
  readonly clock: Clock
  readonly accounts: Accounts
  readonly backups: Backups
  /** VAPID subject: a contact address for push services. */
  readonly contact?: string
  /** For tests: accepts endpoints of other push services. */
  readonly isPushService?: (endpoint: URL) => boolean
}

/** Joins commands, queries and accounts. Must be closed: it holds timers. */
export function createApp({
  accounts,
  backups,
  contact = 'mailto:admin@cup.local',
  isPushService: isService = isPushService,
  ...given
}: AppParts) {
  const { storage, view, clock } = given
  const phones = createPhones({ ...given, contact })
  const limits = createLimits(clock)
  const parts: Parts = { ...given, onChanged: phones.tell }
  const watches = [
    watchDue({
      view,
      clock,
      msUntil: ({ settings }, now) => msUntilClosing(settings, now.toISOString()),
      run: () => closeRegistration(parts),
    }),
    watchDue({
      view,
      clock,
      msUntil: ({ draw }, now) => msUntilEnd(draw, now.getTime()),
      run: () => endShow(parts),
    }),
    watchOldPhones(parts),
  ]
  const inTime = <Value>(work: Promise<Value>) => withTimeout(clock, loadTimeoutMs, work)

  const publicView = view.ready
  const pastFinals = createPastFinals(storage, view)
  const isHealthy = async () => (await storage.isHealthy()) && storage.canWrite()

  const teamOfLimitedLink = async (token: string, address: string) => {
    const found = await inTime(storage.read((db) => findByLink(db, token)))
    // Only wrong links are limited: a team may share its IP address with a guesser.
    if (found.ok) return done<LinkedTeam>({ id: found.value.id, correction: found.value.correction })
    return limits.take('wrong-link', address) === 0 ? found : refused('too-many-tries')
  }
  const commandParts: CommandParts = {
    ...parts,
    accounts,
    backups,
    limits,
    register: createLimitedRegistration({ ...parts, limits }),
    teamOfLink: teamOfLimitedLink,
  }

  return {
    run: createRunAction(commandParts),
    organiserOf: accounts.organiserOf,
    sessions: accounts.sessions,
    organisers: accounts.organisers,
    backupState: backups.backupState,
    downloadBackup: backups.download,
    ...createSubscriptions({ ...given, limits, contact, isService }),

    // Queries. Each rejects with LoadTimeout (clock.ts) after the spec's 10 s, or with the storage's error.
    /** What the public may see, as of the last commit this node knows. Waits for the first load only. */
    publicView,
    /** The draw of another edition; undefined if it has none. */
    pastDraw: (edition: number) => inTime(pastDraw(storage, edition)),
    /** The finals of the other editions with a draw. */
    pastFinals: async () => inTime(pastFinals((await publicView()).pastDraws)),
    /** The calls of decided matches. */
    callsOf: (draw: Draw) => inTime(callsOf(storage, draw)),
    /** Every draw of the current edition. Names no organiser. */
    drawHistory: async () => inTime(drawHistory(storage, await publicView())),
    /** Dangling pointer: the current tournament is missing. */
    pointsNowhere: () => inTime(pointsNowhere(storage)),
    /** The team of a link. The same refusal for a wrong, old or withdrawn one; wrong ones are rate limited. */
    teamOfLink: teamOfLimitedLink,
    /** A team's pending report, for its own page only. */
    reportBy: async (side: SideNumber, { id }: Match) =>
      (await inTime(storage.snapshot((db) => waitingReportsOf(db, id))))
        .get(id)
        ?.find(({ from }) => from === side),
    /** Renders one of our SVG texts as PNG. */
    pictureOf: createRasteriser(clock),
    storageName: () => storage.name,
    isHealthy: () => withTimeout(clock, healthTimeoutMs, isHealthy()).catch(() => false),

    // For organisers only: the first argument is the proof.
    /** Registered teams with their phone numbers, removed teams included. */
    teamsForOrganiser: (_organiser: Organiser) => inTime(teamsForOrganiser(storage)),
    /** Pending reports by match. */
    reports: async (_organiser: Organiser): Promise<WaitingReports> =>
      Object.fromEntries(await inTime(storage.snapshot((db) => waitingReportsOf(db)))),
    /** Teams of all editions with a player of that name. */
    teamsNamed: (_organiser: Organiser, name: string) => inTime(teamsNamed(storage, name)),
    /** Editions with stored phone numbers, and when those are deleted. */
    keptPhones: (_organiser: Organiser) => inTime(storage.snapshot(keptPhones)),
    /** When registration was slowed down, if recently, and the code that bypasses the limit. */
    slowedRegistration: async (_organiser: Organiser) => {
      const at = await inTime(slowedRegistration(parts, await publicView()))
      return at === undefined ? undefined : { at, code: await inTime(registrationCode(parts)) }
    },
    journal: async (_organiser: Organiser, filter: JournalFilter) =>
      inTime(journal(storage, await publicView(), filter)),
    /** One journal line, which the page shows after a redirect. */
    journalLine: async (_organiser: Organiser, revision: number) =>
      inTime(journalLine(storage, await publicView(), revision)),

    close: () => {
      for (const stop of watches) stop()
      phones.close()
    },
  }
}

async function waitingReportsOf(db: Db, matchId?: string) {
  return readReports(db, (await readCurrent(db)).tournamentID, matchId)
}

const phoneCheckMs = 3_600_000

/** Deletes phone numbers that are due: every hour, and a minute after the start. */
function watchOldPhones(parts: Parts) {
  const { view, clock } = parts
  let next = clock.now().getTime() + 60_000
  return watchDue({
    view,
    clock,
    msUntil: ({ settings }, now) =>
      settings.phoneDays === 0 ? undefined : Math.max(0, next - now.getTime()),
    async run() {
      next = clock.now().getTime() + phoneCheckMs
      await deleteOldPhones(parts)
    },
  })
}
