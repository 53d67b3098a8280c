import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import {
  type Draw,
  isTeam,
  loserOf,
  type MatchRef,
  placeOf,
  type Settings,
  TBD,
  type TeamId,
} from '../../../domain/cup.ts'
import { hasPlayed, teamsInDraw } from '../../../domain/draw/draw-reader.ts'
import type { Calls } from '../../../domain/night/as-it-went.ts'
import { championOf, finalMatch } from '../../../domain/night/progress.ts'
import type { ScheduleSettings } from '../../../domain/night/schedule.ts'
import { sideLabel, sideNames, wonWords } from '../../../domain/teams/names.ts'
import { counted } from '../../../domain/text.ts'
import { Bracket } from '../../bracket/bracket-view.tsx'
import { PrintHead, PrintSheets } from '../../bracket/print-sheets.tsx'
import type { Reveal } from '../../bracket/scroll.ts'
import { paths } from '../../paths.ts'
import { ChampionsPoster } from '../../pictures/champions-poster.tsx'
import { FindDialog } from '../draw/find-dialog.tsx'
import { matchNamed, whereIs } from '../draw/find-in-draw.ts'
import { MatchDialog } from '../draw/match-dialog.tsx'
import { HowItWent } from './how-it-went.tsx'

export type PastDrawProps = {
  draw: Draw
  calls: Calls
  edition: string
  settings: Pick<Settings, 'editionTitle' | 'editionSeason'>
  /** Only while it is being played. */
  plan?: ScheduleSettings | undefined
  isFinding: boolean
  onFound: () => void
}

/** A read-only draw: search, details of each match, and how its night went. */
export function PastDraw({ draw, calls, edition, settings, plan, isFinding, onFound }: PastDrawProps) {
  const [search, setSearch] = useSearchParams()
  const [openMatch, setOpenMatch] = useState<string>()
  const [found, setFound] = useState<Reveal & { readonly team: TeamId }>()
  const matchHref = useMemo(
    () => (match: MatchRef) => `${paths.pastTournament(edition)}?match=${placeOf(match)}`,
    [edition],
  )
  const opened = openMatch ? matchNamed(draw, openMatch) : undefined
  const point = (match?: MatchRef) =>
    setSearch(match ? { match: placeOf(match) } : {}, { replace: true, preventScrollReset: true })

  return (
    <>
      <PrintHead settings={settings} />
      <InShort draw={draw} settings={settings} />
      <div className="full-width">
        <Bracket
          key={draw.id}
          draw={draw}
          matchHref={matchHref}
          lit={found?.team}
          marked={search.get('match') ?? undefined}
          reveal={found}
          onOpen={(id) => {
            point(matchNamed(draw, id))
            setOpenMatch(id)
          }}
        />
      </div>
      <PrintSheets draw={draw} settings={settings} />
      {!plan && <HowItWent draw={draw} calls={calls} settings={settings} />}
      <FindDialog
        draw={draw}
        open={isFinding}
        canFollow={plan !== undefined}
        onClose={onFound}
        onPick={(team) => {
          onFound()
          const match = whereIs(draw, team)
          if (match) setFound({ team, place: placeOf(match) })
        }}
      />
      <MatchDialog
        draw={draw}
        settings={settings}
        plan={plan}
        match={opened}
        matchHref={matchHref}
        call={opened && calls[opened.id]}
        onClose={() => {
          setOpenMatch(undefined)
          point()
        }}
      />
    </>
  )
}

/** Champions, final and size; without champions, the progress. */
function InShort({
  draw,
  settings: { editionTitle, editionSeason },
}: Pick<PastDrawProps, 'draw' | 'settings'>) {
  const champion = championOf(draw)
  const final = finalMatch(draw)
  const { length: played } = draw.rounds.flatMap(({ matches }) => matches.filter(hasPlayed))
  const size = `${counted(teamsInDraw(draw).size, 'team')} · ${counted(played, 'match', 'matches')} played`
  if (!champion || !final) return <p className="mb-4 text-lg text-muted print:hidden">{size}</p>
  return (
    <ChampionsPoster
      className="mb-6 print:hidden"
      title={editionTitle}
      names={sideNames(draw.teams, champion)}
      season={editionSeason}
      theme=""
    >
      {final.sides.every(isTeam) && (
        <p className="champions-final">
          {wonWords(final)} <bdi>{sideLabel(draw.teams, loserOf(final) ?? TBD)}</bdi> in the final
        </p>
      )}
      <p className="champions-season">{size}</p>
    </ChampionsPoster>
  )
}
