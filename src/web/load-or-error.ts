import { data } from 'react-router'
import { messages } from '../domain/messages.ts'
import { logFailure } from './log-failure.ts'

/** What a page shows instead when its data could not be had. */
export type LoadError = { readonly error: string }

/** Loads a page's data; a failure becomes the page's own sentence with status 503, beside what it can show without. */
export async function loadOrError<Value extends object, Rest extends object = object>(
  sentence: string,
  load: () => Promise<Value>,
  rest?: Rest,
) {
  try {
    return await load()
  } catch (error) {
    if (error instanceof Response) throw error
    logFailure(error)
    const words = isTimeout(error) ? messages.loadTimeout : sentence
    return data({ ...(rest as Rest), error: words }, { status: 503 })
  }
}

/** The server and the screens are two module graphs with a LoadTimeout each, so errors go by their names. */
export function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === 'LoadTimeout'
}
