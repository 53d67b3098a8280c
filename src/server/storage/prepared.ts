import type { CompiledQuery } from 'kysely'
import type { Db } from './storage.ts'

class Placeholder {
  readonly name: string
  constructor(name: string) {
    this.name = name
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
    const { rows } = await db.executeQuery<Row>({ ...query, parameters: values })
    return rows
  }
}
