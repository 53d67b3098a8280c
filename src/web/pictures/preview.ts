import { redirect } from 'react-router'
import type { Settings } from '../../domain/cup.ts'
import { cupHeadline, type Headline } from '../../domain/night/cup-status.ts'
import { eveningWords } from '../../domain/night/schedule.ts'
import { tidyText } from '../../domain/tidy-text.ts'
import { requestParts } from '../app-context.ts'
import { logFailure } from '../page-loader.ts'
import { courtLines } from '../ui/court.tsx'
import { splitBrand } from '../ui/page-frame.tsx'
import type { Route } from './+types/preview'
import { escapeXml } from './draw-svg.ts'

/** CORS for every site, and a policy under which nothing in the file may run. */
export const openToAll = {
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
}

/** `og:image`: what messengers show with a link to the cup. */
export async function loader({ context }: Route.LoaderArgs) {
  const { app, now } = context.get(requestParts)
  try {
    const view = await app.publicView()
    const png = await app.pictureOf(previewSvg(view.settings, cupHeadline(view, now)))
    return new Response(png, { headers: { 'content-type': 'image/png', ...openToAll } })
  } catch (error) {
    logFailure(error)
    // Fallback: the picture without the current state.
    throw redirect('/social.png')
  }
}

type Named = Pick<
  Settings,
  'presenter' | 'editionTitle' | 'editionSeason' | 'editionTheme' | 'eventDate' | 'venue' | 'scheduleStart'
>

/** Average width of a letter, in ems. */
const letter = { narrow: 0.5, text: 0.56 }
const width = 1080

/** 1200×630, the size messengers ask for: which cup, and its state. */
export function previewSvg(settings: Named, { heading, line }: Headline): string {
  const { name, number } = splitBrand(shown(settings.editionTitle))
  const title = sizeOf(`${name} ${number}`, 150, letter.narrow)
  const season = shown([settings.editionSeason, settings.editionTheme].filter(Boolean).join(' · '))
  const last = shown(line)
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630" viewBox="0 0 1200 630">',
    '<rect width="1200" height="630" fill="#0c1511"/>',
    `<path transform="translate(60 118) scale(1.5 1.5)" d="${courtLines}" fill="none" stroke="#2b4034" stroke-width="2"/>`,
    text(shown(settings.presenter), { y: 92, size: 30, fill: '#9fb3a6' }),
    `<text x="60" y="${110 + title * 0.85}" font-family="Archivo Narrow" font-weight="700" font-size="${title}" fill="#f3f0e4">${escapeXml(name.toUpperCase())}`,
    number && ` <tspan fill="#dcff3c">${escapeXml(number.toUpperCase())}</tspan>`,
    '</text>',
    text(season, { y: 296, size: 36, fill: '#9fb3a6' }),
    text(shown(eveningWords(settings)), { y: 346, size: 36, fill: '#f3f0e4' }),
    '<rect x="60" y="372" width="1080" height="198" rx="14" fill="#13211a" stroke="#2b4034" stroke-width="3"/>',
    '<rect x="60" y="372" width="14" height="198" fill="#dcff3c"/>',
    text(shown(heading).toUpperCase(), {
      x: 104,
      y: last ? 460 : 496,
      size: 72,
      fill: '#dcff3c',
      isNarrow: true,
    }),
    text(last, { x: 104, y: 532, size: 46, fill: '#f3f0e4' }),
    '</svg>',
  ]
    .filter(Boolean)
    .join('')
}

type TextParts = { x?: number; y: number; size: number; fill: string; isNarrow?: boolean }

function text(words: string, { x = 60, y, size, fill, isNarrow = false }: TextParts): string {
  if (!words) return ''
  const fitting = sizeOf(words, size, isNarrow ? letter.narrow : letter.text, width - (x - 60) * 2)
  const font = `font-family="Archivo Narrow" font-weight="${isNarrow ? 700 : 500}"`
  return `<text x="${x}" y="${y}" ${font} font-size="${fitting}" fill="${fill}">${escapeXml(words)}</text>`
}

function sizeOf(words: string, most: number, perLetter: number, room = width): number {
  return Math.round(Math.min(most, room / (words.length * perLetter)))
}

const longest = 90

/** Drops letters the font lacks (and the comma of a name that loses all of them), then truncates. */
function shown(words: string): string {
  const known = words
    .split(', ')
    .map((part) => tidyText(part.replace(/[^\u0020-\u024f\u1e00-\u1eff\u2010-\u2026·]/gu, '')))
    .filter((part) => /[\p{L}\p{N}]/u.test(part))
    .join(', ')
  return known.length > longest ? `${known.slice(0, longest - 1)}…` : known
}
