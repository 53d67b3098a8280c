import { fstatSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import type { Outcome } from '../src/domain/outcome.ts'
import { refusals } from '../src/domain/refusals.ts'
import { addOrganiser, removeOrganiser, setPassword } from '../src/server/accounts/organisers.ts'
import { makePassword } from '../src/server/accounts/passwords.ts'
import { theTerminal } from '../src/server/actors.ts'
import { systemClock } from '../src/server/clock.ts'
import type { Changed, ChangeParts } from '../src/server/commands/change.ts'
import { type Config, readConfig } from '../src/server/config.ts'
import { listAdmins } from '../src/server/storage/account-rows.ts'
import { openStorage } from '../src/server/storage/open-storage.ts'
import { NoCupThere, type Storage } from '../src/server/storage/storage.ts'

const usage = `npm run admin -- add EMAIL        make somebody an organiser
npm run admin -- password EMAIL   give an organiser a new password
npm run admin -- remove EMAIL     take it away again
npm run admin -- list             who the organisers are

The password is asked for, or read from standard input; when nothing is given, a random one is made and printed.`

const [command = '', email = ''] = process.argv.slice(2)
const needsEmail = ['add', 'password', 'remove'].includes(command)

if ((!needsEmail && command !== 'list') || (needsEmail && !email)) {
  console.error(usage)
  process.exit(1)
}

try {
  const storage = await open(readConfig(process.env))
  try {
    await run({ storage, clock: systemClock })
  } finally {
    await storage.close()
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

/** `add` may create the database, before the first start; other commands need an existing one. */
async function open(config: Config): Promise<Storage> {
  try {
    return await openStorage(config, { mustExist: true })
  } catch (error) {
    if (command !== 'add' || !(error instanceof NoCupThere)) throw error
    const storage = await openStorage(config)
    console.log(`There was no cup yet: a new one was begun in ${storage.name} at ${storage.place}`)
    return storage
  }
}

async function run(parts: ChangeParts): Promise<void> {
  if (command === 'list') {
    for (const admin of await parts.storage.read(listAdmins)) {
      console.log(`${admin.email}  since ${admin.createdAt.slice(0, 10)}`)
    }
    return
  }
  if (command === 'remove') return tell(await removeOrganiser(parts, email, { who: theTerminal }))

  const given = await askPassword()
  const password = given || makePassword()
  const outcome =
    command === 'add'
      ? await addOrganiser(parts, { email, password }, { who: theTerminal })
      : await setPassword(parts, { email, password }, { who: theTerminal })
  tell(outcome)
  if (outcome.ok && !given) console.log(`The password is ${password}`)
}

function tell(outcome: Outcome<Changed>): void {
  if (outcome.ok) {
    console.log(outcome.value.message)
    return
  }
  console.error(refusals[outcome.reason].sentence)
  process.exitCode = 1
}

async function askPassword(): Promise<string> {
  if (process.stdin.isTTY) return askWithoutEcho('Password (empty for a random one): ')
  const input = fstatSync(0)
  // Standard input is not connected, as in a cron job.
  if (!input.isFIFO() && !input.isFile() && !input.isSocket()) return ''
  const lines = createInterface({ input: process.stdin })
  for await (const line of lines) return line
  return ''
}

async function askWithoutEcho(question: string): Promise<string> {
  process.stdout.write(question)
  process.stdin.setRawMode(true).setEncoding('utf8')
  let typed = ''
  try {
    for await (const keys of process.stdin) {
      for (const key of String(keys)) {
        if (key === '\r' || key === '\n') return typed
        if (key === '\u0003') process.exit(130)
        typed = key === '\u007f' || key === '\b' ? typed.slice(0, -1) : typed + key
      }
    }
    return typed
  } finally {
    process.stdin.setRawMode(false)
    process.stdout.write('\n')
  }
}
