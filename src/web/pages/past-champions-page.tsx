import { Trophy } from 'lucide-react'
import { Link } from 'react-router'
import type { Edition } from '../../domain/cup.ts'
import { type Fame, finalOf, hallOfFame, winnersOf } from '../../domain/editions/hall-of-fame.ts'
import { editionsWithChampions } from '../../domain/editions/past-editions.ts'
import { isBeingPlayed } from '../../domain/night/progress.ts'
import { LiveDot } from '../live/live-dot.tsx'
import { clientLoader, meta, type PageProps, page, shouldRevalidate, useReload } from '../page.tsx'
import { orNothing, pageLoader } from '../page-loader.ts'
import { paths } from '../paths.ts'
import { ChampionsPoster } from '../pictures/champions-poster.tsx'
import { PageFrame, splitBrand, useBrand } from '../ui/page-frame.tsx'
import { type Column, Table } from '../ui/table.tsx'

export { clientLoader, meta, shouldRevalidate }
export const loader = pageLoader('pastChampions', async ({ parts: { app } }) => ({
  pastFinals: (await orNothing(app.pastFinals())) ?? [],
}))

export default page('pastChampions', PastChampions)

function PastChampions({ view: cup, loaded }: PageProps<typeof loader>) {
  // The draws of other editions are not on the stream. A new epoch: a name was removed, or a backup restored.
  useReload(cup.settings.editionNumber !== loaded.settings.editionNumber || cup.epoch !== loaded.epoch)
  const { name } = splitBrand(useBrand())
  const editions = editionsWithChampions(cup)
  const latest = editions.findLast(({ winners }) => winners !== '')
  const final = cup.draw && finalOf(cup.draw)
  const drawn = cup.draw ? [...cup.pastDraws, cup.settings.editionNumber] : cup.pastDraws
  const finals = final ? [...cup.pastFinals, final] : cup.pastFinals
  const fame = hallOfFame(editions, finals)
  return (
    <PageFrame live={<LiveDot isNight={isBeingPlayed(cup.draw)} />}>
      <div className="grid gap-10">
        {latest && (
          <ChampionsPoster
            title={`${name} N${latest.number}`}
            season={latest.season}
            theme={latest.theme}
            names={winnersOf(
              latest,
              finals.find((each) => each.edition === latest.number),
            )}
          />
        )}
        <ol className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
          {editions.map((edition) => (
            <EditionLine key={edition.number} edition={edition} hasDraw={drawn.includes(edition.number)} />
          ))}
        </ol>
        {fame.length > 0 && <HallOfFame fame={fame} />}
      </div>
    </PageFrame>
  )
}

function EditionLine({ edition, hasDraw }: { edition: Edition; hasDraw: boolean }) {
  const { number, season, theme, winners } = edition
  const isRecorded = theme !== '' || winners !== ''
  return (
    <li
      className={`flex gap-3 rounded-card border border-line px-4 py-3 sm:px-5 ${isRecorded ? 'bg-raised' : 'text-muted'}`}
    >
      <span
        className={`display w-11 shrink-0 text-[2.25rem] ${isRecorded ? 'text-ball' : ''}`}
        aria-hidden="true"
      >
        {number}
      </span>
      <div className="min-w-0 grow">
        <h2 className="text-lg font-bold">
          <span className="sr-only">Edition {number}, </span>
          {season}
        </h2>
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3">
          <dt className="text-muted">Theme</dt>
          <dd>{theme || <NotRecorded />}</dd>
          <dt className="text-muted">Winners</dt>
          <dd className="font-semibold">
            {winners ? (
              <span className="inline-flex gap-1.5 wrap-anywhere text-balance">
                <Trophy aria-hidden="true" className="mt-0.5 shrink-0 text-ball" size={18} />
                {winners}
              </span>
            ) : (
              <NotRecorded />
            )}
          </dd>
        </dl>
        {hasDraw && (
          <Link
            to={paths.pastTournament(number)}
            className="inline-flex min-h-touch items-center underline underline-offset-4"
          >
            The draw<span className="sr-only"> of {season || `N${number}`}</span>
          </Link>
        )}
      </div>
    </li>
  )
}

function NotRecorded() {
  return <span className="font-normal text-muted">Not recorded</span>
}

const columns: readonly Column<Fame>[] = [
  { label: 'Player', lead: true, cell: ({ player }) => <bdi>{player}</bdi> },
  { label: 'Titles', cell: ({ titles }) => countWithEditions(titles), className: 'tabular-nums' },
  { label: 'Finals', cell: ({ finals }) => countWithEditions(finals), className: 'tabular-nums' },
]

/** '2 · N3, N7' */
function countWithEditions(editions: readonly number[]) {
  if (editions.length === 0) return <span className="text-muted">0</span>
  return (
    <span>
      <b>{editions.length}</b>{' '}
      <span className="text-muted">· {editions.map((number) => `N${number}`).join(', ')}</span>
    </span>
  )
}

/** Counts recorded winners, and the finals of stored draws. */
function HallOfFame({ fame }: { fame: readonly Fame[] }) {
  return (
    <section aria-labelledby="hall-of-fame">
      <h2 id="hall-of-fame" className="display mb-4 text-[2.125rem]">
        Hall of fame
      </h2>
      <Table
        caption="Titles and finals by player"
        columns={columns}
        rows={fame}
        rowKey={({ player }) => player}
        className="fame"
      />
    </section>
  )
}
