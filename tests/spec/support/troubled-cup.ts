import type { Draw, Match, Settings, SideNumber } from '../../../src/domain/cup.ts'
import { sideName } from '../../../src/domain/teams/names.ts'
import type { Storage } from '../../../src/server/storage/storage.ts'
import { organiser, register } from '../../support/organised-cup.ts'
import { startCup, type TestCup } from '../../support/start-cup.ts'
import { type Element, parsePage } from './page.ts'

/** How the storage answers: as it should, with an error, or not at all. */
type Mood = 'works' | 'fails' | 'hangs'
type Call = 'read' | 'snapshot' | 'transaction'

export type Answer = { readonly status: number; readonly location: string | null; readonly page: Element }

export type TroubledCup = TestCup & {
  /** From now on those calls to the storage are answered so. */
  storageIs(mood: Mood, ...calls: Call[]): void
  /** Transactions work this often, and fail from then on. */
  failAfter(transactions: number): void
  /** A page as a visitor gets it. */
  open(path: string): Promise<Answer>
  /** A page as the signed-in organiser gets it. */
  openSignedIn(path: string): Promise<Answer>
  /** A form as a visitor's page without JavaScript posts it. */
  send(path: string, fields: Record<string, string>): Promise<Answer>
  sendSignedIn(path: string, fields: Record<string, string>): Promise<Answer>
  draw(): Promise<Draw>
  match(round: number, index: number): Promise<Match>
  /** What the spec's sentences call that side. */
  nameOf(round: number, index: number, side: SideNumber): Promise<string>
}

type Given = {
  teams?: number
  settings?: Partial<Settings>
  hasDraw?: boolean
  /** The storage is away from the first moment, so that no page has anything to show. */
  isUnread?: boolean
}

/** A cup whose storage can be broken in the middle of a test. */
export async function startTroubledCup({
  teams = 0,
  settings = {},
  hasDraw = teams > 0,
  isUnread = false,
}: Given = {}): Promise<TroubledCup> {
  const moods: Record<Call, Mood> = {
    read: 'works',
    snapshot: isUnread ? 'fails' : 'works',
    transaction: 'works',
  }
  let transactionsLeft = Number.POSITIVE_INFINITY
  const wrapStorage = (storage: Storage): Storage => {
    const guard = (call: Call) =>
      ((ask) => {
        if (moods[call] === 'hangs') return new Promise(() => {})
        if (call === 'transaction') transactionsLeft -= 1
        if (moods[call] === 'fails' || transactionsLeft < 0)
          return Promise.reject(new Error('The database is gone.'))
        return storage[call](ask)
      }) as Storage[Call]
    return {
      ...storage,
      read: guard('read'),
      snapshot: guard('snapshot'),
      transaction: guard('transaction'),
    }
  }
  const cup = await startCup({ wrapStorage })
  const cookie = await cup.signIn()
  if (Object.keys(settings).length > 0) await cup.app.changeSettings(settings, organiser)
  if (teams > 0) await enter(cup, teams, settings)
  if (hasDraw) await cup.app.createDraw(organiser)

  const ask = async (path: string, init: RequestInit): Promise<Answer> => {
    const response = await fetch(cup.url + path, { redirect: 'manual', ...init })
    const { status, headers } = response
    return { status, location: headers.get('location'), page: parsePage(await response.text()) }
  }
  const form = (fields: Record<string, string>) => ({ method: 'POST', body: new URLSearchParams(fields) })
  const signedIn = { headers: { cookie } }
  // A session that was seen once is still known while the storage is away.
  await ask('/admin', signedIn)

  const draw = async () => {
    const current = (await cup.app.publicView()).draw
    if (!current) throw new Error('There is no draw.')
    return current
  }
  const match = async (round: number, index: number) => {
    const found = (await draw()).rounds[round]?.matches[index]
    if (!found) throw new Error(`There is no match ${round}.${index}.`)
    return found
  }
  return {
    ...cup,
    storageIs(mood, ...calls) {
      for (const call of calls) moods[call] = mood
    },
    failAfter(transactions) {
      transactionsLeft = transactions
    },
    open: (path) => ask(path, {}),
    openSignedIn: (path) => ask(path, signedIn),
    send: (path, fields) => ask(path, form(fields)),
    sendSignedIn: (path, fields) => ask(path, { ...form(fields), ...signedIn }),
    draw,
    match,
    async nameOf(round, index, side) {
      return sideName((await draw()).teams, (await match(round, index)).sides[side - 1] ?? '')
    },
  }
}

/** Registers and approves some teams; registration is then as it was. */
async function enter(cup: TestCup, teams: number, { registration = 'closed' }: Partial<Settings>) {
  await cup.app.changeSettings({ registration: 'open' }, organiser)
  for (let number = 1; number <= teams; number += 1) await register(cup, number)
  const entries = await cup.app.teamsForOrganiser(organiser)
  await cup.app.setApproval({ teamIds: entries.map(({ id }) => id), approved: true }, organiser)
  await cup.app.changeSettings({ registration }, organiser)
}
