import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { clearAlphabet, randomText } from '../ids.ts'

const derive = promisify(argon2)

// OWASP's minimum for argon2id: 19 MiB, two passes, some 30 ms.
const strength = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }

// Semaphore with a bounded queue: a flood of sign-ins must not take all memory and threads.
const hashesAtOnce = 2
const mostWaiting = 50

/** The hash of a password with its parameters, as a PHC string. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16)
  const { memory, passes, parallelism } = strength
  const tag = await hash(password, { ...strength, nonce })
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(nonce)}$${unpadded(tag)}`
}

/** Also hashes without a stored hash, so that timing does not reveal which emails are accounts. `goesFirst`: jumps the queue. */
export async function isPassword(
  password: string,
  stored: string | undefined,
  { goesFirst = false } = {},
): Promise<boolean> {
  const known = stored === undefined ? undefined : parse(stored)
  if (!known) {
    await hash(password, { ...strength, nonce: randomBytes(16) }, goesFirst)
    return false
  }
  return timingSafeEqual(await hash(password, known.parameters, goesFirst), known.tag)
}

export class TooManySignIns extends Error {
  override name = 'TooManySignIns'
}

let running = 0
const waiting: (() => void)[] = []

async function hash(
  password: string,
  parameters: Omit<Argon2Parameters, 'message'>,
  goesFirst = false,
): Promise<Buffer> {
  if (waiting.length >= mostWaiting && !goesFirst) throw new TooManySignIns()
  if (running < hashesAtOnce) running += 1
  else await new Promise<void>((resolve) => (goesFirst ? waiting.unshift(resolve) : waiting.push(resolve)))
  try {
    return await derive('argon2id', { ...parameters, message: password.normalize('NFC') })
  } finally {
    // Hands its slot to the next in the queue.
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

function parse(stored: string) {
  const [, memory, passes, parallelism, nonce = '', tag = ''] =
    /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(stored) ?? []
  if (!memory) return undefined
  const bytes = Buffer.from(tag, 'base64')
  return {
    tag: bytes,
    parameters: {
      memory: Number(memory),
      passes: Number(passes),
      parallelism: Number(parallelism),
      tagLength: bytes.length,
      nonce: Buffer.from(nonce, 'base64'),
    },
  }
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}

/** Sixteen characters in four groups, some 79 bits. */
export function makePassword(): string {
  return Array.from({ length: 4 }, () => randomText(4, clearAlphabet)).join('-')
}
