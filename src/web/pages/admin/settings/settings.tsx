import { type ReactNode, useState } from 'react'
import type { Edition, Settings } from '../../../../domain/cup.ts'
import { isInCalendar, settingProblems } from '../../../../domain/settings/check-settings.ts'
import { withCurrentEdition } from '../../../../domain/settings/past-editions.ts'
import { isRegistrationOpen } from '../../../../domain/settings/registration.ts'
import {
  maxSpecialEvents,
  type SettingGroup,
  settingGroups,
  settingNames,
  settingOf,
} from '../../../../domain/settings/settings.ts'
import { textLimits } from '../../../../domain/text.ts'
import { answer, type Fields, fieldsOf } from '../../../forms/answer.ts'
import { CommandButton } from '../../../forms/command-button.tsx'
import { CommandForm, CommandsProvider, Hidden, useNotice } from '../../../forms/commands.tsx'
import { LiveField } from '../../../forms/live-field.tsx'
import { NoticeBar } from '../../../forms/notice-bar.tsx'
import { reachableAction } from '../../../forms/post.ts'
import { doneLine, signedIn, takeBack, tapOf, textOf } from '../../../forms/signed-in.ts'
import { useLiveView } from '../../../live/use-live-view.ts'
import { loadOrError } from '../../../load-or-error.ts'
import { loadedOr, useLoaded } from '../../../loaded.ts'
import { paths } from '../../../paths.ts'
import { skipRevalidation } from '../../../skip-revalidation.ts'
import { ErrorNote } from '../../../ui/error-note.tsx'
import { AdminFrame } from '../admin-frame.tsx'
import { adminMeta } from '../admin-meta.ts'
import type { Route } from './+types/settings'
import { EventsBackToDefault, SettingFields, type SettingsShown } from './setting-fields.tsx'

const eventNumbers = Array.from({ length: maxSpecialEvents }, (_, at) => at + 1)
const failure = 'The settings could not be saved. Please try again.'
const loadFailure = 'The settings could not be loaded. Please try again.'

export const meta = adminMeta('Settings')

export async function loader({ context, url }: Route.LoaderArgs) {
  const parts = signedIn(context)
  return loadOrError(loadFailure, async () => {
    const [view, line] = await Promise.all([parts.app.publicView(), doneLine(parts, url)])
    const { epoch, revision, settings, editions } = view
    return { epoch, revision, settings, editions, done: line, renderedAt: parts.now.getTime() }
  })
}

export async function action({ context, request }: Route.ActionArgs) {
  const parts = signedIn(context)
  const { app, organiser } = parts
  const form = await request.formData()
  const intent = textOf(form, 'intent')
  if (intent === 'take-back') return takeBack(parts, form, paths.adminSettings)

  const fields = Object.fromEntries(fieldsOf(form))
  const command = intent === 'editions' ? app.changeEditions : app.changeSettings
  return answer({
    parts,
    form,
    failure,
    back: paths.adminSettings,
    command: () => command(fields, organiser, tapOf(form)),
  })
}

export const clientAction = reachableAction(failure)
export const clientLoader = loadedOr(loadFailure)

export const shouldRevalidate = skipRevalidation

export default function AdminSettings({ loaderData }: Route.ComponentProps) {
  const loaded = useLoaded(loaderData)
  return (
    <AdminFrame title="Settings" lead="What is changed here shows on every open page at once." width="text">
      {'error' in loaded ? <ErrorNote>{loaded.error}</ErrorNote> : <LoadedSettings loaded={loaded} />}
    </AdminFrame>
  )
}

type Loaded = Extract<Route.ComponentProps['loaderData'], { revision: number }>

function LoadedSettings({ loaded }: { loaded: Loaded }) {
  const view = useLiveView(loaded)
  return (
    <CommandsProvider revision={view.revision} done={loaded.done}>
      <NoticeBar />
      <AllSettings settings={view.settings} editions={view.editions} renderedAt={loaded.renderedAt} />
    </CommandsProvider>
  )
}

type AllSettingsProps = { settings: Settings; editions: readonly Edition[]; renderedAt: number }

function AllSettings({ settings, editions, renderedAt }: AllSettingsProps) {
  const { notice } = useNotice()
  const typed = notice?.kind === 'failed' ? notice.failure.fields : undefined
  const problems = typed ? settingProblems(Object.fromEntries(typed)) : []
  const shown: SettingsShown = { settings, typed, problems }
  return (
    <div className="grid gap-10">
      <Registration shown={shown} renderedAt={renderedAt} />
      <Group shown={shown} group="night" />
      <Group shown={shown} group="edition" />
      <Group shown={shown} group="links" />
      <Group shown={shown} group="schedule">
        <Events shown={shown} />
      </Group>
      <PastChampions editions={withCurrentEdition({ editions, settings })} typed={typed} />
    </div>
  )
}

type GroupProps = { shown: SettingsShown; group: SettingGroup; children?: ReactNode }

function Group({ shown, group, children }: GroupProps) {
  return (
    <section aria-label={settingGroups[group].title}>
      <GroupTitle {...settingGroups[group]} />
      <GroupForm shown={shown} group={group}>
        {children}
      </GroupForm>
    </section>
  )
}

