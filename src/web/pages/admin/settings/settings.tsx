import { type ReactNode, useState } from 'react'
import type { Edition, Settings } from '../../../../domain/cup.ts'
import { messages } from '../../../../domain/messages.ts'
import { done, refused } from '../../../../domain/outcome.ts'
import {
  checkEditions,
  checkSettings,
  isInCalendar,
  maxSpecialEvents,
  settingProblems,
} from '../../../../domain/settings/check-settings.ts'
import { isRegistrationOpen } from '../../../../domain/settings/registration.ts'
import { defaultSettings } from '../../../../domain/settings/settings.ts'
import { textLimits } from '../../../../domain/text.ts'
import { answer, type Fields } from '../../../forms/answer.ts'
import { CommandForm, CommandsProvider, Hidden, useNotice } from '../../../forms/commands.tsx'
import { LiveField } from '../../../forms/live-field.tsx'
import { NoticeBar } from '../../../forms/notice-bar.tsx'
import { reachableAction } from '../../../forms/post.ts'
import { doneLine, signedIn, takeBack, tapOf, textOf } from '../../../forms/signed-in.ts'
import { useLiveView } from '../../../live/use-live-view.ts'
import { loadOrError } from '../../../load-or-error.ts'
import { reachableLoader, useLoaded } from '../../../loaded.ts'
import { paths } from '../../../paths.ts'
import { skipRevalidation } from '../../../skip-revalidation.ts'
import { Button } from '../../../ui/button.tsx'
import { ErrorNote } from '../../../ui/error-note.tsx'
import { AdminFrame } from '../admin-frame.tsx'
import { adminMeta } from '../admin-meta.ts'
import type { Route } from './+types/settings'
import {
  ChoiceSetting,
  EventsBackToDefault,
  InstantSetting,
  LongTextSetting,
  type Shown,
  TextSetting,
} from './setting-fields.tsx'

const eventNumbers = Array.from({ length: maxSpecialEvents }, (_, at) => at + 1)
const failure = 'The settings could not be saved. Please try again.'

export const meta = adminMeta('Settings')

