import { signedIn } from '../../forms/signed-in.ts'
import type { Route } from './+types/backup-download'

const alone = { 'cache-control': 'private, no-store' }

/** Contains phone numbers and accounts, hence no-store. */
export async function loader({ context }: Route.LoaderArgs) {
  const { app, organiser } = signedIn(context)
  const newest = await app.newestBackup(organiser)
  if (!newest) {
    const headers = { ...alone, 'content-type': 'text/plain; charset=utf-8' }
    return new Response('No backup has been made yet.\n', { status: 404, headers })
  }
  return new Response(new Uint8Array(newest.bytes), {
    headers: {
      ...alone,
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename="${newest.name}"`,
    },
  })
}
