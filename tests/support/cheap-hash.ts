import { argon2Sync } from 'node:crypto'

/** The cheapest argon2id parameters. They are part of the hash, so that a sign-in is as cheap. */
export function cheapHash(password: string): string {
  const nonce = Buffer.alloc(16)
  const cost = { memory: 8, passes: 1, parallelism: 1 }
  const tag = argon2Sync('argon2id', { ...cost, nonce, message: password, tagLength: 32 })
  const [salt, hash] = [nonce, tag].map((bytes) => bytes.toString('base64').replace(/=+$/, ''))
  return `$argon2id$v=19$m=8,t=1,p=1$${salt}$${hash}`
}
