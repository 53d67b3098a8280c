import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startCup } from '../src/main.ts'
import type { Organiser } from '../src/server/actors.ts'
import { readConfig } from '../src/server/config.ts'
import { addressLines, failStart, stopOnSignals } from '../src/server/terminal.ts'
import { beginningOf, createStory, lateOnFriday, storyClock } from './demo-story.ts'

const resultEveryMs = 20_000

/** A sample cup on a temporary database, halfway through its third evening; it plays on until somebody signs in. */
const dataDir = await mkdtemp(join(tmpdir(), 'cup-demo-'))
let stop = async () => {}
process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }))
stopOnSignals(() => stop(), ['SIGINT', 'SIGTERM', 'SIGHUP'])

const account = { email: 'organiser@cup.demo', password: randomBytes(6).toString('base64url') }
const tenPastTen = lateOnFriday(new Date())
const clock = storyClock(beginningOf(tenPastTen))
const { config, cup } = await start().catch(failStart)
stop = cup.stop
// An organiser without a session: a session means that a person has signed in, which stops the automatic play.
const organiser: Organiser = { kind: 'organiser', email: account.email, sessionId: '' }
const story = createStory(cup.app, clock, organiser)
await story.tell(tenPastTen)

for (const line of addressLines('The demo cup', cup, config)) console.log(line)
console.log(`Sign in on ${cup.url}/login`)
console.log(`  email     ${account.email}`)
console.log(`  password  ${account.password}`)
console.log('It is Friday, ten past ten: a result comes every 20 seconds until you sign in.')
console.log('Everything in it is invented, and gone when you stop it (Ctrl-C).')
const playing = setInterval(playOn, resultEveryMs)

async function start() {
  const config = readConfig({
    ...process.env,
    DATA_DIR: dataDir,
    DATABASE_URL: undefined,
    ADMIN_EMAIL: account.email,
    ADMIN_PASSWORD: account.password,
  })
  return { config, cup: await startCup({ config, clock }) }
}

async function playOn() {
  if ((await cup.app.sessions(organiser)).length > 0) {
    clearInterval(playing)
    return console.log('You are signed in: from here on the night is yours.')
  }
  const champions = await story.playOn()
  if (!champions) return
  clearInterval(playing)
  const again =
    'stop the demo (Ctrl-C) and start it again with npm run demo, or sign in and begin the next edition.'
  await story.run('settings', {
    announcement: `The champions are ${champions}. For another evening, ${again}`,
  })
  console.log(`The champions are ${champions}. For another evening, ${again}`)
}
