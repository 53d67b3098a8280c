import type { CompiledQuery, DatabaseConnection } from 'kysely'
import type { Db } from './storage.ts'

class Placeholder {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

const connections = new WeakMap<Db, DatabaseConnection>()

/**
 * Runs a transaction with its connection at hand. Prepared queries then go out the moment they are asked, in that order,
 * without Kysely's layers: on PostgreSQL several asked together travel together. Whatever comes after the end of the
 * transaction finds no connection here, and is refused by Kysely.
 */
export async function withConnection<Value>(db: Db, run: (db: Db) => Promise<Value>): Promise<Value> {
  connections.set(db, await db.getExecutor().provideConnection(async (connection) => connection))
  try {
    return await run(db)
  } finally {
    connections.delete(db)
  }
}

/**
 * A query that is compiled once and afterwards only gets new values: building one with Kysely
 * costs more than running it, and a tapped winner needs half a dozen.
 */
export function prepared<Params extends object, Row>(
  build: (db: Db, params: Params) => { compile(): CompiledQuery<Row> },
): (db: Db, params: Params) => Promise<Row[]> {
  const queries = new WeakMap<object, CompiledQuery<Row>>()

  function queryFor(db: Db): CompiledQuery<Row> {
    const engine = db.getExecutor().adapter
    const known = queries.get(engine)
    if (known) return known
    const placeholders = new Proxy({}, { get: (_, name) => new Placeholder(String(name)) }) as Params
    const query = build(db, placeholders).compile()
    queries.set(engine, query)
    return query
  }

  return async (db, params) => {
    const query = queryFor(db)
    const values = query.parameters.map((parameter) =>
      parameter instanceof Placeholder ? params[parameter.name as keyof Params] : parameter,
    )
    const filled = { ...query, parameters: values }
    const { rows } = await (connections.get(db) ?? db).executeQuery<Row>(filled)
    return rows
  }
}
