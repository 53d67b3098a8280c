import { data, redirect, redirectDocument } from 'react-router'
import { backupSaid, messages, takeBackFailed } from '../../domain/messages.ts'
import { type Organiser, type RequestParts, requestParts } from '../app-context.ts'
import { paths } from '../paths.ts'
import { type Answer, answer, refuse } from './answer.ts'

type Context = { get(key: typeof requestParts): RequestParts }

export type SignedIn = RequestParts & { readonly organiser: Organiser }

/** The parts of a request the guard let through: somebody is signed in. */
export function signedIn(context: Context): SignedIn {
  const parts = context.get(requestParts)
  if (!parts.organiser) throw redirect(paths.login)
  return { ...parts, organiser: parts.organiser }
}

export async function logout(parts: RequestParts) {
  try {
    if (parts.token) await parts.app.signOut(parts.token)
  } catch {
    return data<Answer>(
      { ok: false, reason: 'failed', error: messages.logoutFailed, details: [], fields: [] },
      500,
    )
  }
  // As a page of its own: nothing that only an organiser may read stays behind in the tab.
  throw redirectDocument(paths.home, { status: 303, headers: { 'set-cookie': parts.clearedCookie() } })
}

/** What a redirect after a post came to say: the words of that line of the journal. */
export async function doneLine({ app, organiser }: SignedIn, url: URL) {
  const same = url.searchParams.get('same')
  if (same !== null) {
    const words =
      same === 'backup' ? backupSaid.made : 'That is how it was already: nothing had to be changed.'
    return { words, revision: 0, canTakeBack: false }
  }
  const revision = revisionOf(url.searchParams.get('done'))
  if (revision === undefined) return undefined
  const line = await app.journalLine(organiser, revision).catch(() => undefined)
  return line && { words: line.message, revision, canTakeBack: line.canTakeBack }
}

export function takeBack(parts: SignedIn, form: FormData, back: string) {
  const revision = revisionOf(textOf(form, 'revision'))
  if (revision === undefined) return refuse('cannot-take-back', form)
  const target = { revision, ...tapOf(form) }
  return answer({
    parts,
    back,
    form,
    failure: takeBackFailed,
    command: () => parts.app.takeBack(target, parts.organiser),
  })
}

/** What any tap may carry: the revision its screen showed, a confirmation, and its own token. */
export function tapOf(form: FormData) {
  const seen = revisionOf(textOf(form, 'seen'))
  const asked = revisionOf(textOf(form, 'asked'))
  const requestId = textOf(form, 'requestId').slice(0, 64)
  return {
    ...(seen !== undefined && { seen }),
    ...(asked !== undefined && { asked }),
    ...(requestId && { requestId }),
    confirm: form.get('confirm') === 'yes',
  }
}

/** A revision as an address or a form carries it; undefined for anything that cannot be one. */
export function revisionOf(text: string | null): number | undefined {
  return text && /^\d{1,15}$/.test(text) ? Number(text) : undefined
}

export function textOf(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value.trim() : ''
}
