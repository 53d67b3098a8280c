import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isPlayable } from '../../../src/domain/draw/draw-reader.ts'
import type { Config } from '../../../src/server/config.ts'
import { drawTeams } from '../../live/support/night.ts'
import { atTestEnd } from '../../support/at-test-end.ts'
import { organiserOfTests, startCup, type TestCup } from '../../support/start-cup.ts'
import type { RunningProxy, Target } from './run-proxy.ts'
import { textOf, type Visitor, visit } from './visitor.ts'

export type Evening = {
  readonly proxy: RunningProxy
  readonly cup: TestCup
  readonly visitor: Visitor
}

/** The configuration that docs/operations.md gives for a proxy. */
export function documentedConfig(name: string): string {
  const text = readFileSync('docs/operations.md', 'utf8')
  const block = text.split('```').find((part) => part.startsWith(`\n# ${name}\n`))
  if (!block) throw new Error(`docs/operations.md gives no configuration for ${name}.`)
  return block.replace(`# ${name}`, '').trim()
}

/** A cup of four teams behind a proxy, with a fake clock. */
export function cupBehind(
  runProxy: () => Promise<RunningProxy & { readonly target: Target }>,
  config: (proxy: RunningProxy) => Partial<Config>,
): () => Evening {
  let evening: Evening | undefined
  beforeAll(async () => {
    const proxy = await runProxy()
    atTestEnd(proxy.stop)
    const cup = await startCup({ config: { port: proxy.target.port, ...config(proxy) } })
    await drawTeams(cup, 4)
    evening = { proxy, cup, visitor: visit(proxy) }
  })
  afterAll(() => evening?.visitor.leave())
  return () => {
    if (!evening) throw new Error('The cup did not start.')
    return evening
  }
}

/** The tests for any proxy; they run in the order of an evening. */
export function walkEvening(evening: () => Evening) {
  let cookie = ''

  async function tapNext(): Promise<number> {
    const { cup, visitor } = evening()
    const { draw, revision } = await cup.app.publicView()
    const match = draw?.rounds.flatMap(({ matches }) => matches).find(isPlayable)
    if (!match) throw new Error('Everything is played.')
    const form = { intent: 'set-winner', matchId: match.id, side: '1' }
    const tapped = await visitor.ask('/admin/draw', { form, headers: { cookie } })
    expect(tapped.status).toBe(303)
    return revision + 1
  }

  test('pages arrive whole and compressed, and are not sent again unchanged', async () => {
    const { visitor } = evening()
    const page = await visitor.ask('/draw', { headers: { 'accept-encoding': 'identity' } })
    expect(page.status).toBe(200)
    const html = await textOf(page)
    expect(html).toContain('Player 1')
    expect(html).toMatch(/<\/html>$/)

    const compressed = await visitor.ask('/draw')
    expect(compressed.headers).toMatchObject({ 'content-encoding': 'br', etag: expect.any(String) })
    compressed.body.resume()
    const again = await visitor.ask('/draw', {
      headers: { 'if-none-match': String(compressed.headers.etag) },
    })
    expect(again.status).toBe(304)
    again.body.resume()
  })

  test('the organiser signs in', async () => {
    const { visitor } = evening()
    const answer = await visitor.ask('/login', { form: organiserOfTests })
    expect(answer.status).toBe(303)
    cookie = [answer.headers['set-cookie'] ?? []]
      .flat()
      .map((line) => line.split(';', 1)[0])
      .join('; ')
    const page = await visitor.ask('/admin', { headers: { cookie } })
    expect(page.status).toBe(200)
    page.body.resume()
  })

  test('a post from another site is refused', async () => {
    const answer = await evening().visitor.ask('/login', {
      form: organiserOfTests,
      headers: { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' },
    })
    expect(answer.status).toBe(403)
    answer.body.resume()
  })

  test('a tapped winner reaches an open stream, and a stream that reconnects gets what it missed', async () => {
    const { visitor } = evening()
    const stream = await visitor.listen()
    expect(stream.status).toBe(200)
    expect(stream.headers['content-type']).toBe('text/event-stream; charset=utf-8')
    expect(stream.headers['content-encoding']).toBeUndefined()
    await stream.until('event: hello')

    const first = await tapNext()
    expect(await stream.until(`-${first}\ndata: {"revision":${first},`)).toContain('"matches"')
    stream.leave()

    const second = await tapNext()
    const resumed = await visitor.listen({
      'last-event-id': /^id: (\d+-\d+)\ndata: \{"revision"/m.exec(stream.heard())?.[1] ?? '',
    })
    await resumed.until('event: hello')
    expect(resumed.heard()).toMatch(
      new RegExp(
        `^retry: \\d+\\n\\nid: \\d+-${second}\\ndata: [^\\n]+\\n\\nevent: hello\\nid: \\d+-${second}\\n`,
      ),
    )
    resumed.leave()
  })

  test("an idle stream has a heartbeat every 15 seconds, well within nginx's timeout of a minute", async () => {
    const { cup, visitor } = evening()
    const stream = await visitor.listen()
    await stream.until('event: hello')
    const start = stream.heard().length
    for (const beats of [1, 2, 3, 4]) {
      await cup.clock.advance(15_000)
      await expect
        .poll(() => stream.heard().slice(start).trimStart())
        .toBe('event: heartbeat\ndata: {}\n\n'.repeat(beats))
    }
    expect(stream.isEnded()).toBe(false)
    stream.leave()
  })

  test('the cup notices when a listener has left', async () => {
    await expect
      .poll(async () => (await fetch(`${evening().cup.url}/healthz`)).json())
      .toMatchObject({
        listeners: 0,
      })
  })

  test('a stream ends when the cup stops', async () => {
    const { cup, visitor } = evening()
    const stream = await visitor.listen()
    await stream.until('event: hello')
    await cup.stop()
    await expect.poll(stream.isEnded).toBe(true)
  })
}
