import { expect, test, vi } from 'vitest'
import type { Answer, Failure } from '../../domain/answer.ts'
import type { Match } from '../../domain/cup.ts'
import { buttonKey, createActionStore, pendingMatches } from './action-store.ts'
import { formOf } from './post-action.ts'

const first: Match = { round: 0, index: 0, id: '1-aaaaaaaa', sides: ['a', 'b'], revision: 1 }
const second: Match = { round: 0, index: 1, id: '2-bbbbbbbb', sides: ['c', 'd'], revision: 1 }
const final: Match = { round: 1, index: 0, id: '1-cccccccc', sides: ['TBD', 'TBD'], revision: 1 }
const won: readonly Match[] = [
  { ...first, winner: 1 },
  { ...final, sides: ['a', 'TBD'] },
]

const yes = (revision: number): Answer => ({ ok: true, message: 'Done.', revision })
const no = (reason: Failure['reason']): Answer => ({
  ok: false,
  reason,
  error: 'No.',
  details: [],
  fields: [],
})

/** A store whose posts the test answers. */
function openStore({ revision = 12, reloadsAfterPost = false } = {}) {
  const sent: { form: FormData; answer: (answer: Answer) => void }[] = []
  const reload = vi.fn()
  const store = createActionStore({
    revision,
    reload,
    reloadsAfterPost,
    post: (form) => new Promise((answer) => sent.push({ form, answer })),
  })
  const nth = async (at: number) => {
    await vi.waitFor(() => expect(sent.length).toBeGreaterThan(at))
    return sent[at] as (typeof sent)[number]
  }
  const tap = (match: Match, fields = {}, matches: readonly Match[] = []) =>
    store.send(formOf({ intent: 'set-winner', matchId: match.id, side: '1', ...fields }), {
      matches,
      button: buttonKey(`winner-${match.id}`, { name: 'side', value: 1 }),
    })
  return { store, sent, nth, tap, reload }
}

test('a tap is pending until the page has reached the revision it was answered with', async () => {
  const { store, nth, tap } = openStore()
  const tapped = tap(first, {}, won)
  expect([...pendingMatches(store.taps(), 99).values()]).toEqual(won)
  ;(await nth(0)).answer(yes(57))
  await tapped
  expect([...pendingMatches(store.taps(), 56).values()]).toEqual(won)
  expect(pendingMatches(store.taps(), 57).size).toBe(0)
  expect(store.reached()).toBe(57)
})

test('of two taps on one match the later one is shown', async () => {
  const { store, nth, tap } = openStore()
  const earlier = tap(first, {}, won)
  void tap(first, { side: '2' }, [{ ...first, winner: 2 }])
  ;(await nth(0)).answer(yes(57))
  await earlier
  expect(pendingMatches(store.taps(), 56).get(first.id)?.winner).toBe(2)
})

test('a refused tap is rolled back and marked, without the others', async () => {
  const { store, nth, tap } = openStore()
  const refused = tap(first, {}, won)
  void tap(second, {}, [{ ...second, winner: 2 }])
  ;(await nth(0)).answer(no('not-a-team'))
  await refused
  expect([...pendingMatches(store.taps(), 12).keys()]).toEqual([second.id])
  expect(store.hasFailed(buttonKey(`winner-${first.id}`, { name: 'side', value: 1 }))).toBe(true)
  void tap(first)
  expect(store.hasFailed(buttonKey(`winner-${first.id}`, { name: 'side', value: 1 }))).toBe(false)
})

test('a confirmation shows the busy notice of the tap it confirms', async () => {
  const { store, nth } = openStore()
  const button = buttonKey(`winner-${first.id}`, { name: 'side', value: 2 })
  const form = (more = {}) => formOf({ intent: 'set-winner', matchId: first.id, side: '2', ...more })
  const asked = store.send(form(), { busy: 'Changing...', button })
  ;(await nth(0)).answer(no('needs-confirmation'))
  await asked
  expect(store.notice()?.kind).toBe('failed')
  const confirmed = store.send(form({ confirm: 'yes' }), { button })
  const { answer } = await nth(1)
  expect(store.notice()).toMatchObject({ kind: 'busy', text: 'Changing...' })
  answer(yes(57))
  await confirmed
  expect(store.notice()).toMatchObject({ kind: 'done', revision: 57 })
})

test('`seen` includes the page’s own earlier changes: adjacent revisions, and those of the same match', async () => {
  const { nth, tap } = openStore({ revision: 56 })
  void tap(first, {}, won)
  void tap(second)
  void tap(first, { side: '2' })
  ;(await nth(0)).answer(yes(57))
  const next = await nth(1)
  expect(next.form.get('seen')).toBe('57')
  // Another's change is in between: only the match itself is known.
  next.answer(yes(60))
  expect((await nth(2)).form.get('seen')).toBe('57')
})

test('an equal tap joins the pending post; after one without an answer, it reuses the request id', async () => {
  const { sent, nth, tap } = openStore()
  const [once, twice] = [tap(first), tap(first)]
  const post = await nth(0)
  post.answer(no('unreachable'))
  expect(await once).toBe(await twice)
  expect(sent).toHaveLength(1)
  const repeated = tap(first)
  const again = await nth(1)
  expect(again.form.get('requestId')).toBe(post.form.get('requestId'))
  again.answer(yes(57))
  await repeated
  void tap(first)
  expect((await nth(2)).form.get('requestId')).not.toBe(post.form.get('requestId'))
})

test('an open question stays, whatever the outcome of other taps', async () => {
  const { store, nth, tap } = openStore()
  const asked = tap(first)
  ;(await nth(0)).answer(no('needs-confirmation'))
  await asked
  const other = tap(second)
  ;(await nth(1)).answer(yes(58))
  await other
  expect(store.notice()).toMatchObject({ kind: 'failed', failure: { reason: 'needs-confirmation' } })
  store.dismiss()
  expect(store.notice()).toBeUndefined()
})

test('a restored backup forgets this page’s later changes', async () => {
  const { store, nth, tap } = openStore()
  const tapped = tap(first, {}, won)
  ;(await nth(0)).answer(yes(57))
  await tapped
  store.setShown(57)
  store.setShown(30)
  expect(store.taps()).toEqual([])
})

test('an outdated screen reloads; a page with data outside the stream does so after every change', async () => {
  const live = openStore()
  const late = live.tap(first)
  ;(await live.nth(0)).answer(no('changed-meanwhile'))
  await late
  expect(live.reload).toHaveBeenCalledOnce()
  const journal = openStore({ reloadsAfterPost: true })
  const taken = journal.tap(first)
  ;(await journal.nth(0)).answer(yes(57))
  await taken
  expect(journal.reload).toHaveBeenCalledOnce()
})

test('subscribers hear of each change', async () => {
  const { store, nth, tap } = openStore()
  const heard = vi.fn()
  const stop = store.subscribe(heard)
  const tapped = tap(first)
  ;(await nth(0)).answer(yes(57))
  await tapped
  expect(heard).toHaveBeenCalledTimes(2)
  stop()
  store.dismiss()
  expect(heard).toHaveBeenCalledTimes(2)
})
