import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readSync,
  statfsSync,
  statSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { Kysely } from 'kysely'
import { logProblem } from '../log.ts'
import { migrate, migrationsFor } from './migrations.ts'
import { nodeSqliteDialect } from './node-sqlite.ts'
import type { Tables } from './schema.ts'
import { NoCupThere, type Storage, StorageProblem } from './storage.ts'
import { canWrite, isHealthy } from './storage-health.ts'

const migrations = migrationsFor({ json: 'json text', instant: 'instant text' })

/** How long a write waits for another process's lock. */
const longestWaitMs = 5_000
const tryAgainMs = 50
/** SQLite's own waiting blocks the event loop, so it is short: `createWriter` retries instead. */
const busyTimeoutMs = 20

/** Opens the database file or creates it. A file that cannot be used is left untouched. */
export async function openSqlite(file: string, { mustExist = false } = {}): Promise<Storage> {
  if (existsSync(file) && !isThere(file) && heldCup(file)) throw emptied(file)
  if (mustExist && !isThere(file)) {
    throw new NoCupThere(
      `There is no cup at ${resolve(file)} that this user may read: set DATA_DIR to the folder of yours, or begin one with npm start.`,
    )
  }
  inspect(file)
  const database = open(file)
  const db = await migrated(database)
  database.exec(`pragma busy_timeout = ${busyTimeoutMs}`)
  return storageOn(db, {
    reader: openReader(file),
    place: resolve(file),
    checkPlace: createPlaceCheck(file),
  })
}

/** An in-memory database, for a dry run. */
export async function openMemory(): Promise<Storage> {
  const db = await migrated(new DatabaseSync(':memory:', { enableForeignKeyConstraints: true }))
  return storageOn(db, { place: 'memory', checkPlace: () => {} })
}

/**
 * A second, read-only connection for snapshots: with write-ahead logging it can hold a read transaction open during a backup
 * while the first one commits. Plain reads use the first: here they would queue behind a backup.
 */
function openReader(file: string): DatabaseSync {
  const reader = new DatabaseSync(file, { readOnly: true, timeout: busyTimeoutMs })
  defineLower(reader)
  return reader
}

const kyselyOn = (database: DatabaseSync) => new Kysely<Tables>({ dialect: nodeSqliteDialect(database) })

type Place = {
  readonly reader?: DatabaseSync
  readonly place: string
  readonly checkPlace: () => void
}

async function migrated(database: DatabaseSync): Promise<Kysely<Tables>> {
  const db = kyselyOn(database)
  try {
    await migrate(db, migrations)
    return db
  } catch (error) {
    database.close()
    throw error
  }
}

function storageOn(db: Kysely<Tables>, { reader, place, checkPlace }: Place): Storage {
  const snapshots = reader ? kyselyOn(reader) : db
  const read: Storage['read'] = async (ask) => {
    checkPlace()
    return ask(db)
  }
  const write = createWriter(db, checkPlace)
  return {
    name: 'SQLite',
    place,
    read,
    async snapshot(ask) {
      checkPlace()
      return snapshots.transaction().setAccessMode('read only').execute(ask)
    },
    transaction: write,
    listen: () => () => {},
    isHealthy: async () => (await isHealthy(read)) && (!reader || hasRoom(place)),
    canWrite: () => canWrite(write),
    async close() {
      // The writer last: only it can checkpoint the log into the file and delete it.
      if (reader?.isOpen) reader.close()
      await db.destroy()
    },
  }
}

/** Queue of write transactions. While another process holds the lock, the first retries with pauses, so that reads are served. */
function createWriter(db: Kysely<Tables>, checkPlace: () => void): Storage['transaction'] {
  let turn: Promise<unknown> = Promise.resolve()
  return (run) => {
    const giveUpAt = performance.now() + longestWaitMs
    const written = turn.then(async () => {
      for (;;) {
        checkPlace()
        let hasBegun = false
        try {
          return await db.transaction().execute((begun) => {
            hasBegun = true
            return run(begun)
          })
        } catch (error) {
          if (hasBegun || !isBusy(error) || performance.now() >= giveUpAt) throw error
        }
        await pause(tryAgainMs)
      }
    })
    turn = written.catch(() => {})
    return written
  }
}

function isBusy(error: unknown): boolean {
  const busy = 5
  return resultCode(error) === busy
}

/** The primary result code, without SQLite's extended bits. */
function resultCode(error: unknown): number {
  return ((error as { errcode?: number }).errcode ?? 0) & 0xff
}

/**
 * A process can still use a deleted or replaced file, but what it writes is lost. The returned check, made before each use,
 * compares inodes and logs a loss once.
 */
