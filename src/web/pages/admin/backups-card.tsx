import { Download, TriangleAlert } from 'lucide-react'
import { useRevalidator } from 'react-router'
import type { Settings } from '../../../domain/cup.ts'
import type { BackupState } from '../../../domain/upkeep/backup-schedule.ts'
import { ActionButton, ActionForm } from '../../actions/action-form.tsx'
import { paths } from '../../paths.ts'
import { When } from '../../ui/time.tsx'
import { useClearedForm, YourPassword } from './your-password.tsx'

type BackupProps = { backup: BackupState; settings: Pick<Settings, 'backups'> }

export function BackUpNow() {
  const { revalidate } = useRevalidator()
  return (
    <ActionForm onAnswer={() => void revalidate()}>
      <ActionButton tone="quiet" name="intent" value="back-up">
        Back up now
      </ActionButton>
    </ActionForm>
  )
}

/** Also on the dashboard, so that a failed backup is noticed in time. */
export function BackupTrouble({ backup: { failure, last } }: { backup: BackupState }) {
  if (!failure) return null
  return (
    <section
      aria-label="Backup"
      className="mb-5 grid gap-3 rounded-card border-2 border-alert bg-alert-wash p-4"
    >
      <div role="alert" className="flex gap-3">
        <TriangleAlert aria-hidden="true" className="mt-px shrink-0 text-alert" size={22} />
        <p className="max-w-prose">
          <strong>The last backup failed.</strong> {failure}{' '}
          {last ? (
            <>
              The latest is from <When at={last} />.
            </>
          ) : (
            'There is no earlier one.'
          )}
        </p>
      </div>
      <BackUpNow />
    </section>
  )
}

export function BackupCard({ backup, settings }: BackupProps) {
  return (
    <section aria-label="Latest backup" className="mt-8 rounded-card border border-line bg-raised p-4">
      <BackupTrouble backup={backup} />
      <LastBackup backup={backup} settings={settings} />
      <p className="mt-1 max-w-prose text-sm text-muted">
        A backup contains everything, including phone numbers and accounts. Keep one on another machine, and
        keep it safe.
      </p>
      <div className="mt-3 flex flex-wrap gap-3">
        {!backup.failure && <BackUpNow />}
        {backup.last && <DownloadNewest />}
      </div>
    </section>
  )
}

/** Asks for the password, because the file contains everything and leaves the machine. */
function DownloadNewest() {
  const { formKey, onAnswer } = useClearedForm()
  return (
    <details>
      <summary className="button button-quiet">
        <Download aria-hidden="true" size={18} /> Download the latest
      </summary>
      <ActionForm
        key={formKey}
        className="mt-4 grid max-w-md gap-4"
        onAnswer={(answer) => {
          onAnswer(answer)
          if (answer.ok) location.assign(paths.adminBackup)
        }}
      >
        <YourPassword />
        <ActionButton className="justify-self-start" name="intent" value="download-backup">
          Download
        </ActionButton>
      </ActionForm>
    </details>
  )
}

export function LastBackup({ backup: { last }, settings, className }: BackupProps & { className?: string }) {
  return (
    <p className={className}>
      {last ? (
        <>
          Last backup: <When at={last} />.
        </>
      ) : (
        'No backup has been made yet.'
      )}
      {settings.backups === 'off' && ' Backups are switched off.'}
    </p>
  )
}
