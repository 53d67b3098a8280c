import { Trophy } from 'lucide-react'
import type { Fields } from '../../../domain/answer.ts'
import type { Edition } from '../../../domain/cup.ts'
import { editionsWithChampions, withCurrentEdition } from '../../../domain/editions/past-editions.ts'
import { textLimits } from '../../../domain/text.ts'
import { CommandButton } from '../../forms/command-button.tsx'
import { CommandForm, CommandsProvider } from '../../forms/commands.tsx'
import { LiveField } from '../../forms/live-field.tsx'
import { useNotice } from '../../forms/notice.ts'
import { NoticeBar } from '../../forms/notice-bar.tsx'
import { pageAction } from '../../forms/page-action.ts'
import { reachableAction } from '../../forms/post.ts'
import { doneLine } from '../../forms/signed-in.ts'
import { clientLoader, meta, type PageProps, page, shouldRevalidate } from '../../page.tsx'
import { pageLoader } from '../../page-loader.ts'
import type { Parts } from '../../pages.ts'
import { AdminFrame } from './admin-frame.tsx'

export { clientLoader, meta, shouldRevalidate }
export const loader = pageLoader('adminChampions', async ({ parts, url }) => ({
  done: await doneLine(parts, url),
}))

export const action = pageAction({ unnamed: 'editions' })

export const clientAction = reachableAction('editions')
export default page('adminChampions', AdminChampions)

function AdminChampions({ view, loaded }: PageProps<typeof loader>) {
  return (
    <AdminFrame lead="What is left empty reads 'Not recorded'." width="text">
      <CommandsProvider revision={view.revision} done={loaded.done}>
        <NoticeBar />
        <ChampionsForm view={view} />
      </CommandsProvider>
    </AdminFrame>
  )
}

function ChampionsForm({ view }: { view: Parts<'adminChampions'> }) {
  const { notice } = useNotice()
  const typed = notice?.kind === 'failed' ? notice.failure.fields : undefined
  const listed = editionsWithChampions(view)
  return (
    <CommandForm className="grid gap-4" noValidate>
      {withCurrentEdition(view)
        .toSorted((a, b) => b.number - a.number)
        .map((edition) => (
          <EditionFields
            key={edition.number}
            edition={edition}
            isCurrent={edition.number === view.settings.editionNumber}
            listed={listed.find(({ number }) => number === edition.number) ?? edition}
            typed={typed}
          />
        ))}
      <div className="save-bar">
        <CommandButton>Save</CommandButton>
      </div>
    </CommandForm>
  )
}

type EditionFieldsProps = {
  edition: Edition
  /** Its season is a setting. */
  isCurrent: boolean
  listed: Edition
  typed: Fields | undefined
}

function EditionFields({ edition, isCurrent, listed, typed }: EditionFieldsProps) {
  const { number, season, theme, winners } = edition
  const isFromFinal = winners === '' && listed.winners !== ''
  const part = (label: string, saved: string, shown: string) => {
    const name = `edition${number}${label}`
    const refused = typed?.find(([field]) => field === name)?.[1]
    return { label, name, saved, refused, placeholder: saved === '' ? shown : '' }
  }
  return (
    <fieldset
      className={`grid items-start gap-3 rounded-card border border-line p-4 ${isCurrent ? 'sm:grid-cols-[2fr_3fr]' : 'sm:grid-cols-[8rem_2fr_3fr]'}`}
    >
      <legend className="px-1 font-semibold">
        {[`N${number}`, listed.season || season].filter(Boolean).join(' · ')}
      </legend>
      {!isCurrent && <LiveField {...part('Season', season, '')} maxLength={textLimits.editionSeason} />}
      <LiveField {...part('Theme', theme, listed.theme)} maxLength={textLimits.editionTheme} />
      <LiveField
        {...part('Winners', winners, listed.winners)}
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
