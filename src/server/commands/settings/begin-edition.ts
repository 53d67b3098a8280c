import { beginWords, nextEdition, nextEditionFields } from '../../../domain/editions/next-edition.ts'
import { championOf } from '../../../domain/night/progress.ts'
import { done, type Outcome, type Refused, refused } from '../../../domain/outcome.ts'
import { checkSettings, type PostedFields } from '../../../domain/settings/check-settings.ts'
import type { Organiser } from '../../actors.ts'
import { readSettings } from '../../storage/system-rows.ts'
import { isListed, listTeams } from '../../storage/team-rows.ts'
import { readCurrentDraw } from '../../storage/tournament-rows.ts'
import { type Changed, change, type Parts, type Work } from '../change.ts'
import type { Tap } from '../form-fields.ts'
import { happenedSince, refuseStale } from '../stale-screen.ts'
import { applySettings } from './change-settings.ts'
import { isKnownEdition } from './move-to-edition.ts'

/** What the form asks for; what it leaves out is proposed, or stays. */
const fields = [...nextEditionFields, 'registration']

/**
 * Begins the next edition: this one's champions are written down, its draw is kept, and the new number starts without
 * entries and draw. Without a champion it asks first.
 */
export function beginEdition(
  parts: Parts,
  posted: PostedFields,
  organiser: Organiser,
  tap: Tap = {},
): Promise<Outcome<Changed>> {
  return change(
    parts,
    { action: 'begin-edition', who: organiser.email, requestId: tap.requestId },
    async (work) => {
      const { db, cup } = work
      const outdated = await checkEditionSeen(work, tap)
      if (outdated) return outdated
      const settings = await readSettings(db)
      const read = checkSettings(Object.fromEntries(fields.map((name) => [name, posted[name]])))
      if (!read.ok) return read
      const next = { ...nextEdition(settings), registration: 'closed' as const, ...read.value }
      const to = next.editionNumber
      if (to === settings.editionNumber || (await isKnownEdition(db, to))) return refused('edition-exists')

      const draw = await readCurrentDraw(db, cup)
      const teams = await listTeams(db, settings.editionNumber)
      const entries = teams.filter(isListed)
      const isWon = draw !== undefined && championOf(draw) !== undefined
      if (!isWon && !tap.confirm) return refused('out-of-sight', beginWords({ settings, entries, draw }))

      // Check-in belongs to the night that is over: nobody says months ahead that they are here.
      const checkIn = { checkIn: 'off' as const, checkInFrom: '' }
      const wanted = { ...next, ...checkIn, registrationClosesAt: '', gettingReady: 'shown' as const }
      const applied = await applySettings(work, wanted, { begins: true })
      if ('unchanged' in applied) return done(applied)
      // Whatever is set for the new edition until then: taken back, this one is as it was.
      const keys = new Set([...fields, ...Object.keys(wanted)])
      const left = Object.fromEntries(Object.entries(settings).filter(([key]) => keys.has(key)))
      return done({
        ...applied,
        message: `N${to} has begun, without entries and draw.`,
        before: { ...applied.before, settings: left },
      })
    },
  )
}

const moving = ['settings', 'begin-edition', 'take-back'] as const

/** Two organisers may begin it at once: the second must not begin the one after. */
async function checkEditionSeen({ db }: Work, { seen }: Tap): Promise<Refused | undefined> {
  if (seen === undefined) return undefined
  const moved = await happenedSince(
    db,
    seen,
    ({ changes }) => changes.some((each) => each.kind === 'settings' && 'editionNumber' in each.settings),
    moving,
  )
  return moved.length > 0 ? refuseStale(moved) : undefined
}
