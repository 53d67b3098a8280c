import { ChevronRight } from 'lucide-react'
import { use, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Link, redirect, useParams, useRevalidator } from 'react-router'
import { fieldsOf } from '../../../../domain/answer.ts'
import type { Settings } from '../../../../domain/cup.ts'
import {
  isInCalendar,
  type SettingProblem,
  settingProblems,
  unsavedSettings,
} from '../../../../domain/settings/check-settings.ts'
import {
  type SettingGroup,
  settingGroups,
  settingNames,
  settingOf,
} from '../../../../domain/settings/settings.ts'
import { isRegistrationOpen } from '../../../../domain/teams/registration.ts'
import { textOf } from '../../../../domain/text.ts'
import { type KeptPhones, phonesWords } from '../../../../domain/upkeep/kept-phones.ts'
import { instantOf } from '../../../../domain/wall-clock.ts'
import {
  ActionButton,
  ActionForm,
  Actions,
  FormContext,
  Hidden,
  useNotice,
} from '../../../actions/action-form.tsx'
import { NoticeBar } from '../../../actions/notice-bar.tsx'
import { doneAt, doneLine, pageAction } from '../../../actions/page-action.ts'
import { clientLoader, meta, type PageProps, page, shouldRevalidate, useReload } from '../../../page.tsx'
import { pageLoader } from '../../../page-loader.ts'
import { paths } from '../../../paths.ts'
import { useHydrated, When } from '../../../ui/time.tsx'
import { AdminFrame } from '../admin-frame.tsx'
import { BackupCard } from '../backups-card.tsx'
import { Defaults, SettingFields } from './setting-fields.tsx'

export { clientLoader, meta, shouldRevalidate }
export const loader = pageLoader('adminSettings', async ({ parts, url, params }) => {
  if (params.group !== undefined && !isGroup(params.group)) throw redirect(paths.adminSettings)
  const { app, organiser, now } = parts
  const [done, phones] = await Promise.all([doneLine(parts, url), app.keptPhones(organiser)])
  return { backup: app.backupState(organiser), phones, done, renderedAt: now.getTime() }
})

export const action = pageAction({
  unnamed: 'settings',
  back: (done) => doneAt(done.name === 'editions' ? paths.adminChampions : done.page, done),
})

export default page('adminSettings', AdminSettings)

const groups = Object.keys(settingGroups) as SettingGroup[]

function isGroup(name: string): name is SettingGroup {
  return Object.hasOwn(settingGroups, name)
}

type Shown = PageProps<typeof loader>

function AdminSettings({ view, loaded }: Shown) {
  // The stream carries neither backups nor phone numbers.
  useReload(view.revision !== loaded.revision || view.epoch !== loaded.epoch)
  const { group } = useParams<{ group: SettingGroup }>()
  return (
    <Actions key={group} revision={view.revision} done={loaded.done}>
      <IndexOrGroup view={view} loaded={loaded} group={group} />
    </Actions>
  )
}

/** Without a group in the address, a refused post shows the group of its first field. */
function IndexOrGroup({ view, loaded, group }: Shown & { group: SettingGroup | undefined }) {
  const { notice } = useNotice()
  const fields = notice?.kind === 'failed' ? Object.fromEntries(notice.failure.fields) : {}
  const refused = settingNames.find((name) => fields[name] !== undefined)
  const shown = group ?? (refused && settingOf(refused).group)
  if (!shown) return <Index />
  return (
    <AdminFrame
      title={settingGroups[shown].title}
      back={{ to: paths.adminSettings, label: 'Settings' }}
      width="text"
    >
      <NoticeBar />
      {shown === 'registration' && <RegistrationSwitch settings={view.settings} now={loaded.renderedAt} />}
      <GroupForm settings={view.settings} group={shown} problems={settingProblems(fields)} />
      {shown === 'data' && (
        <>
          <BackupCard backup={loaded.backup} settings={view.settings} />
          <PhonesCard kept={loaded.phones} />
        </>
      )}
    </AdminFrame>
  )
}

function Index() {
  return (
    <AdminFrame lead="Changes appear on every open page at once." width="text">
      <NoticeBar />
      <nav aria-label="Settings" className="grid gap-3">
        {groups.map((group) => (
          <Link
            key={group}
            to={paths.settingGroup(group)}
            className="flex min-h-touch items-center justify-between gap-4 rounded-card border-[1.5px] border-line bg-raised px-4 py-3 no-underline hover:border-ball hover:bg-ball-wash"
          >
            <span>
              <span className="block text-lg font-semibold">{settingGroups[group].title}</span>
              <span className="block text-sm text-muted">{settingGroups[group].about}</span>
            </span>
            <ChevronRight aria-hidden="true" className="shrink-0 text-muted" size={22} />
          </Link>
        ))}
      </nav>
      <p className="mt-4">
        <Link to={paths.adminChampions} className="link inline-flex min-h-touch items-center">
          Past champions
        </Link>
      </p>
    </AdminFrame>
  )
}

