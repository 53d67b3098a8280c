import { describe, expect, test } from 'vitest'
import { ConfigProblem, readConfig } from './config.ts'

describe('the environment', () => {
  test('may say nothing at all', () => {
    expect(readConfig({})).toEqual({
      port: 3000,
      host: undefined,
      dataDir: './data',
      databaseUrl: undefined,
      admin: undefined,
      origin: undefined,
      trustProxy: 0,
    })
  })

  test('is read whole', () => {
    expect(
      readConfig({
        PORT: '8080',
        HOST: '127.0.0.1',
        DATA_DIR: '/srv/cup',
        DATABASE_URL: 'postgres://cup@db:5432/cup',
        ADMIN_EMAIL: 'Ann@Club.org',
        ADMIN_PASSWORD: ' with spaces ',
        ORIGIN: 'https://cup.example.org/',
        TRUST_PROXY: '2',
      }),
    ).toEqual({
      port: 8080,
      host: '127.0.0.1',
      dataDir: '/srv/cup',
      databaseUrl: 'postgres://cup@db:5432/cup',
      admin: { email: 'ann@club.org', password: ' with spaces ' },
      origin: 'https://cup.example.org',
      trustProxy: 2,
    })
  })

  test('an empty variable counts as not set', () => {
    expect(readConfig({ PORT: '', ORIGIN: ' ', ADMIN_EMAIL: '', ADMIN_PASSWORD: '' })).toEqual(readConfig({}))
  })

  const bad: readonly [name: string, environment: Record<string, string>][] = [
    ['PORT', { PORT: 'eighty' }],
    ['PORT', { PORT: '-1' }],
    ['PORT', { PORT: '65536' }],
    ['PORT', { PORT: '3000.5' }],
    ['HOST', { HOST: 'http://localhost' }],
    ['DATABASE_URL', { DATABASE_URL: 'mysql://root:secret@db/cup' }],
    ['ADMIN_EMAIL', { ADMIN_EMAIL: 'ann', ADMIN_PASSWORD: 'long enough' }],
    ['ADMIN_EMAIL', { ADMIN_PASSWORD: 'long enough' }],
    ['ADMIN_PASSWORD', { ADMIN_EMAIL: 'ann@club.org' }],
    ['ADMIN_PASSWORD', { ADMIN_EMAIL: 'ann@club.org', ADMIN_PASSWORD: 'short' }],
    ['ORIGIN', { ORIGIN: 'cup.example.org' }],
    ['ORIGIN', { ORIGIN: 'https://cup.example.org/cup' }],
    ['ORIGIN', { ORIGIN: 'ftp://cup.example.org' }],
    ['TRUST_PROXY', { TRUST_PROXY: 'perhaps' }],
  ]
  test.each(bad)('a bad %s is named in one line: %j', (name, environment) => {
    const problem = problemOf(environment)
    expect(problem).toBeInstanceOf(ConfigProblem)
    expect(problem?.message).toMatch(new RegExp(`^${name} .*\\.$`))
  })

  test('never has its secrets repeated', () => {
    expect(problemOf({ DATABASE_URL: 'mysql://root:hunter22@db/cup' })?.message).not.toContain('hunter22')
    expect(problemOf({ ADMIN_EMAIL: 'a@b.c', ADMIN_PASSWORD: 'hunter2' })?.message).not.toContain('hunter2')
  })
})

function problemOf(environment: Record<string, string>): Error | undefined {
  try {
    readConfig(environment)
    return undefined
  } catch (error) {
    return error as Error
  }
}
