import { type LoaderFunctionArgs, redirect } from 'react-router'
import { isLoopback } from '../../domain/loopback.ts'
import { backupSaid } from '../../domain/organiser-messages.ts'
import { revisionOf } from '../../domain/text.ts'
import { type Organiser, type RequestParts, requestParts } from '../app-context.ts'
import { paths } from '../paths.ts'

export type SignedIn = RequestParts & { readonly organiser: Organiser }

/** The parts of a request the guard let through: somebody is signed in. */
export function signedIn(context: LoaderFunctionArgs['context']): SignedIn {
  const parts = context.get(requestParts)
  if (!parts.organiser) throw redirect(paths.login)
  return { ...parts, organiser: parts.organiser }
}

/** Where other devices find the cup: not by the name by which a machine calls itself. */
export function siteOf({ origin, nearby }: SignedIn, opened: string): string {
  return origin ?? (isLoopback(opened) ? nearby() : undefined) ?? opened
}

/** What a redirect after a post came to say: the words of that line of the journal. */
export async function doneLine({ app, organiser }: SignedIn, url: URL) {
  const same = url.searchParams.get('same')
  if (same !== null) {
    const words = same === 'backup' ? backupSaid.made : 'It was already like that: nothing had to be changed.'
    return { words, revision: 0, canTakeBack: false }
  }
  const revision = revisionOf(url.searchParams.get('done'))
  if (revision === undefined) return undefined
  const line = await app.journalLine(organiser, revision).catch(() => undefined)
  return line && { words: line.message || line.words, revision, canTakeBack: line.canTakeBack }
}
