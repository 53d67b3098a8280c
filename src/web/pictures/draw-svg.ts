import { type CupView, type Draw, type Match, type SideNumber, sideOf } from '../../domain/cup.ts'
import { championOf } from '../../domain/night/progress.ts'
import { sideLabel } from '../../domain/teams/names.ts'
import { bracketLayout, linePath, type RoundPlaces } from '../bracket/layout.ts'
import { sideState } from '../bracket/side.tsx'

/** In pixels. A cell holds one match of the first round, with its margin. */
const size = { margin: 24, head: 124, column: 230, gap: 36, cell: 68, side: 28 }
const longestName = 32
/** Of a bold font without condensed letters. */
const widestLetter = 10

const style = `
svg{background:#0c1511;font-family:Archivo,"Helvetica Neue",Arial,sans-serif}
text{fill:#f3f0e4;font-size:14px}
.title{font-size:34px;font-weight:800;font-stretch:75%}
.round{font-size:16px;font-weight:700;fill:#9fb3a6}
.card{fill:#13211a;stroke:#2b4034}
.line{fill:none;stroke:#2b4034;stroke-width:2;vector-effect:non-scaling-stroke}
.won{stroke:#dcff3c}
.winner{fill:#dcff3c;font-weight:700}
.loser,.tbd,.bye{fill:#9fb3a6}`

/** The draw as an SVG file, in the layout of the page. */
export function drawSvg({ settings, draw }: Pick<CupView, 'settings' | 'draw'>): string {
  const rounds = draw?.rounds ?? []
  const layout = bracketLayout(rounds.map(({ matches }) => matches.length))
  const columns = Math.max(rounds.length, 2)
  const width = size.margin * 2 + columns * size.column + (columns - 1) * size.gap
  const height = size.head + Math.max(rounds[0]?.matches.length ?? 1, 1) * size.cell + size.margin
  const champion = draw && championOf(draw)
  const below = champion ? `Champions: ${sideLabel(draw.teams, champion)}` : draw ? '' : 'No draw yet'
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`,
    `<title>${escapeXml(`${settings.editionTitle}: the draw`)}</title>`,
    `<style>${style}</style>`,
    `<text class="title" x="${size.margin}" y="52">${escapeXml(settings.editionTitle)}</text>`,
    below &&
      `<text class="winner" x="${size.margin}" y="75"${squeezed(below, width - size.margin * 2)}>${escapeXml(below)}</text>`,
    ...rounds.map(({ name, matches }, round) => {
      const places = layout[round] as RoundPlaces
      const x = size.margin + round * (size.column + size.gap)
      return [
        `<text class="round" x="${x}" y="${size.head - 20}">${escapeXml(name)}</text>`,
        linesTo(matches, places, layout[round + 1], x + size.column),
        ...matches.map((match) =>
          card(draw as Draw, match, x, (places.centres[match.index] ?? 0) * size.cell),
        ),
      ].join('')
    }),
    '</svg>',
  ]
    .filter(Boolean)
    .join('\n')
}

/** Lines to the next round; those of decided matches are drawn again on top. */
function linesTo(
  matches: readonly Match[],
  places: RoundPlaces,
  fed: RoundPlaces | undefined,
  x: number,
): string {
  if (!fed) return ''
  const won = matches.flatMap(({ winner, index }) => (winner ? [index] : []))
  const place = `transform="translate(${x} ${size.head}) scale(${size.gap / 2} ${size.cell})"`
  return [
    `<path class="line" ${place} d="${linePath(places, fed)}"/>`,
    won.length > 0 && `<path class="line won" ${place} d="${linePath(places, fed, won)}"/>`,
  ]
    .filter(Boolean)
    .join('')
}

function card(draw: Draw, match: Match, x: number, centre: number): string {
  const top = size.head + centre - size.side
  return [
    `<rect class="card" x="${x}" y="${top}" width="${size.column}" height="${size.side * 2}" rx="6"/>`,
    ...([1, 2] as const).map((side) =>
      sideText(draw, match, side, x + 10, top + (side - 0.5) * size.side + 5),
    ),
  ].join('')
}

function sideText(draw: Draw, match: Match, side: SideNumber, x: number, y: number): string {
  const name = sideLabel(draw.teams, sideOf(match, side))
  const letters = [...name]
  const shown = letters.length > longestName ? `${letters.slice(0, longestName - 1).join('')}…` : name
  const whole = shown === name ? '' : `<title>${escapeXml(name)}</title>`
  return `<text class="${sideState(match, side)}" x="${x}" y="${y}"${squeezed(shown, size.column - 20)}>${escapeXml(shown)}${whole}</text>`
}

/** Fallback fonts differ in width: `textLength` squeezes a long name into its card. */
function squeezed(text: string, width: number): string {
  const isLong = [...text].length * widestLetter > width
  return isLong ? ` textLength="${width}" lengthAdjust="spacingAndGlyphs"` : ''
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes markup and drops the control characters that XML forbids. */
export function escapeXml(text: string): string {
  return (
    text
      .replace(/[&<>"']/g, (character) => entities[character] ?? '')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are to be removed.
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
  )
}
