import type { App } from '../app.ts'
import type { News } from '../view.ts'
import type { OrganiserStream } from './organiser-streams.ts'
import { queryOf, sinceOf } from './since-of.ts'

/**
 * For the team list: phone numbers that came or changed since the page was loaded; and all the teams, removed ones too, of an
 * edition that is not the one the page has a list of.
 */
export function teamStream(app: Pick<App, 'teamNews'>): OrganiserStream {
  return (request) => {
    let list = { edition: Number(queryOf(request).get('edition')), since: sinceOf(request) ?? 0 }
    return async (organiser, news) => {
      if (news && !touchesTeams(news)) return undefined
      // What was there before the whole view came may be gone.
      const told = await app.teamNews(organiser, news?.kind === 'view' ? { ...list, since: 0 } : list)
      list = { edition: told.edition, since: told.revision }
      return told.teams || Object.keys(told.contacts ?? {}).length > 0 ? told : undefined
    }
  }
}

function touchesTeams(news: News): boolean {
  if (news.kind === 'view') return true
  return news.revision.changes.some(
    (change) =>
      change.kind === 'entry' || (change.kind === 'settings' && change.settings.editionNumber !== undefined),
  )
}
