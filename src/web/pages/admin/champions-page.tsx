import { Trophy } from 'lucide-react'
import type { Edition } from '../../../domain/cup.ts'
import { editionField } from '../../../domain/editions/editions-form.ts'
import {
  editionsWithChampions,
  emptyEditions,
  withCurrentEdition,
} from '../../../domain/editions/past-editions.ts'
import { textLimits } from '../../../domain/tidy-text.ts'
import { ActionButton, ActionForm, Actions, Hidden } from '../../actions/action-form.tsx'
import { LiveField } from '../../actions/live-field.tsx'
import { NoticeBar } from '../../actions/notice-bar.tsx'
import { doneLine, pageAction } from '../../actions/page-action.ts'
import { clientLoader, meta, type PageProps, page, shouldRevalidate } from '../../page.tsx'
import { pageLoader } from '../../page-loader.ts'
import type { Parts } from '../../pages.ts'
import { AdminFrame } from './admin-frame.tsx'

export { clientLoader, meta, shouldRevalidate }
export const loader = pageLoader('adminChampions', async ({ parts, url }) => ({
  done: await doneLine(parts, url),
}))

export const action = pageAction({ unnamed: 'editions' })

export default page('adminChampions', AdminChampions)

function AdminChampions({ view, loaded }: PageProps<typeof loader>) {
  return (
    <AdminFrame lead="Fields left empty read 'Not recorded'." width="text">
      <Actions revision={view.revision} done={loaded.done}>
        <NoticeBar />
        <EmptyHistory view={view} />
        <ChampionsForm view={view} />
      </Actions>
    </AdminFrame>
  )
}

/** For a new club, whose history is not the sample editions. */
function EmptyHistory({ view }: { view: Parts<'adminChampions'> }) {
  const empty = emptyEditions(view)
  if (empty.length < 2) return null
  return (
    <ActionForm className="mb-5 flex flex-wrap items-center justify-between gap-3 rounded-card border border-line bg-raised p-4">
      <p className="min-w-0 grow basis-64">
        {empty.length} editions have neither champions nor a draw. Deleting them can be taken back.
      </p>
      {empty.map((number) => (
        <input key={number} type="hidden" name="edition" value={number} />
      ))}
      <ActionButton tone="quiet" name="intent" value="delete-editions">
        Start with an empty history
      </ActionButton>
    </ActionForm>
  )
}

function ChampionsForm({ view }: { view: Parts<'adminChampions'> }) {
  const listed = editionsWithChampions(view)
  const { editionNumber } = view.settings
  const canDelete = ({ number }: Edition) => number !== editionNumber && !view.pastDraws.includes(number)
  const editions = withCurrentEdition(view).toSorted((a, b) => b.number - a.number)
  return (
    <>
      <ActionForm action="editions" className="grid gap-4" noValidate>
        {editions.map((edition) => (
          <EditionFields
            key={edition.number}
            edition={edition}
            isCurrent={edition.number === editionNumber}
            canDelete={canDelete(edition)}
            listed={listed.find(({ number }) => number === edition.number) ?? edition}
          />
        ))}
        <div className="save-bar">
          <ActionButton>Save</ActionButton>
        </div>
      </ActionForm>
      {/* Forms cannot be nested: the buttons above refer to these by `form`. */}
      {editions.filter(canDelete).map(({ number }) => (
        <ActionForm key={number} id={deleteForm(number)}>
          <Hidden fields={{ edition: number }} />
        </ActionForm>
      ))}
    </>
  )
}

const deleteForm = (number: number) => `delete-${number}`

type EditionFieldsProps = {
  edition: Edition
  /** The current edition's season is a setting. */
  isCurrent: boolean
  canDelete: boolean
  /** As visitors read it, with the winners of the final. */
  listed: Edition
}

function EditionFields({ edition, isCurrent, canDelete, listed }: EditionFieldsProps) {
  const { number, season, winners } = edition
  const isFromFinal = winners === '' && listed.winners !== ''
  const fieldProps = (label: string, name: 'season' | 'theme' | 'winners') => ({
    label,
    name: editionField(number, name),
    saved: edition[name],
    placeholder: edition[name] === '' ? listed[name] : '',
  })
  return (
    <fieldset
      className={`grid items-start gap-3 rounded-card border border-line p-4 ${isCurrent ? 'sm:grid-cols-[2fr_3fr]' : 'grid-cols-[8rem_minmax(0,1fr)] sm:grid-cols-[8rem_2fr_3fr]'}`}
    >
      <legend className="px-1 font-semibold">
        {[`N${number}`, listed.season || season].filter(Boolean).join(' · ')}
      </legend>
      {!isCurrent && <LiveField {...fieldProps('Season', 'season')} maxLength={textLimits.editionSeason} />}
      <LiveField {...fieldProps('Theme', 'theme')} maxLength={textLimits.editionTheme} />
      <div className="max-sm:col-span-full">
        <LiveField
          {...fieldProps('Winners', 'winners')}
          maxLength={textLimits.winners}
          hint={
            isFromFinal && (
              <span className="inline-flex gap-1.5 wrap-anywhere">
                <Trophy aria-hidden="true" className="mt-0.5 shrink-0 text-ball" size={16} />
                {listed.winners}, from the final. What you write here replaces it.
              </span>
            )
          }
        />
      </div>
      {canDelete && (
        <ActionButton
          form={deleteForm(number)}
          tone="quiet"
          name="intent"
          value="delete-editions"
          className="justify-self-start"
        >
          Delete<span className="sr-only"> N{number}</span>
        </ActionButton>
      )}
    </fieldset>
  )
}
