import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { queueOf } from '../src/domain/draw/tables.ts'
import type { Outcome } from '../src/domain/outcome.ts'
import { startCup } from '../src/main.ts'
import type { App } from '../src/server/app.ts'
import { readConfig } from '../src/server/config.ts'
import { addressLines, explain, stopOnSignals } from '../src/server/terminal.ts'
import { sampleEditions, sampleTeams } from './sample-cup.ts'

/** A half-played sample cup on a temporary database. */
const dataDir = await mkdtemp(join(tmpdir(), 'cup-demo-'))
let stop = async () => {}
process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }))
stopOnSignals(() => stop(), ['SIGINT', 'SIGTERM', 'SIGHUP'])

const account = { email: 'organiser@cup.demo', password: randomBytes(6).toString('base64url') }
const config = readConfig({
  ...process.env,
  DATA_DIR: dataDir,
  DATABASE_URL: undefined,
  ADMIN_EMAIL: account.email,
  ADMIN_PASSWORD: account.password,
})
const cup = await startCup({ config }).catch((error: unknown) => {
  console.error(explain(error) ?? error)
  process.exit(1)
})
stop = cup.stop
await playHalfANight(cup.app)

for (const line of addressLines('The demo cup', cup, config)) console.log(line)
console.log(`Sign in on ${cup.url}/login`)
console.log(`  email     ${account.email}`)
console.log(`  password  ${account.password}`)
console.log('Everything in it is invented, and gone when you stop it (Ctrl-C).')

/** Through the app's own commands, so that the result is a state of a real night. */
async function playHalfANight(app: App) {
  const { token } = succeed(await app.signIn(account, { address: '127.0.0.1', device: 'the demo' }))
  const organiser = await app.organiserOf(token)
  if (!organiser) throw new Error('The demo could not sign in.')

  succeed(
    await app.changeSettings(
      { registration: 'open', organiserTools: 'on', byes: 'at-once', editionTheme: 'Centre Court' },
      organiser,
    ),
  )
  const { editions } = await app.publicView()
  succeed(await app.changeEditions(sampleEditions(editions), organiser))
  for (const team of sampleTeams) succeed(await app.registerTeam(team))
  const { entries } = await app.publicView()
  succeed(await app.setApproval({ teamIds: entries.map(({ id }) => id), approved: true }, organiser))
  succeed(await app.createDraw(organiser))

  const matchesToPlay = sampleTeams.length - 1
  for (let played = 0; played < matchesToPlay / 2; played++) {
    const [next] = await queue(app)
    if (!next) break
    // Mostly the upper team, every third time the lower.
    succeed(await app.setWinner({ matchId: next.id, side: played % 3 === 1 ? 2 : 1 }, organiser))
  }
  for (let table = 1; table <= 3; table++) succeed(await app.callMatch({}, organiser))
}

async function queue(app: App) {
  const { draw } = await app.publicView()
  return draw ? queueOf(draw) : []
}

function succeed<Value>(outcome: Outcome<Value>): Value {
  if (!outcome.ok) throw new Error(`The demo was refused: ${outcome.reason} ${outcome.details.join(', ')}`)
  return outcome.value
}
