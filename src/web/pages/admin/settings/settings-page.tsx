import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { Settings } from '../../../../domain/cup.ts'
import { isInCalendar, settingProblems } from '../../../../domain/settings/check-settings.ts'
import {
  maxSpecialEvents,
  type SettingGroup,
  settingGroups,
  settingNames,
  settingOf,
} from '../../../../domain/settings/settings.ts'
import { isRegistrationOpen } from '../../../../domain/teams/registration.ts'
import { textOf } from '../../../../domain/text.ts'
import { textLimits } from '../../../../domain/tidy-text.ts'
import { ActionButton, ActionForm, Actions, useNotice } from '../../../actions/action-form.tsx'
import { LiveField } from '../../../actions/live-field.tsx'
import { NoticeBar } from '../../../actions/notice-bar.tsx'
import { doneAt, pageAction } from '../../../actions/page-action.ts'
import { doneLine } from '../../../actions/signed-in.ts'
import { clientLoader, meta, type PageProps, page, shouldRevalidate, useReload } from '../../../page.tsx'
import { pageLoader } from '../../../page-loader.ts'
import { paths } from '../../../paths.ts'
import { JumpLink } from '../../../ui/button.tsx'
import { AdminFrame } from '../admin-frame.tsx'
import { BackupCard } from '../backups-card.tsx'
import { PhonesCard } from './phones-card.tsx'
import { SaveBar } from './save-bar.tsx'
import { EventsBackToDefault, SettingFields, type SettingsShown } from './setting-fields.tsx'

const eventNumbers = Array.from({ length: maxSpecialEvents }, (_, at) => at + 1)

export { clientLoader, meta, shouldRevalidate }
export const loader = pageLoader('adminSettings', async ({ parts, url }) => {
  const { app, organiser, now } = parts
  const [done, phones] = await Promise.all([doneLine(parts, url), app.keptPhones(organiser)])
  return { backup: app.backupState(organiser), phones, done, renderedAt: now.getTime() }
})

export const action = pageAction({
  unnamed: 'settings',
  back: (done) => doneAt(done.name === 'editions' ? paths.adminChampions : done.page, done),
})

export default page('adminSettings', AdminSettings)

function AdminSettings({ view, loaded }: PageProps<typeof loader>) {
  // The stream has neither backups nor phone numbers.
  useReload(view.revision !== loaded.revision || view.epoch !== loaded.epoch)
  return (
    <AdminFrame lead="What is saved here shows on every open page at once.">
      <Actions revision={view.revision} done={loaded.done}>
        <NoticeBar />
        <AllSettings settings={view.settings} loaded={loaded} />
      </Actions>
    </AdminFrame>
  )
}

type AllSettingsProps = { settings: Settings; loaded: PageProps<typeof loader>['loaded'] }

function AllSettings({ settings, loaded }: AllSettingsProps) {
  const { notice } = useNotice()
  const typed = notice?.kind === 'failed' ? notice.failure.fields : undefined
  const problems = typed ? settingProblems(Object.fromEntries(typed)) : []
  const shown: SettingsShown = { settings, problems }
  return (
    <div className="settings">
      <Index />
      <div>
        <RegistrationSwitch settings={settings} renderedAt={loaded.renderedAt} />
        <ActionForm action="settings" className="grid gap-10" noValidate prepare={instantOfDevice}>
          {/* Enter in a field saves; the browser would take the first button, which may be one back to a default. */}
          <button type="submit" className="hidden" tabIndex={-1} aria-hidden="true" />
          {groups.map((group) => (
            <Group key={group} shown={shown} group={group} />
          ))}
          <SaveBar settings={settings} prepare={instantOfDevice} />
        </ActionForm>
        <BackupCard backup={loaded.backup} settings={settings} />
        <PhonesCard kept={loaded.phones} />
      </div>
    </div>
  )
}

const groups = Object.keys(settingGroups) as SettingGroup[]

/** Sticky table of contents: a column on a laptop, a row on a phone. */
function Index() {
  const nav = useRef<HTMLElement>(null)
  const inView = useSectionInView()
  useEffect(() => {
    const link = nav.current?.querySelector<HTMLElement>(`[href="#${inView}"]`)
    // On a phone the row is wider than the screen.
    if (link) nav.current?.scrollTo({ left: link.offsetLeft - link.offsetWidth })
  }, [inView])
  return (
    <nav ref={nav} aria-label="Sections" className="settings-index">
      {groups.map((group) => (
        <JumpLink key={group} to={group} aria-current={group === inView ? 'location' : undefined}>
          {settingGroups[group].title}
        </JumpLink>
      ))}
      <Link to={paths.adminChampions}>Past champions</Link>
    </nav>
  )
}

/** The section that is read now: the first one in the upper part of the window. */
function useSectionInView(): SettingGroup | undefined {
  const [inView, setInView] = useState<SettingGroup>()
  useEffect(() => {
    const visible = new Set<string>()
    const observer = new IntersectionObserver(
      (changes) => {
        for (const { target, isIntersecting } of changes)
          isIntersecting ? visible.add(target.id) : visible.delete(target.id)
        setInView((before) => groups.find((group) => visible.has(group)) ?? before)
      },
      { rootMargin: '-15% 0px -60% 0px' },
    )
    for (const group of groups) {
      const section = document.getElementById(group)
      if (section) observer.observe(section)
    }
    return () => observer.disconnect()
  }, [])
  return inView
}

function Group({ shown, group }: { shown: SettingsShown; group: SettingGroup }) {
  const { title, lead }: { title: string; lead?: string } = settingGroups[group]
  return (
    <section id={group} aria-label={title} className="settings-section grid gap-6">
      <div className="border-b-[3px] border-chalk pb-2">
        <h2 className="display text-3xl">{title}</h2>
        {lead && <p className="mt-1 text-muted">{lead}</p>}
      </div>
      <SettingFields shown={shown} group={group} />
      {group === 'schedule' && <Events shown={shown} />}
    </section>
  )
}

/** One tap, at once: not a part of what is saved together. */
function RegistrationSwitch({ settings, renderedAt }: { settings: Settings; renderedAt: number }) {
  const isOpen = isRegistrationOpen(settings, new Date(renderedAt))
  return (
    <ActionForm
      action="settings"
      className="mb-8 flex flex-wrap items-center justify-between gap-3 rounded-card border border-line bg-raised p-4"
    >
      <p className="text-lg">
        Registration is <strong>{isOpen ? 'open' : 'closed'}</strong>
      </p>
      <ActionButton
        tone={isOpen ? 'quiet' : 'primary'}
        name="registration"
        value={isOpen ? 'closed' : 'open'}
      >
        {isOpen ? 'Close registration' : 'Open registration'}
      </ActionButton>
    </ActionForm>
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

function Events({ shown: { settings, problems } }: { shown: SettingsShown }) {
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
