import { journalChoice, journalPageLength } from '../../domain/journal.ts'
import type { App } from '../app.ts'
import type { OrganiserStream } from './organiser-streams.ts'
import { queryOf, sinceOf } from './since-of.ts'

/** The newest lines of the journal that a page chose to see, whenever something has happened: a line may also lose its take-back. */
export function journalStream(app: Pick<App, 'journal' | 'publicView'>): OrganiserStream {
  return (request) => {
    let told = sinceOf(request)
    const filter = { ...journalChoice(queryOf(request)), limit: journalPageLength + 1 }
    return async (organiser) => {
      // Asked for first: what happens while the lines are read is told again, rather than never.
      const { revision } = await app.publicView()
      if (revision === told) return undefined
      told = revision
      return { revision, lines: await app.journal(organiser, filter) }
    }
  }
}