function GroupForm({ shown, group, children }: GroupProps) {
  return (
    <CommandForm className="grid gap-6" noValidate prepare={instantOfDevice}>
      {/* Enter in a field saves; the browser would take the first button, which may be one back to a default. */}
      <button type="submit" className="hidden" tabIndex={-1} aria-hidden="true" />
      <SettingFields shown={shown} group={group} />
      {children}
      <CommandButton className="justify-self-start">Save</CommandButton>
    </CommandForm>
  )
}

function GroupTitle({ title, lead }: { title: string; lead?: string | undefined }) {
  return (
    <div className="mb-4 border-b-[3px] border-chalk pb-2">
      <h2 className="display text-3xl">{title}</h2>
      {lead && <p className="mt-1 text-muted">{lead}</p>}
    </div>
  )
}

function Registration({ shown, renderedAt }: { shown: SettingsShown; renderedAt: number }) {
  const { settings } = shown
  const isOpen = isRegistrationOpen(settings, new Date(renderedAt))
  const hasPassed = settings.registration === 'open' && !isOpen
  return (
    <div>
      <GroupTitle {...settingGroups.registration} />
      <CommandForm className="mb-6 flex flex-wrap items-center justify-between gap-3 rounded-card border border-line bg-raised p-4">
        <p className="text-lg">
          Registration is <strong>{isOpen ? 'open' : 'closed'}</strong>
          {settings.registration === 'closed' && ' (default)'}
        </p>
        {/* Opening again after the closing time has passed also lifts it: one tap is enough. */}
        {hasPassed && <Hidden fields={{ registrationClosesAt: '' }} />}
        <CommandButton
          tone={isOpen ? 'quiet' : 'primary'}
          name="registration"
          value={isOpen ? 'closed' : 'open'}
        >
          {isOpen ? 'Close registration' : 'Open registration'}
        </CommandButton>
      </CommandForm>
      <GroupForm shown={shown} group="registration" />
    </div>
  )
}

/** With scripts a date and hour is meant in the time zone of the device it is typed on. */
function instantOfDevice(form: FormData) {
  for (const name of settingNames.filter((each) => settingOf(each).kind === 'instant')) {
    const typed = textOf(form, name)
    const time = isInCalendar(typed) ? new Date(typed).getTime() : Number.NaN
    if (!Number.isNaN(time)) form.set(name, new Date(time).toISOString())
  }
}

function Events({ shown: { settings, typed, problems } }: { shown: SettingsShown }) {
  const [isWrong] = useState(problems.some(({ field }) => field.startsWith('event')))
  return (
    <details open={isWrong}>
      <summary className="inline-flex min-h-touch items-center font-semibold underline underline-offset-4">
        Special events
      </summary>
      <div className="grid gap-4 pt-2">
        {eventNumbers.map((number) => {
          const event = settings.specialEvents[number - 1] ?? { time: '', name: '', description: '' }
          const part = (label: string, value: string) => {
            const name = `event${number}${label}`
            return {
              label,
              name,
              saved: value,
              refused: typed?.find(([field]) => field === name)?.[1],
              error: problems.find(({ field }) => field === name)?.words,
            }
          }
          return (
            <fieldset key={number} className="grid gap-3 rounded-card border border-line p-4">
              <legend className="px-1 font-semibold">Special event {number}</legend>
              <div className="grid gap-3 sm:grid-cols-[9rem_1fr]">
                <LiveField {...part('Time', event.time)} type="time" />
                <LiveField {...part('Name', event.name)} maxLength={textLimits.eventName} />
              </div>
              <LiveField
                {...part('Description', event.description)}
                maxLength={textLimits.eventDescription}
              />
            </fieldset>
          )
        })}
        <EventsBackToDefault settings={settings} />
      </div>
    </details>
  )
}

function PastChampions({ editions, typed }: { editions: readonly Edition[]; typed: Fields | undefined }) {
  // Only as the page is loaded: without scripts a refused list comes back open.
  const [isRefused] = useState(typed?.some(([name, value]) => name === 'intent' && value === 'editions'))
  const part = (number: number, label: string, saved: string) => {
    const name = `edition${number}${label}`
    return { label, name, saved, refused: typed?.find(([field]) => field === name)?.[1] }
  }
  return (
    <section id="past-champions" aria-label="Past champions">
      <GroupTitle title="Past champions" lead="What is left empty reads 'Not recorded'." />
      <details open={isRefused}>
        <summary className="inline-flex min-h-touch items-center font-semibold underline underline-offset-4">
          Themes and winners of {editions.length} editions
        </summary>
        <CommandForm className="grid gap-4 pt-2">
          <Hidden fields={{ intent: 'editions' }} />
          {editions
            .toSorted((a, b) => b.number - a.number)
            .map(({ number, season, theme, winners }) => (
              <fieldset
                key={number}
                className="grid gap-3 rounded-card border border-line p-4 sm:grid-cols-2"
              >
                <legend className="px-1 font-semibold">
                  N{number} · {season}
                </legend>
                <LiveField {...part(number, 'Theme', theme)} maxLength={textLimits.editionTheme} />
                <LiveField {...part(number, 'Winners', winners)} maxLength={textLimits.winners} />
              </fieldset>
            ))}
          <CommandButton className="justify-self-start">Save</CommandButton>
        </CommandForm>
      </details>
    </section>
  )
}
