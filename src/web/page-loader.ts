import { data, type LoaderFunctionArgs } from 'react-router'
import type { CupView } from '../domain/cup.ts'
import { messages } from '../domain/messages.ts'
import { defaultSettings } from '../domain/settings/settings.ts'
import { failureText } from '../domain/text.ts'
import { type RequestParts, requestParts } from './app-context.ts'
import { type SignedIn, signedIn } from './guard.ts'
import { type Page, type PageName, type Parts, pages } from './pages.ts'

/** Arguments of a page's own `load`; on organisers' pages `parts` has the organiser. */
type Asked<Name extends PageName> = Pick<LoaderFunctionArgs, 'url' | 'params'> & {
  readonly view: CupView
  readonly parts: (typeof pages)[Name]['openTo'] extends 'organiser' ? SignedIn : RequestParts
}

/** Fallback data for `standsIn`: of epoch 0, so that any event of the stream replaces it. */
const freshCup: CupView = {
  epoch: 0,
  revision: 0,
  settings: defaultSettings,
  entries: [],
  editions: [],
  pastDraws: [],
  drawStatus: 'none',
}

/**
 * A page's loader: the parts of the view that its entry in the table names, and what `load` adds or narrows. A failure becomes the page's
 * own sentence, with status 503. `load` runs after the view is read, so that a change in between arrives on the stream.
 */
export function pageLoader<Name extends PageName, Own extends object = object>(
  name: Name,
  load?: (asked: Asked<Name>) => Promise<Own> | Own,
  respond?: (loaded: Parts<Name> & Own) => ResponseInit,
) {
  const { openTo, failed = messages.loadFailed, standsIn }: Page = pages[name]

  return async ({ context, url, params }: LoaderFunctionArgs) => {
    const parts = openTo === 'organiser' ? signedIn(context) : context.get(requestParts)
    const loadFrom = async (view: CupView) => {
      const own = await load?.({ parts, view, url, params } as Asked<Name>)
      const signedInUntil = openTo === 'organiser' && parts.organiser?.until
      return { ...partsOf(name, view), ...own, ...(signedInUntil && { signedInUntil }) } as Parts<Name> & Own
    }
    try {
      const loaded = await loadFrom(await parts.app.publicView())
      return data(loaded, respond?.(loaded))
    } catch (failure) {
      if (failure instanceof Response) throw failure
      logFailure(failure)
      const error = isTimeout(failure) ? messages.loadTimeout : failed
      return data({ ...(standsIn && (await loadFrom(freshCup))), error }, 503)
    }
  }
}

function partsOf<Name extends PageName>(name: Name, view: CupView): Parts<Name> {
  const { needs = [] }: Page = pages[name]
  const { epoch, revision, draw, drawStatus, ...rest } = view
  const lists = Object.entries(rest).filter(([part]) => needs.some((need) => need === part))
  const drawn = needs.includes('draw') && { drawStatus, ...(draw && { draw }) }
  return { epoch, revision, ...Object.fromEntries(lists), ...drawn } as Parts<Name>
}

/** The screens import only types from the server, so not its log. */
export function logFailure(error: unknown): void {
  console.error(failureText(error))
}

/** By name: the server and the screens are two module graphs with a LoadTimeout class each. */
export function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === 'LoadTimeout'
}

/** For optional data: logs a failure, and resolves to undefined. */
export function orNothing<Value>(asked: Promise<Value>): Promise<Value | undefined> {
  return asked.catch((error: unknown) => {
    logFailure(error)
    return undefined
  })
}
