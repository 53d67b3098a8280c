import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FormAction } from '../src/domain/actions.ts'
import type { Answer, Success } from '../src/domain/answer.ts'
import { queueOf } from '../src/domain/draw/tables.ts'
import { startCup } from '../src/main.ts'
import type { App } from '../src/server/app.ts'
import { readConfig } from '../src/server/config.ts'
import { addressLines, explain, stopOnSignals } from '../src/server/terminal.ts'
import { formOf } from './form-of.ts'
import { sampleHistory, sampleTeams } from './sample-cup.ts'

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

/** Through the app's own actions, so that the result is a state of a real night. */
async function playHalfANight(app: App) {
  const from = { address: '127.0.0.1', device: 'the demo' }
  const { session } = succeed(await app.run('login', formOf(account), { kind: 'visitor' }, from))
  const organiser = await app.organiserOf(session?.token)
  if (!organiser) throw new Error('The demo could not sign in.')
  const run = async (name: FormAction, fields: Parameters<typeof formOf>[0] = {}) =>
    succeed(await app.run(name, formOf(fields), organiser))

  const settings = {
    registration: 'open',
    organiserTools: 'on',
    byes: 'at-once',
    editionTheme: 'Centre Court',
  }
  await run('settings', settings)
  await run('editions', sampleHistory)
  for (const team of sampleTeams) await run('register', team)
  const { entries } = await app.publicView()
  await run('approve', { teamId: entries.map(({ id }) => id) })
  await run('generate')

  const matchesToPlay = sampleTeams.length - 1
  for (let played = 0; played < matchesToPlay / 2; played++) {
    const [next] = await queue(app)
    if (!next) break
    // Mostly the upper team, every third time the lower.
    await run('set-winner', { matchId: next.id, side: played % 3 === 1 ? 2 : 1 })
  }
  for (let table = 1; table <= 3; table++) await run('call')
}

async function queue(app: App) {
  const { draw } = await app.publicView()
  return draw ? queueOf(draw) : []
}

function succeed(answer: Answer): Success {
  if (!answer.ok) throw new Error(`The demo was refused: ${answer.error} ${answer.details.join(', ')}`)
  return answer
}
