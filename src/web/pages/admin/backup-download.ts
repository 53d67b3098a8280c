import { redirect } from 'react-router'
import { signedIn } from '../../guard.ts'
import { paths } from '../../paths.ts'
import type { Route } from './+types/backup-download'

/** The backup that the action `download-backup` has allowed; no-store, because it contains phone numbers and accounts. */
export async function loader({ context }: Route.LoaderArgs) {
  const { app, organiser } = signedIn(context)
  const newest = await app.downloadBackup(organiser)
  if (!newest) throw redirect(paths.settingGroup('data'))
  return new Response(new Uint8Array(newest.bytes), {
    headers: {
      'cache-control': 'private, no-store',
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename="${newest.name}"`,
    },
  })
}
