import { mkdir, writeFile } from 'node:fs/promises'
import { type BrowserContextOptions, chromium } from '@playwright/test'
import { chromiumFlags, chromiumPath } from '../tests/support/chromium.ts'
import { mustDo } from '../tests/support/cup-app.ts'
import { organiser } from '../tests/support/organised-cup.ts'
import { openForPicture, pictureContext, startPictureCup } from '../tests/support/picture-cup.ts'
import { sampleHistory, sampleTeams } from './sample-cup.ts'
import { spawnTool } from './spawn-tool.ts'

/** Screenshots for the README, of a half-played cup and of a finished one; then the reference pictures of the journeys. */
const folder = new URL('../docs/pictures/', import.meta.url)
const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true }
const laptop = { viewport: { width: 1280, height: 800 } }
const tv = { viewport: { width: 1920, height: 1080 }, deviceScaleFactor: 0.75 }

type Picture = { readonly name: string; readonly path: string; readonly on: BrowserContextOptions }

const pictures: readonly Picture[] = [
  { name: 'home-phone', path: '/', on: phone },
  { name: 'draw-phone', path: '/draw', on: phone },
  { name: 'draw-management-phone', path: '/admin/draw', on: phone },
  { name: 'draw-laptop', path: '/draw', on: laptop },
  { name: 'screen-tv', path: '/screen', on: tv },
]
const hallOfFame: Picture = { name: 'hall-of-fame', path: '/past-champions#hall-of-fame', on: laptop }

/** Without emoji: a machine without their font would show boxes. */
const teams = sampleTeams.map((team) => ({
  ...team,
  player1Name: withoutEmoji(team.player1Name),
  player2Name: withoutEmoji(team.player2Name),
}))

function withoutEmoji(name: string): string {
  return name.replace(/\s*\p{Extended_Pictographic}/gu, '')
}

await mkdir(folder, { recursive: true })
const cup = await startPictureCup({
  teams,
  played: 11,
  called: 3,
  settings: { editionTheme: 'Centre Court', organiserTools: 'on' },
})
const session = await cup.signIn()
// A club's address, also in the QR code, instead of localhost and a port.
const site = 'cup.example.org'
const browser = await chromium.launch({
  executablePath: chromiumPath(),
  args: [...chromiumFlags, `--host-resolver-rules=MAP ${site}:80 127.0.0.1:${cup.port}`],
})

async function take({ name, path, on }: Picture, url: string) {
  const context = await browser.newContext({ ...pictureContext, colorScheme: 'dark', ...on })
  if (path.startsWith('/admin')) await context.setExtraHTTPHeaders({ cookie: session })
  const page = await context.newPage()
  await openForPicture(page, { ...cup, url }, path)
  await page.getByText('Live', { exact: true }).or(page.locator('.tv, #hall-of-fame')).first().waitFor()
  await page.screenshot({ path: new URL(`${name}.png`, folder).pathname, animations: 'disabled' })
  await context.close()
}

for (const picture of pictures) await take(picture, `http://${site}`)
const preview = await fetch(`${cup.url}/preview.png`)
await writeFile(new URL('preview.png', folder), new Uint8Array(await preview.arrayBuffer()))
await cup.stop()

/** The same night, finished, after ten editions. */
const won = await startPictureCup({
  teams,
  played: teams.length - 1,
  settings: { editionTheme: 'Centre Court' },
})
mustDo(await won.app.changeEditions(sampleHistory, organiser))
await take(hallOfFame, won.url)
await won.stop()
await browser.close()

const journeys = spawnTool(['playwright', 'test', 'pictures', '--update-snapshots=all'])
journeys.on('exit', (code) => {
  process.exitCode = code ?? 1
})
