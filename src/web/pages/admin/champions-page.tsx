import { Trophy } from 'lucide-react'
import type { Edition } from '../../../domain/cup.ts'
import {
  editionField,
  editionsWithChampions,
  withCurrentEdition,
} from '../../../domain/editions/past-editions.ts'
import { textLimits } from '../../../domain/tidy-text.ts'
import { ActionButton, ActionForm, Actions } from '../../actions/action-form.tsx'
import { LiveField } from '../../actions/live-field.tsx'
import { NoticeBar } from '../../actions/notice-bar.tsx'
import { pageAction } from '../../actions/page-action.ts'
import { doneLine } from '../../actions/signed-in.ts'
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
    <AdminFrame lead="What is left empty reads 'Not recorded'." width="text">
      <Actions revision={view.revision} done={loaded.done}>
        <NoticeBar />
        <ChampionsForm view={view} />
      </Actions>
    </AdminFrame>
  )
}

function ChampionsForm({ view }: { view: Parts<'adminChampions'> }) {
  const listed = editionsWithChampions(view)
  return (
    <ActionForm action="editions" className="grid gap-4" noValidate>
      {withCurrentEdition(view)
        .toSorted((a, b) => b.number - a.number)
        .map((edition) => (
          <EditionFields
            key={edition.number}
            edition={edition}
            isCurrent={edition.number === view.settings.editionNumber}
            listed={listed.find(({ number }) => number === edition.number) ?? edition}
          />
        ))}
      <div className="save-bar">
        <ActionButton>Save</ActionButton>
      </div>
    </ActionForm>
  )
}

type EditionFieldsProps = {
  edition: Edition
  /** Its season is a setting. */
  isCurrent: boolean
  listed: Edition
}

function EditionFields({ edition, isCurrent, listed }: EditionFieldsProps) {
  const { number, season, winners } = edition
  const isFromFinal = winners === '' && listed.winners !== ''
  const part = (label: string, name: 'season' | 'theme' | 'winners') => ({
    label,
    name: editionField(number, name),
    saved: edition[name],
    placeholder: edition[name] === '' ? listed[name] : '',
  })
  return (
    <fieldset
      className={`grid items-start gap-3 rounded-card border border-line p-4 ${isCurrent ? 'sm:grid-cols-[2fr_3fr]' : 'sm:grid-cols-[8rem_2fr_3fr]'}`}
    >
      <legend className="px-1 font-semibold">
        {[`N${number}`, listed.season || season].filter(Boolean).join(' · ')}
      </legend>
      {!isCurrent && <LiveField {...part('Season', 'season')} maxLength={textLimits.editionSeason} />}
      <LiveField {...part('Theme', 'theme')} maxLength={textLimits.editionTheme} />
      <LiveField
        {...part('Winners', 'winners')}
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
    </fieldset>
  )
}
