import { isIP } from 'node:net'
import { isPasswordTooShort, shortestPassword, textLimits } from '../domain/tidy-text.ts'

/** The environment, parsed once. */
export type Config = {
  /** 0 for any free port. */
  readonly port: number
  /** Undefined for all interfaces. */
  readonly host: string | undefined
  readonly dataDir: string
  readonly databaseUrl: string | undefined
  readonly admin: { readonly email: string; readonly password: string } | undefined
  /** The public address, for cookies and same-origin checks; by default the request's Host header. */
  readonly origin: string | undefined
  /** Number of reverse proxies whose X-Forwarded headers are trusted. */
  readonly trustProxy: number
}

/** The message is one line that names the variable. */
export class ConfigProblem extends Error {
  override name = 'ConfigProblem'
}

export function isEmail(text: string): boolean {
  return text.length <= textLimits.email && /^[^\s@<>]+@[^\s@<>]+$/.test(text)
}

export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  // Compose files and shells leave unset variables empty.
  const read = (name: string) => environment[name]?.trim() || undefined
  return {
    port: readPort(read('PORT')),
    host: readHost(read('HOST')),
    dataDir: read('DATA_DIR') ?? './data',
    databaseUrl: readDatabaseUrl(read('DATABASE_URL')),
    admin: readAdmin(read('ADMIN_EMAIL'), environment.ADMIN_PASSWORD || undefined),
    origin: readOrigin(read('ORIGIN')),
    trustProxy: readTrustProxy(read('TRUST_PROXY')),
  }
}

function readPort(value: string | undefined): number {
  if (value === undefined) return 3000
  const port = Number(value)
  if (!/^\d{1,5}$/.test(value) || port > 65_535) {
    throw new ConfigProblem(`PORT must be a whole number from 0 to 65535, not "${value}".`)
  }
  return port
}

function readHost(value: string | undefined): string | undefined {
  if (value === undefined || isIP(value) || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(value)) return value
  throw new ConfigProblem(`HOST must be an address or a host name to listen on, not "${value}".`)
}

// Error messages never repeat a secret: the terminal may be on a projector.
function readDatabaseUrl(value: string | undefined): string | undefined {
  if (value === undefined) return undefined
  const url = URL.parse(value)
  if (url?.protocol === 'postgres:' || url?.protocol === 'postgresql:') return value
  throw new ConfigProblem('DATABASE_URL must look like postgres://user:password@host:5432/database.')
}

function readAdmin(email: string | undefined, password: string | undefined): Config['admin'] {
  if (email === undefined && password === undefined) return undefined
  if (email === undefined) throw new ConfigProblem('ADMIN_EMAIL must be set when ADMIN_PASSWORD is.')
  if (!isEmail(email)) throw new ConfigProblem(`ADMIN_EMAIL must be an email address, not "${email}".`)
  if (password === undefined) throw new ConfigProblem('ADMIN_PASSWORD must be set when ADMIN_EMAIL is.')
  const longest = textLimits.password
  if (isPasswordTooShort(password) || password.length > longest) {
    throw new ConfigProblem(`ADMIN_PASSWORD must have ${shortestPassword} to ${longest} characters.`)
  }
  return { email: email.toLowerCase(), password }
}

function readOrigin(value: string | undefined): string | undefined {
  if (value === undefined) return undefined
  const url = URL.parse(value)
  const isOrigin = url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`
  if (!isOrigin) throw new ConfigProblem(`ORIGIN must look like https://cup.example.org, not "${value}".`)
  return url.origin
}

function readTrustProxy(value: string | undefined): number {
  if (value === undefined || /^(0|false|no|off)$/i.test(value)) return 0
  if (/^(true|yes|on)$/i.test(value)) return 1
  if (/^[1-9]$/.test(value)) return Number(value)
  throw new ConfigProblem(
    `TRUST_PROXY must be true, false or the number of proxies (1 to 9), not "${value}".`,
  )
}
