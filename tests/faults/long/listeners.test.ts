import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { startCupProcess } from '../../support/cup-process.ts'
import { cookiesOf } from '../../support/start-cup.ts'
import { freshLoad, type OpenPage, openPage } from '../support/cup-pages.ts'
import { many, report, residentMb, seconds, size } from '../support/figures.ts'
import { engines, makeDraw, post } from '../support/kept-taps.ts'

const count = size('FAULT_LISTENERS', 100)
const minutes = size('FAULT_MINUTES', 0.2)
/** Each page reconnects once in five minutes: a fifth of them per minute. */
const turnSeconds = 300

test.each(engines)(
  `${count} open pages equal a fresh load after many reconnections, and after all reconnect at once, on %s`,
  {
    timeout: (minutes + 20) * 60_000,
  },
  async (engine, newDatabase) => {
    const databaseUrl = await newDatabase()
    const cup = await startCupProcess(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl })
    const { url, dataDir } = cup
    await cup.halt()
    const matchIds = await makeDraw({ dataDir, databaseUrl })
    await cup.restart()
    const cookie = cookiesOf(await post(`${url}/login`, cup.organiser))
    const pages = await openPages(url)
    onTestFinished(() => {
      for (const page of pages) page.leave()
    })
    await converged(url, pages)

    const killedAt = performance.now()
    await cup.halt('SIGKILL')
    await cup.restart()
    const restarted = performance.now() - killedAt
    await converged(url, pages)
    report({
      what: `${many(count)} open pages reconnect at once after kill -9 and a restart, on ${engine}`,
      measured: `back after ${seconds(restarted)}; every page equal to a fresh load after ${seconds(performance.now() - killedAt)}`,
      target: 'all within 60 s',
      isMet: performance.now() - killedAt < 60_000,
    })

    for (const page of pages) page.leave()
    const before = await quietMemory(cup)
    for (const page of pages) page.comeBack()
    const slow = Array.from({ length: Math.ceil(count / 25) }, () => openSlowly(url))
    onTestFinished(() => {
      for (const socket of slow) socket.destroy()
    })
    await converged(url, pages)
    const tapTimes: number[] = []
    let comings = 0
    for (let second = 0; second < minutes * 60; second += 1) {
      const leaving = pages.filter((_, index) => index % turnSeconds === second % turnSeconds)
      for (const page of leaving) page.leave()
      if (second % 5 === 0) tapTimes.push(await tap(url, cookie, matchIds, second / 5))
      await wait(1_000)
      for (const page of leaving) page.comeBack()
      comings += leaving.length
    }
    const during = residentMb(cup.pid)
    const endAt = performance.now()
    await converged(url, pages)
    const level = performance.now() - endAt
    for (const page of pages) page.leave()
    for (const socket of slow) socket.destroy()
    const after = await quietMemory(cup)
    report({
      what: `${many(count)} open pages for ${minutes} minutes, a fifth of them reconnecting each minute, and ${many(slow.length)} slow readers, on ${engine}`,
      measured: `${many(comings)} reconnections, ${tapTimes.length} taps; every page equal to a fresh load ${seconds(level)} after the last`,
      target: 'all equal',
      isMet: true,
    })
    report({
      what: `Memory of the server before, with ${many(count)} pages, and after they left, on ${engine}`,
      measured: `${before.toFixed(0)} MB, ${during.toFixed(0)} MB, ${after.toFixed(0)} MB`,
      target: 'at most 25 % more afterwards than before',
      isMet: after <= before * 1.25,
    })
  },
)

async function openPages(url: string): Promise<OpenPage[]> {
  const loaded = await freshLoad(url)
  const pages: OpenPage[] = []
  while (pages.length < count) {
    for (let turn = 0; turn < 100 && pages.length < count; turn += 1) pages.push(openPage(url, loaded))
    await wait(50)
  }
  return pages
}

/** Waits until every page is live and shows what a fresh load shows. */
async function converged(url: string, pages: readonly OpenPage[]) {
  const fresh = await freshLoad(url)
  const isLevel = (page: OpenPage) => {
    const { epoch, revision } = page.view()
    return page.isLive() && epoch === fresh.epoch && revision === fresh.revision
  }
  await expect
    .poll(() => pages.filter((page) => !isLevel(page)).length, { timeout: 180_000, interval: 250 })
    .toBe(0)
  expect(pages.filter((page) => !isDeepStrictEqual(page.view(), fresh))).toEqual([])
}

/** The minimum within half a minute without listeners; the requests make the garbage collector run. */
async function quietMemory({ url, pid }: { readonly url: string; readonly pid: number }): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let turn = 0; turn < 60; turn += 1) {
    for (let page = 0; page < 20; page += 1) await (await fetch(`${url}/nothing-${turn}-${page}`)).text()
    await wait(500)
    least = Math.min(least, residentMb(pid))
  }
  return least
}

/** Reads at most 2 KB a second. */
function openSlowly(url: string) {
  const { hostname, port } = new URL(url)
  const socket: Socket = connect({
    port: Number(port),
    host: hostname,
    onread: {
      buffer: Buffer.alloc(1_024),
      callback() {
        setTimeout(() => socket.resume(), 500)
        return false
      },
    },
  })
  socket.on('error', () => {})
  socket.write('GET /events HTTP/1.1\r\nhost: cup\r\n\r\n')
  return socket
}

async function tap(url: string, cookie: string, matchIds: readonly string[], turn: number): Promise<number> {
  const begin = performance.now()
  const matchId = matchIds[(turn * 7) % matchIds.length] as string
  const fields = { intent: 'set-winner', matchId, side: String(1 + (turn % 2)), confirm: 'yes' }
  await (await post(`${url}/admin/draw`, fields, cookie)).text()
  return performance.now() - begin
}
