import { requestParts } from '../app-context.ts'
import { Bracket } from '../draw/bracket.tsx'
import { useLiveView } from '../live/use-live-view.ts'
import { PageFrame } from '../ui/page.tsx'
import type { Route } from './+types/draw.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const { app } = context.get(requestParts)
  const { revision, settings, draw, drawStatus } = await app.publicView()
  return { revision, settings, draw, drawStatus }
}

export default function DrawPage({ loaderData }: Route.ComponentProps) {
  const { draw } = useLiveView(loaderData)
  return (
    <PageFrame title="Draw" hideTitle width="full">
      {draw && <Bracket draw={draw} openAt={1} played={draw.rounds.map((r) => ({ played: r.matches.filter((m) => m.winner).length, of: r.matches.length }))} />}
    </PageFrame>
  )
}
