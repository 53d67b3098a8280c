import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import {
  beginWords,
  latestEdition,
  nextEdition,
  nextEditionFields,
} from '../../../domain/editions/next-edition.ts'
import { championOf } from '../../../domain/night/progress.ts'
import { settingProblems } from '../../../domain/settings/check-settings.ts'
import { ActionButton, ActionForm, Actions, useNotice } from '../../actions/action-form.tsx'
import { NoticeBar } from '../../actions/notice-bar.tsx'
import { doneAt, doneLine, pageAction } from '../../actions/page-action.ts'
import { clientLoader, meta, type PageProps, page, shouldRevalidate } from '../../page.tsx'
import { pageLoader } from '../../page-loader.ts'
import type { Parts } from '../../pages.ts'
import { paths } from '../../paths.ts'
import { ChoiceField } from '../../ui/field.tsx'
import { AdminFrame } from './admin-frame.tsx'
import { SettingField } from './settings/setting-fields.tsx'

export { clientLoader, meta, shouldRevalidate }
export const loader = pageLoader('adminNextEdition', async ({ parts, url }) => ({
  done: await doneLine(parts, url),
}))

export const action = pageAction({ unnamed: 'begin-edition', back: (done) => doneAt(paths.admin, done) })

export default page('adminNextEdition', NextEdition)

function NextEdition({ view, loaded }: PageProps<typeof loader>) {
  return (
    <AdminFrame width="text">
      <Actions revision={view.revision} done={loaded.done}>
        <NoticeBar offerTakeBack={false} />
        <BeginForm view={view} />
      </Actions>
    </AdminFrame>
  )
}

function BeginForm({ view }: { view: Parts<'adminNextEdition'> }) {
  const { notice } = useNotice()
  const navigate = useNavigate()
  const begun = notice?.kind === 'done' ? notice.revision : undefined
  useEffect(() => {
    if (begun !== undefined) void navigate(`${paths.admin}?done=${begun}`)
  }, [begun, navigate])

  const typed = notice?.kind === 'failed' ? notice.failure.fields : undefined
  const next = nextEdition(view.settings, latestEdition(view))
  const shown = {
    settings: { ...view.settings, ...next, eventDate: '', editionTheme: '' },
    problems: typed ? settingProblems(Object.fromEntries(typed)) : [],
    isProposal: true,
  }
  const isWon = view.draw !== undefined && championOf(view.draw) !== undefined
  return (
    <>
      <section
        aria-labelledby="what-happens"
        className={`mb-6 rounded-card border-2 p-4 ${isWon ? 'border-line bg-raised' : 'border-amber'}`}
      >
        <h2 id="what-happens" className="font-bold">
          What happens
        </h2>
        <ul className="mt-1 grid list-disc gap-1 pl-5">
          {beginWords(view).map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
          <li>
            The new edition begins with no entries and no draw, with registration as you select below
            {view.settings.checkIn === 'on' && ' and check-in off'}.
          </li>
          <li>Closing and check-in times and silenced tables are cleared. All other settings stay.</li>
          <li>It can be taken back until its first entry.</li>
        </ul>
      </section>
      <ActionForm action="begin-edition" className="grid gap-5" noValidate>
        {nextEditionFields.map((name) => (
          <SettingField key={name} shown={shown} name={name} />
        ))}
        <ChoiceField
          name="registration"
          value="open"
          defaultChecked={typed?.some(([name]) => name === 'registration')}
          label="Open registration at once"
        />
        <ActionButton className="justify-self-start">Begin the next edition</ActionButton>
      </ActionForm>
    </>
  )
}
