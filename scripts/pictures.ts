import { mkdir } from 'node:fs/promises'
import { type BrowserContextOptions, chromium } from '@playwright/test'
import { chromiumFlags, chromiumPath } from '../tests/support/chromium.ts'
import { openForPicture, pictureContext, startPictureCup } from '../tests/support/picture-cup.ts'
import { sampleTeams } from './sample-cup.ts'

/** Takes the pictures of the README from a cup in the middle of its night. */
const folder = new URL('../docs/pictures/', import.meta.url)
const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true }
const laptop = { viewport: { width: 1280, height: 800 } }
const tv = { viewport: { width: 1920, height: 1080 }, deviceScaleFactor: 0.75 }

const pictures: readonly { name: string; path: string; on: BrowserContextOptions }[] = [
  { name: 'home-phone', path: '/', on: phone },
  { name: 'draw-phone', path: '/draw', on: phone },
  { name: 'draw-management-phone', path: '/admin/draw', on: phone },
  { name: 'draw-laptop', path: '/draw', on: laptop },
  { name: 'screen-tv', path: '/screen', on: tv },
]

await mkdir(folder, { recursive: true })
const cup = await startPictureCup({
  teams: sampleTeams,
  played: 11,
  called: 3,
  settings: { editionTheme: 'Centre Court', organiserTools: 'on' },
})
const session = await cup.signIn()
// The address a club might have, and its QR code, instead of a port of this machine.
const site = 'cup.example.org'
const browser = await chromium.launch({
  executablePath: chromiumPath(),
  args: [...chromiumFlags, `--host-resolver-rules=MAP ${site}:80 127.0.0.1:${cup.port}`],
})
for (const { name, path, on } of pictures) {
  const context = await browser.newContext({ ...pictureContext, colorScheme: 'dark', ...on })
  if (path.startsWith('/admin')) await context.setExtraHTTPHeaders({ cookie: session })
  const page = await context.newPage()
  await openForPicture(page, { ...cup, url: `http://${site}` }, path)
  await page.getByText('Live', { exact: true }).or(page.locator('.tv')).first().waitFor()
  await page.screenshot({ path: new URL(`${name}.png`, folder).pathname, animations: 'disabled' })
  await context.close()
}
await browser.close()
await cup.stop()
