import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { build } from 'vite'
import { BYE, type Draw, isTeam, type Match, type Side } from '../../src/domain/cup.ts'
import { answer } from './worker.ts'

/*
 * The same draw with two peers, as their documentation says: a page with the data and the peer's script, nothing else. Served like
 * our own files: from memory, Brotli-compressed, cached for a year.
 */
const bench = fileURLToPath(new URL('..', import.meta.url))

type Served = { readonly type: string; readonly body: Buffer }

const questions = {
  async start({ draw }: { draw: Draw }) {
    const files = new Map<string, Served>([
      ...(await bracketsViewer(draw)),
      ...(await reactTournamentBrackets(draw)),
    ])
    const server = createServer((req, res) => {
      const file = files.get(req.url ?? '')
      if (!file) return res.writeHead(404).end()
      res.writeHead(200, {
        'content-type': file.type,
        'content-encoding': 'br',
        'content-length': file.body.length,
        'cache-control': file.type.startsWith('text/html')
          ? 'no-cache'
          : 'public, max-age=31536000, immutable',
      })
      res.end(file.body)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return { port: (server.address() as AddressInfo).port }
  },
}

export type PeerPagesQuestions = typeof questions

answer(questions)

async function bracketsViewer(draw: Draw): Promise<[string, Served][]> {
  const dist = `${bench}node_modules/brackets-viewer/dist/brackets-viewer.min`
  const teams = Object.keys(draw.teams)
  const opponent = (side: Side) => (side === BYE ? null : { id: isTeam(side) ? teams.indexOf(side) : null })
  const data = {
    stages: [
      {
        id: 0,
        tournament_id: 0,
        name: 'The draw',
        type: 'single_elimination',
        number: 1,
        settings: { size: 2 ** draw.rounds.length },
      },
    ],
    matches: draw.rounds.flatMap(({ matches }, round) =>
      matches.map(({ sides, index, winner }) => ({
        id: `${round}.${index}`,
        number: index + 1,
        stage_id: 0,
        group_id: 0,
        round_id: round,
        child_count: 0,
        status: winner ? 4 : sides.every(isTeam) ? 2 : 0,
        opponent1: opponent(sides[0]),
        opponent2: opponent(sides[1]),
      })),
    ),
    matchGames: [],
    participants: teams.map((id, index) => ({ id: index, tournament_id: 0, name: draw.teams[id]?.name })),
  }
  const html = page(
    '<link rel="stylesheet" href="/viewer.css"><script defer src="/viewer.js"></script>',
    `<div class="brackets-viewer"></div><script>addEventListener('DOMContentLoaded', function () { window.bracketsViewer.render(${inScript(data)}) })</script>`,
  )
  return [
    ['/viewer', served('text/html; charset=utf-8', html)],
    ['/viewer.css', served('text/css', await readFile(`${dist}.css`))],
    ['/viewer.js', served('text/javascript', await readFile(`${dist}.js`))],
  ]
}

async function reactTournamentBrackets(draw: Draw): Promise<[string, Served][]> {
  const matches = draw.rounds.flatMap(({ name, matches }, round) =>
    matches.map((match) => ({
      id: match.id,
      name: `${name} - Match ${match.index + 1}`,
      nextMatchId: draw.rounds[round + 1]?.matches[Math.floor(match.index / 2)]?.id ?? null,
      tournamentRoundText: String(round + 1),
      startTime: '',
      state: match.winner ? 'DONE' : match.sides.every(isTeam) ? 'SCHEDULED' : 'NO_PARTY',
      participants: participants(draw, match),
    })),
  )
  const html = page(
    '<script type="module" src="/react-brackets.js"></script>',
    `<div id="root"></div><script type="application/json" id="matches">${inScript(matches)}</script>`,
  )
  const script = await bundle(`
    import { createElement as h } from 'react'
    import { createRoot } from 'react-dom/client'
    import { Match, SingleEliminationBracket, SVGViewer } from '@g-loot/react-tournament-brackets'

    const matches = JSON.parse(document.getElementById('matches').textContent)
    function Svg({ children, ...props }) {
      return h(SVGViewer, { width: innerWidth, height: innerHeight, ...props }, children)
    }
    createRoot(document.getElementById('root')).render(
      h(SingleEliminationBracket, { matches, matchComponent: Match, svgWrapper: Svg }),
    )
  `)
  return [
    ['/react-brackets', served('text/html; charset=utf-8', html)],
    ['/react-brackets.js', served('text/javascript', script)],
  ]
}

function participants(draw: Draw, { sides, winner }: Match) {
  return sides.flatMap((side, index) =>
    isTeam(side)
      ? [
          {
            id: side,
            name: draw.teams[side]?.name,
            isWinner: winner === index + 1,
            resultText: null,
            status: null,
          },
        ]
      : [],
  )
}

/** Production build in one minified file. */
async function bundle(source: string): Promise<string> {
  const entry = `${bench}peer-page.js`
  const output = await build({
    root: bench,
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [
      {
        name: 'peer-page',
        resolveId: (id) => (id === entry ? id : null),
        load: (id) => (id === entry ? source : null),
      },
    ],
    build: { write: false, rolldownOptions: { input: entry } },
  })
  const [built] = [output].flat()
  if (!built || !('output' in built)) throw new Error('Nothing was built.')
  return built.output.flatMap((file) => (file.type === 'chunk' ? [file.code] : [])).join('\n')
}

/** Only the draw: a heading could become the largest contentful paint. */
function page(head: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Draw</title><link rel="icon" href="data:,">${head}</head><body>${body}</body></html>`
}

function inScript(data: unknown): string {
  return JSON.stringify(data).replaceAll('<', '\\u003c')
}

function served(type: string, body: string | Buffer): Served {
  return { type, body: brotliCompressSync(body) }
}
