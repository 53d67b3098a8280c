import { courtLines, courtSize } from '../ui/court.tsx'
import { type Poster, posterOf, type Subject } from './poster.ts'

const width = 1080
/** 4:5, which messengers show uncropped; taller if the text needs it. */
const leastHeight = 1350
const margin = 80

/** Web Share with a file, else a download. */
export async function sharePicture(subject: Subject): Promise<'sent' | 'saved'> {
  const poster = posterOf(subject)
  const file = await pictureOf(poster)
  if (navigator.canShare?.({ files: [file] })) {
    try {
      await navigator.share({ files: [file], title: poster.title })
      return 'sent'
    } catch (error) {
      // Cancelled by the user. Any other error falls through to the download.
      if ((error as Error).name === 'AbortError') return 'sent'
    }
  }
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = file.name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
  return 'saved'
}

async function pictureOf(poster: Poster): Promise<File> {
  const canvas = document.createElement('canvas')
  const words = Object.values(poster)
    .flat()
    .map((part) => JSON.stringify(part))
    .join('')
  // Falls back to another font.
  await Promise.allSettled([
    document.fonts.load(fontOf(900, 80), words),
    document.fonts.load(fontOf(600, 40), words),
  ])
  drawPoster(canvas, poster)
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'))
  if (!blob) throw new Error('The browser made no picture.')
  return new File([blob], `${fileName(`${poster.title} ${poster.heading}`)}.png`, { type: 'image/png' })
}

function fileName(words: string): string {
  return words
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
}

type Style = {
  readonly weight: number
  readonly colour: string
  /** Font size in pixels: `most` if it fits on one line, never below `least`. */
  readonly most: number
  readonly least: number
  /** Above it. */
  readonly gap: number
}

type Block = Style & { readonly size: number; readonly lines: readonly string[] }

function drawPoster(canvas: HTMLCanvasElement, poster: Poster) {
  const paint = contextOf(canvas)
  const colour = readColours()
  const name = { weight: 900, colour: colour('on-poster'), most: 150, least: 64 }
  const other = {
    weight: 700,
    colour: colour('on-poster'),
    most: poster.lines.length > 1 ? 52 : 96,
    least: 40,
  }
  const quiet = { weight: 600, colour: colour('poster-muted'), most: 36, least: 28 }
  const blocks = [
    fitted(poster.heading.toUpperCase(), { ...name, colour: colour('poster-ball'), most: 92, gap: 0 }),
    ...poster.names.map((text, at) => fitted(text, { ...name, gap: at === 0 ? 48 : 14 })),
    ...poster.lines.flatMap(({ lead, names }, at) => [
      fitted(lead, { ...quiet, gap: at === 0 ? 56 : 28 }),
      ...names.map((text) => fitted(text, { ...other, gap: 8 })),
    ]),
  ]
  const title = fitted(poster.title.toUpperCase(), { ...name, most: 64, least: 36, gap: 0 })
  const foot = fitted(poster.foot, { ...quiet, gap: 0 })
  const tall = blocks.reduce((height, block) => height + block.gap + heightOf(block), 0)
  const [head, end] = [margin + heightOf(title) + 60, heightOf(foot) + margin + 60]
  canvas.width = width
  canvas.height = Math.max(leastHeight, head + tall + end)

  paint.fillStyle = colour('poster')
  paint.fillRect(0, 0, canvas.width, canvas.height)
  drawCourt(paint, canvas.height, colour('poster-line'))
  write(title, margin)
  let y = head + (canvas.height - head - end - tall) / 2
  for (const block of blocks) {
    write(block, y + block.gap)
    y += block.gap + heightOf(block)
  }
  write(foot, canvas.height - margin - heightOf(foot))

  /** The largest size that fits on one line; else wrapped at the smallest size. */
  function fitted(text: string, style: Style): Block {
    for (let size = style.most; size > style.least; size -= 2) {
      if (widthAt(text, style.weight, size) <= width - 2 * margin) return { ...style, size, lines: [text] }
    }
    return {
      ...style,
      size: style.least,
      lines: wrapped(text, (line) => widthAt(line, style.weight, style.least)),
    }
  }

  function widthAt(text: string, weight: number, size: number): number {
    paint.font = fontOf(weight, size)
    return paint.measureText(text).width
  }

  function write(block: Block, top: number) {
    paint.font = fontOf(block.weight, block.size)
    paint.fillStyle = block.colour
    paint.textAlign = 'center'
    paint.textBaseline = 'middle'
    for (const [at, line] of block.lines.entries()) {
      paint.direction = rightToLeft.test(line) ? 'rtl' : 'ltr'
      paint.fillText(line, width / 2, top + (at + 0.5) * block.size * leading)
    }
  }
}

function contextOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext('2d')
  if (!context) throw new Error('The browser has no canvas.')
  return context
}

const leading = 1.12

/** First strong character is right-to-left. */
const rightToLeft = /^[^\p{L}]*[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u

function heightOf({ lines, size }: Block): number {
  return lines.length * size * leading
}

function fontOf(weight: number, size: number): string {
  return `${weight} condensed ${size}px "Archivo Variable", sans-serif`
}

/** Word wrap; a word wider than a line is broken between grapheme clusters. */
export function wrapped(
  text: string,
  widthOf: (line: string) => number,
  room = width - 2 * margin,
): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const longer = line ? `${line} ${word}` : word
    if (widthOf(longer) <= room) {
      line = longer
      continue
    }
    if (line) lines.push(line)
    line = ''
    for (const { segment } of new Intl.Segmenter().segment(word)) {
      if (line && widthOf(line + segment) > room) {
        lines.push(line)
        line = ''
      }
      line += segment
    }
  }
  return line ? [...lines, line] : lines
}

function drawCourt(paint: CanvasRenderingContext2D, height: number, colour: string) {
  const scale = (width * 1.1) / courtSize.width
  paint.save()
  paint.translate(-width * 0.05, height - courtSize.height * scale)
  paint.scale(scale, scale)
  paint.strokeStyle = colour
  paint.lineWidth = 3
  paint.stroke(new Path2D(courtLines))
  paint.restore()
}

/** Resolves colours of tokens.css, in the theme of the page. */
function readColours(): (token: string) => string {
  const probe = document.body.appendChild(document.createElement('i'))
  const tokens = ['poster', 'on-poster', 'poster-muted', 'poster-ball', 'poster-line']
  const colours = new Map(
    tokens.map((token) => {
      probe.style.color = `var(--${token})`
      return [token, getComputedStyle(probe).color]
    }),
  )
  probe.remove()
  return (token) => colours.get(token) ?? ''
}