export async function loader({ context, url }: Route.LoaderArgs) {
  const parts = signedIn(context)
  return loadOrError(messages.loadFailed, async () => {
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

  const attempt = { parts, form, failure, back: paths.adminSettings }
  // What a post leaves out is filled in from the view; where that is overtaken before the change is made, it is not the poster's wish.
  if (intent === 'editions') {
    const command = async () => {
      const view = await app.publicView()
      const editions = checkEditions(editionsIn(form, view))
      const tap = { seen: view.revision, ...tapOf(form) }
      return editions.ok ? app.changeEditions(editions.value, organiser, tap) : editions
    }
    return answer({ ...attempt, command })
  }
  const command = async () => {
    const { settings, revision } = await app.publicView()
    const wanted = form.has('default') ? defaultOf(textOf(form, 'default')) : settingsIn(form, settings)
    const tap = { seen: revision, ...tapOf(form) }
    return wanted.ok ? app.changeSettings(wanted.value, organiser, tap) : wanted
  }
  return answer({ ...attempt, command })
}

function settingsIn(form: FormData, current: Settings) {
  const fields = Object.fromEntries(
    [...form].filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
  )
  return checkSettings(fields, { current, instantOf: instantOfServer })
}

/** Without scripts a closing time is meant in the server's own time zone. */
function instantOfServer(local: string): string {
  const time = new Date(local).getTime()
  return Number.isNaN(time) ? local : new Date(time).toISOString()
}

function defaultOf(name: string) {
  if (!Object.hasOwn(defaultSettings, name)) return refused('unknown-action')
  return done({ [name]: defaultSettings[name as keyof Settings] } as Partial<Settings>)
}

type EditionsOfCup = { readonly editions: readonly Edition[]; readonly settings: Settings }

/** The edition being played joins the list once somebody writes down its theme or its winners. */
function withCurrentEdition({ editions, settings }: EditionsOfCup): readonly Edition[] {
  const { editionNumber: number, editionSeason: season, editionTheme: theme } = settings
  if (editions.some((edition) => edition.number === number)) return editions
  return [...editions, { number, season, theme, winners: '' }]
}

/** A post may carry just some editions, or some of their fields; the rest stay. */
function editionsIn(form: FormData, view: EditionsOfCup): readonly Edition[] {
  const isPosted = ({ number }: Edition) =>
    ['Season', 'Theme', 'Winners'].some((part) => textOf(form, `edition${number}${part}`) !== '')
  const known = withCurrentEdition(view).filter(
    (edition) => isPosted(edition) || view.editions.some(({ number }) => number === edition.number),
  )
  return known.map((edition) => {
    const field = (part: string, before: string) =>
      form.has(`edition${edition.number}${part}`) ? textOf(form, `edition${edition.number}${part}`) : before
    return {
      ...edition,
      season: field('Season', edition.season),
      theme: field('Theme', edition.theme),
      winners: field('Winners', edition.winners),
    }
  })
}

export const clientAction = reachableAction
export const clientLoader = reachableLoader

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
  const shown: Shown = { settings, typed, problems }
  return (
    <div className="grid gap-10">
      <Registration shown={shown} renderedAt={renderedAt} />
      <Group title="The night">
        <ChoiceSetting
          shown={shown}
          name="organiserTools"
          choices={{ off: 'Off: Undo, Exchange and Reset cannot be used', on: 'On: they work' }}
        />
        <ChoiceSetting
          shown={shown}
          name="drawCreation"
          choices={{ anyone: 'Anyone who opens the draw while there is none', admin: 'Organisers only' }}
        />
        <ChoiceSetting
          shown={shown}
          name="byes"
          choices={{
            confirm: 'Go to the next round once an organiser confirms them',
            'at-once': 'Go to the next round when the draw is made',
          }}
        />
      </Group>
      <Group title="Edition">
        <TextSetting shown={shown} name="editionTitle" maxLength={textLimits.editionTitle} />
        <TextSetting
          shown={shown}
          name="editionNumber"
          inputMode="numeric"
          hint="Once the final is won, a new number begins the next edition, without entries and draw. Before that it only renames this one."
        />
        <TextSetting shown={shown} name="editionSeason" maxLength={textLimits.editionSeason} />
        <TextSetting shown={shown} name="editionTheme" maxLength={textLimits.editionTheme} />
      </Group>
      <Group title="Announcement and links" lead="What is left empty is hidden.">
        <LongTextSetting shown={shown} name="announcement" maxLength={textLimits.announcement} />
        <TextSetting shown={shown} name="sponsorLink" inputMode="url" maxLength={textLimits.link} />
        <TextSetting shown={shown} name="appLink" inputMode="url" maxLength={textLimits.link} />
        <TextSetting shown={shown} name="citizensCupLink" inputMode="url" maxLength={textLimits.link} />
      </Group>
      <Group title="Schedule">
        <TextSetting shown={shown} name="scheduleStart" type="time" />
        <TextSetting
          shown={shown}
          name="scheduleGroupSize"
          inputMode="numeric"
          hint="Also the number of tables."
        />
        <TextSetting shown={shown} name="scheduleInterval" inputMode="numeric" />
        <Events shown={shown} />
      </Group>
      <PastChampions editions={withCurrentEdition({ editions, settings })} typed={typed} />
    </div>
  )
}

type GroupProps = { title: string; lead?: string; children: ReactNode; prepare?: (form: FormData) => void }

function Group({ title, lead, children, prepare }: GroupProps) {
  return (
    <section aria-label={title}>
      <GroupTitle title={title} lead={lead} />
      <CommandForm className="grid gap-6" noValidate prepare={prepare}>
        {/* Enter in a field saves; the browser would take the first button, which may be one back to a default. */}
        <button type="submit" className="hidden" tabIndex={-1} aria-hidden="true" />
        {children}
        <Button className="justify-self-start">Save</Button>
      </CommandForm>
    </section>
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

function Registration({ shown, renderedAt }: { shown: Shown; renderedAt: number }) {
  const { settings } = shown
  const isOpen = isRegistrationOpen(settings, new Date(renderedAt))
  const hasPassed = settings.registration === 'open' && !isOpen
  return (
    <div>
      <GroupTitle title="Registration" />
      <CommandForm className="mb-6 flex flex-wrap items-center justify-between gap-3 rounded-card border border-line bg-raised p-4">
        <p className="text-lg">
          Registration is <strong>{isOpen ? 'open' : 'closed'}</strong>
          {settings.registration === 'closed' && ' (default)'}
        </p>
        {/* Opening again after the closing time has passed also lifts it: one tap is enough. */}
        {hasPassed && <Hidden fields={{ registrationClosesAt: '' }} />}
        <Button tone={isOpen ? 'quiet' : 'primary'} name="registration" value={isOpen ? 'closed' : 'open'}>
          {isOpen ? 'Close registration' : 'Open registration'}
        </Button>
      </CommandForm>
      <CommandForm className="grid gap-6" noValidate prepare={instantOfDevice}>
        <button type="submit" className="hidden" tabIndex={-1} aria-hidden="true" />
        <InstantSetting shown={shown} name="registrationClosesAt" hint="Leave empty to close it by hand." />
        <TextSetting
          shown={shown}
          name="teamLimit"
          inputMode="numeric"
          hint="0 for no limit. Whoever registers beyond it is on the waiting list."
        />
        <Button className="justify-self-start">Save</Button>
      </CommandForm>
    </div>
  )
}

/** With scripts a closing time is meant in the time zone of the device it is typed on. */
function instantOfDevice(form: FormData) {
  const typed = textOf(form, 'registrationClosesAt')
  const time = isInCalendar(typed) ? new Date(typed).getTime() : Number.NaN
  if (!Number.isNaN(time)) form.set('registrationClosesAt', new Date(time).toISOString())
}

function Events({ shown: { settings, typed, problems } }: { shown: Shown }) {
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
                <LiveField
                  label="Theme"
                  name={`edition${number}Theme`}
                  saved={theme}
                  refused={typed?.find(([field]) => field === `edition${number}Theme`)?.[1]}
                  maxLength={textLimits.editionTheme}
                />
                <LiveField
                  label="Winners"
                  name={`edition${number}Winners`}
                  saved={winners}
                  refused={typed?.find(([field]) => field === `edition${number}Winners`)?.[1]}
                  maxLength={textLimits.winners}
                />
              </fieldset>
            ))}
          <Button className="justify-self-start">Save</Button>
        </CommandForm>
      </details>
    </section>
  )
}