type GroupFormProps = { settings: Settings; group: SettingGroup; problems: readonly SettingProblem[] }

function GroupForm({ settings, group, problems }: GroupFormProps) {
  const { timeZone } = settings
  return (
    <ActionForm
      action="settings"
      className="grid gap-6"
      noValidate
      prepare={(form) => readInstants(form, timeZone)}
    >
      <SettingFields shown={{ settings, problems }} group={group} />
      <SaveBar settings={settings} />
      <Defaults settings={settings} group={group} />
    </ActionForm>
  )
}

/** Takes effect at once, independently of Save. */
function RegistrationSwitch({ settings, now }: { settings: Settings; now: number }) {
  const isOpen = isRegistrationOpen(settings, new Date(now))
  return (
    <ActionForm
      action="settings"
      className="mb-6 flex flex-wrap items-center justify-between gap-3 rounded-card border border-line bg-raised p-4"
    >
      <p className="text-lg">
        Registration is <strong>{isOpen ? 'open' : 'closed'}</strong>
      </p>
      <ActionButton
        tone={isOpen ? 'quiet' : 'primary'}
        name="registration"
        value={isOpen ? 'closed' : 'open'}
        data-toggle={isOpen ? 'on' : 'off'}
      >
        {isOpen ? 'Close registration' : 'Open registration'}
      </ActionButton>
    </ActionForm>
  )
}

/** Sticky Save button, with the names of unsaved settings. */
function SaveBar({ settings }: { settings: Settings }) {
  const bar = useRef<HTMLDivElement>(null)
  const { answered } = use(FormContext)
  const isHydrated = useHydrated()
  const [unsaved, setUnsaved] = useState('')
  const updateUnsaved = useEffectEvent(() => {
    const form = new FormData(bar.current?.closest('form') ?? undefined)
    readInstants(form, settings.timeZone)
    setUnsaved(unsavedSettings(Object.fromEntries(fieldsOf(form)), settings).join(', '))
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer resets the fields to the saved values, and hydration puts local times into them.
  useEffect(() => updateUnsaved(), [settings, answered, isHydrated])
  useEffect(() => {
    const form = bar.current?.closest('form')
    const onInput = () => updateUnsaved()
    form?.addEventListener('input', onInput)
    return () => form?.removeEventListener('input', onInput)
  }, [])

  return (
    <div ref={bar} className="save-bar" data-unsaved={unsaved !== '' || undefined}>
      <p className="needs-script min-w-0 grow">
        {unsaved === '' ? 'Everything is saved.' : <strong>Not saved yet: {unsaved}</strong>}
      </p>
      <ActionButton tone={unsaved === '' ? 'quiet' : 'primary'}>Save</ActionButton>
    </div>
  )
}

/** Local times to instants: in the cup's time zone or, without one, in the device's. */
function readInstants(form: FormData, timeZone: string) {
  for (const name of settingNames.filter((each) => settingOf(each).kind === 'instant')) {
    const typed = textOf(form, name)
    if (isInCalendar(typed))
      form.set(name, instantOf(new Date(`${typed.slice(0, 16)}Z`), timeZone).toISOString())
  }
}

/** Stored phone numbers by edition: their deletion date, and a button to delete them now. */
function PhonesCard({ kept }: { kept: readonly KeptPhones[] }) {
  const { revalidate } = useRevalidator()
  return (
    <section aria-label="Phone numbers" className="mt-4 rounded-card border border-line bg-raised p-4">
      {kept.length === 0 && <p>No phone numbers are stored.</p>}
      <ul className="grid gap-3">
        {kept.map((phones) => (
          <li key={phones.edition} className="flex flex-wrap items-center justify-between gap-3">
            <p className="min-w-0">
              {phonesWords(phones)} <span className="text-muted">{until(phones)}</span>
            </p>
            {phones.overAt && (
              <ActionForm onAnswer={() => void revalidate()}>
                <Hidden fields={{ edition: phones.edition }} />
                <ActionButton tone="danger" name="intent" value="delete-phones">
                  Delete now<span className="sr-only">: {phonesWords(phones)}</span>
                </ActionButton>
              </ActionForm>
            )}
          </li>
        ))}
      </ul>
      <p className="mt-3 text-sm">
        <Link to={paths.adminNames} className="link inline-flex min-h-touch items-center">
          Remove a name
        </Link>
      </p>
    </section>
  )
}

function until({ phones, overAt, goAt }: KeptPhones) {
  const are = phones === 1 ? 'is' : 'are'
  if (!overAt) return `${are} needed until its final.`
  if (!goAt) return phones === 1 ? 'stays until you delete it.' : 'stay until you delete them.'
  return (
    <>
      {are} deleted automatically: <When at={goAt} />.
    </>
  )
}
