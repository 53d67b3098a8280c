import { redirect } from 'react-router'
import { cupHeadline } from '../../domain/night/cup-headline.ts'
import { requestParts } from '../app-context.ts'
import { logFailure } from '../log-failure.ts'
import type { Route } from './+types/preview'
import { previewSvg } from './preview-svg.ts'
import { openToAll } from './send-file.ts'

/** The picture that messengers show with a link to the cup. */
export async function loader({ context }: Route.LoaderArgs) {
  const { app, now } = context.get(requestParts)
  try {
    const view = await app.publicView()
    const png = await app.pictureOf(previewSvg(view.settings, cupHeadline(view, now)))
    return new Response(png, { headers: { 'content-type': 'image/png', ...openToAll } })
  } catch (error) {
    logFailure(error)
    // A picture that says nothing of the moment is better than none.
    throw redirect('/social.png')
  }
}
