/**
 * Keeps what was used last: at least `most / 2` entries, never more than `most`. Two halves take turns, because finding the
 * single oldest entry of a Map gets slow just when somebody floods it.
 */
export type BoundedMap<Value> = {
  get(key: string): Value | undefined
  set(key: string, value: Value): void
  delete(key: string): void
}

export function createBoundedMap<Value>(most: number): BoundedMap<Value> {
  let recent = new Map<string, Value>()
  let older = new Map<string, Value>()

  function set(key: string, value: Value) {
    if (recent.size >= most / 2 && !recent.has(key)) {
      older = recent
      recent = new Map()
    }
    recent.set(key, value)
  }

  return {
    get(key) {
      const value = recent.get(key)
      if (value !== undefined) return value
      const aged = older.get(key)
      if (aged !== undefined) set(key, aged)
      return aged
    },
    set,
    delete(key) {
      recent.delete(key)
      older.delete(key)
    },
  }
}
