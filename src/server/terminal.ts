import { networkInterfaces } from 'node:os'
import type { Credentials } from './accounts/organisers.ts'
import { type Config, ConfigProblem } from './config.ts'
import { logProblem } from './log.ts'
import { nearbySite } from './nearby-site.ts'
import { type Storage, StorageProblem } from './storage/storage.ts'

type Started = {
  readonly url: string
  readonly port: number
  readonly storage: Pick<Storage, 'name'>
  readonly firstOrganiser: Credentials | undefined
}

export function greeting(cup: Started, config: Config): string {
  const { databaseUrl, dataDir } = config
  return [
    ...addressLines('The Cup', cup, config),
    `Organisers sign in on ${config.origin ?? cup.url}/login`,
    `Storage: ${cup.storage.name}${databaseUrl ? '' : ` in ${dataDir}`}`,
    ...accountLines(cup.firstOrganiser),
  ].join('\n')
}

function accountLines(account: Credentials | undefined): string[] {
  if (!account) return []
  const { email, password } = account
  return [
    '',
    'Your organiser account, shown this once:',
    `  email     ${email}`,
    `  password  ${password}`,
    '',
  ]
}

/** The local address, and the one for phones in the same network or for the public. */
export function addressLines(
  name: string,
  { url, port }: Pick<Started, 'url' | 'port'>,
  { origin, host }: Config,
): string[] {
  const nearby = nearbySite({ interfaces: networkInterfaces(), host, port })
  return [
    `${name} is on ${url}${origin ? `, for visitors on ${origin}` : ''}`,
    ...(nearby && !origin ? [`Phones in the same network: ${nearby}`] : []),
  ]
}

/** The launcher passes on a signal that the terminal or systemd also sends us: two within this time count as one. */
const duplicateSignalMs = 500
const longestStopMs = 4_500

/** Graceful shutdown on the first signal, forced by a second one or after `longestStopMs`. */
export function stopOnSignals(
  stop: () => Promise<void>,
  signals: readonly NodeJS.Signals[] = ['SIGTERM', 'SIGINT'],
): void {
  let askedAt: number | undefined
  for (const signal of signals) {
    process.on(signal, () => {
      const now = performance.now()
      if (askedAt !== undefined) return now - askedAt > duplicateSignalMs ? process.exit(1) : undefined
      askedAt = now
      setTimeout(() => process.exit(1), longestStopMs).unref()
      stop().then(
        () => process.exit(0),
        (error: unknown) => {
          logProblem('The cup did not stop cleanly.', error)
          process.exit(1)
        },
      )
    })
  }
  // One failing request must not stop the cup: every change is a transaction.
  process.on('uncaughtException', (error) => logProblem('Unexpected:', error))
  process.on('unhandledRejection', (error) => logProblem('Unexpected:', error))
}

/** Ends the process after a failed start. */
export function failStart(error: unknown): never {
  const sentence = explain(error)
  if (sentence) console.error(sentence)
  else logProblem('The cup could not start.', error)
  process.exit(1)
}

/** A failed start as one line that an operator can act on; undefined for a bug. */
function explain(error: unknown): string | undefined {
  if (error instanceof ConfigProblem || error instanceof StorageProblem) return error.message
  const { code, port, address } = error as NodeJS.ErrnoException & { port?: number; address?: string }
  if (code === 'EADDRINUSE')
    return `PORT ${port} is taken by another program. Choose another one, or stop that program.`
  if (code === 'EACCES') return `PORT ${port} needs more rights than this user has. Choose one above 1023.`
  if (code && ['EADDRNOTAVAIL', 'ENOTFOUND', 'EINVAL', 'EAI_AGAIN'].includes(code))
    return `HOST ${address ?? process.env.HOST} is no address of this machine.`
  if (code === 'ERR_MODULE_NOT_FOUND') return 'The screens are not built yet. Run: npm start'
  return undefined
}