function createPlaceCheck(file: string): () => void {
  const files = [file, `${file}-wal`].filter((path) => existsSync(path))
  const identityOf = (path: string) => {
    const found = statSync(path, { throwIfNoEntry: false })
    return found && `${found.dev} ${found.ino}`
  }
  const opened = files.map(identityOf)
  let isLogged = false

  return function checkPlace() {
    if (files.every((path, index) => identityOf(path) === opened[index])) {
      isLogged = false
      return
    }
    const problem = new StorageProblem(
      `The database ${file} was deleted or replaced while the cup runs, so nothing is kept any more: put it back, or stop the cup and bring back a backup.`,
    )
    if (!isLogged) logProblem('The cup takes no changes.', problem)
    isLogged = true
    throw problem
  }
}

const smallestFreeBytes = 1024 * 1024

/** Detects an almost full disk before a change fails. */
function hasRoom(file: string): boolean {
  const { bavail, bsize } = statfsSync(dirname(file))
  return bavail * bsize >= smallestFreeBytes
}

function isThere(file: string): boolean {
  return existsSync(file) && statSync(file).size > 0
}

/** A killed first start leaves an empty file; a log or backups next to it show that it held a cup. */
function heldCup(file: string): boolean {
  return isThere(`${file}-wal`) || existsSync(join(dirname(file), 'backups'))
}

/** Checks an existing file without writing anything, not even the -wal and -shm files. */
function inspect(file: string): void {
  if (!isThere(file)) return
  const location = pathToFileURL(file)
  if (!existsSync(`${file}-wal`)) location.searchParams.set('immutable', '1')
  let database: DatabaseSync | undefined
  try {
    // SQLite would treat a one-byte file as a new database.
    if (firstBytes(file) !== 'SQLite format 3\0') throw damaged(file)
    database = new DatabaseSync(location, { readOnly: true })
    checkTables(database, file)
  } catch (error) {
    throw problemWith(file, error)
  } finally {
    database?.close()
  }
}

function firstBytes(file: string): string {
  const descriptor = openSync(file, 'r')
  try {
    const bytes = Buffer.alloc(16)
    readSync(descriptor, bytes)
    return bytes.toString('latin1')
  } finally {
    closeSync(descriptor)
  }
}

function checkTables(database: DatabaseSync, file: string): void {
  if (database.prepare('pragma quick_check(1)').get()?.quick_check !== 'ok') throw damaged(file)
  const tables = database.prepare("select name from sqlite_master where type = 'table'").all()
  if (tables.length === 0) return
  if (!tables.some(({ name }) => name === 'kysely_migration'))
    throw new StorageProblem(`The database ${file} is not one of The Cup: choose another DATA_DIR.`)
  const done = database.prepare('select name from kysely_migration').all()
  if (done.every(({ name }) => String(name) in migrations)) return
  throw new StorageProblem(
    `The database ${file} was written by a newer version of The Cup: start that version, or restore a backup of this one.`,
  )
}

function open(file: string): DatabaseSync {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    const database = new DatabaseSync(file, { enableForeignKeyConstraints: true, timeout: longestWaitMs })
    keepPrivate(file)
    defineLower(database)
    makeDurable(database, file)
    return database
  } catch (error) {
    throw problemWith(file, error)
  }
}

/** SQLite's own lower() knows ASCII only. */
function defineLower(database: DatabaseSync): void {
  database.function('lower', { deterministic: true }, (text) => String(text ?? '').toLowerCase())
}

/** Owner only, because of phone numbers and accounts. SQLite creates -wal and -shm with the mode of the database. */
function keepPrivate(file: string): void {
  for (const path of [file, `${file}-wal`, `${file}-shm`].filter((one) => existsSync(one))) {
    try {
      chmodSync(path, 0o600)
    } catch {
      // The file belongs to another user, but is writable.
    }
  }
}

/** Committed writes must survive a power cut: needs WAL and full synchronisation. */
function makeDurable(database: DatabaseSync, file: string): void {
  // secure_delete overwrites deleted phone numbers in the file.
  database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma secure_delete = on')
  const journalMode = database.prepare('pragma journal_mode').get()?.journal_mode
  const synchronous = database.prepare('pragma synchronous').get()?.synchronous
  if (journalMode === 'wal' && synchronous === 2) return
  database.close()
  throw new StorageProblem(
    `${file} lies on a disk that cannot keep a write-ahead log; put DATA_DIR on a local disk.`,
  )
}

function problemWith(file: string, error: unknown): StorageProblem {
  if (error instanceof StorageProblem) return error
  const code = resultCode(error)
  const [corrupt, notADatabase] = [11, 26]
  if (code === corrupt || code === notADatabase) return damaged(file)
  const why = error instanceof Error ? error.message : String(error)
  return new StorageProblem(
    `The database ${file} cannot be opened (${why}): check that this user may read and write it.`,
    { cause: error },
  )
}

function emptied(file: string): StorageProblem {
  return new StorageProblem(
    `The database ${file} is empty, so whatever was in it is gone: delete it to begin a new cup, then bring back a backup if you have one.`,
  )
}

function damaged(file: string): StorageProblem {
  return new StorageProblem(
    `The database ${file} is damaged: move it away and bring back a backup with npm run restore -- FILE.`,
  )
}
