import type { App } from '../app.ts'
import type { News } from '../view.ts'
import type { OrganiserStream } from './organiser-streams.ts'
import { sinceOf } from './since-of.ts'

/** Phone numbers for the team list: those that came or changed since the page was loaded. */
export function contactStream(app: Pick<App, 'contactsSince'>): OrganiserStream {
  return (request) => {
    let since = sinceOf(request) ?? 0
    return async (organiser, news) => {
      if (news && hasOtherTeams(news)) since = 0
      else if (news && !touchesTeams(news)) return undefined
      const told = await app.contactsSince(organiser, since)
      since = told.revision
      return Object.keys(told.contacts).length > 0 ? told : undefined
    }
  }
}

function touchesTeams(news: News): boolean {
  return news.kind === 'view' || news.revision.changes.some(({ kind }) => kind === 'entry')
}

/** Another edition has other teams, which were touched long ago. */
function hasOtherTeams(news: News): boolean {
  if (news.kind === 'view') return true
  return news.revision.changes.some(
    (change) => change.kind === 'settings' && change.settings.editionNumber !== undefined,
  )
}
