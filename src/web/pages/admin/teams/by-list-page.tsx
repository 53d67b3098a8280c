import { useState } from 'react'
import { data, Form, isRouteErrorResponse, Link, redirect, useActionData, useNavigation } from 'react-router'
import { actions } from '../../../../domain/actions.ts'
import { listTrouble } from '../../../../domain/organiser-messages.ts'
import { teamFieldLabels } from '../../../../domain/teams/team-form.ts'
import { type ListColumn, shapeOf } from '../../../../domain/teams/team-import.ts'
import { counted, textOf } from '../../../../domain/text.ts'
import { doneAt } from '../../../actions/page-action.ts'
import { signedIn } from '../../../guard.ts'
import { clientLoader, meta, page, shouldRevalidate } from '../../../page.tsx'
import { logFailure, pageLoader } from '../../../page-loader.ts'
import { paths } from '../../../paths.ts'
import { answered } from '../../../reachable.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Empty } from '../../../ui/court.tsx'
import { ChoiceField, Field, SelectField, TextAreaField } from '../../../ui/field.tsx'
import { Table } from '../../../ui/table.tsx'
import { AdminFrame } from '../admin-frame.tsx'
import type { Route } from './+types/by-list-page'
import { type ListPreview, type PreviewRow, previewList } from './team-csv.ts'

const failure = actions.import.failed

export { clientLoader, meta, shouldRevalidate }
/** Without data: its request runs the guard before the form opens. */
export const loader = pageLoader('adminTeamsByList')

type Shown = { readonly text: string; readonly preview?: ListPreview; readonly error?: string }

/** Previews a list, and imports it once that same preview is confirmed. */
export async function action({ context, request }: Route.ActionArgs) {
  const { app, organiser } = signedIn(context)
  const form = await request.formData()
  const text = await listText(form)
  // A binary file, such as a spreadsheet or a picture.
  if (text.includes('\0')) return data<Shown>({ text: '', error: listTrouble.notText }, { status: 422 })
  let preview: ListPreview | undefined
  try {
    const shape = shapeOf(form.getAll('column').map(String), form.has('heading'))
    preview = previewList(text, shape, await app.teamsForOrganiser(organiser))
    if (preview.rows.length === 0) return data<Shown>({ text, error: listTrouble.empty }, { status: 422 })
    const wasSeen = textOf(form, 'seen') === seenOf(preview)
    if (textOf(form, 'intent') !== 'import' || !wasSeen) return data<Shown>({ text, preview })

    const answer = await app.run('import', form, organiser)
    if (!answer.ok) {
      const error = [answer.error, ...answer.details].join(' ')
      return data<Shown>({ text, preview, error }, { status: 422 })
    }
    throw redirect(doneAt(paths.adminTeams, { name: 'import', answer }), 303)
  } catch (error) {
    if (error instanceof Response) throw error
    logFailure(error)
    return data<Shown>({ text, ...(preview && { preview }), error: failure }, { status: 503 })
  }
}

/** The selected file, else the pasted text. Not every spreadsheet writes UTF-8. */
async function listText(form: FormData): Promise<string> {
  const file = form.get('file')
  if (!(file instanceof File) || file.size === 0) return String(form.get('list') ?? '')
  const bytes = await file.arrayBuffer()
  const [first = 0, second = 0] = new Uint8Array(bytes)
  // UTF-16 with a byte order mark: what spreadsheets call Unicode text.
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** Fingerprint of the column choice in the preview: an import with another choice shows the preview again first. */
function seenOf({ shape: { columns, hasHeading } }: ListPreview): string {
  return [...columns, hasHeading].join()
}

/** A post that gets no answer keeps the page and the pasted text. */
export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const text = String((await request.clone().formData()).get('list') ?? '')
  const asked = serverAction().catch((error: unknown): Shown => {
    if (isRouteErrorResponse(error) && error.status === 413) return { text, error: listTrouble.tooLong }
    throw error
  })
  return answered<Shown>(asked, () => ({ text, error: failure }))
}

export default page('adminTeamsByList', TeamsByList)

function TeamsByList() {
  const answer = useActionData<typeof clientAction>()
  const { formMethod } = useNavigation()
  const isBusy = formMethod === 'POST'
  // A failed post keeps the last preview, with all that was selected in it.
  const [shown, setShown] = useState(answer)
  if (answer?.preview && answer !== shown) setShown(answer)
  const preview = shown?.preview
  return (
    <AdminFrame isLive={false} back={{ to: paths.adminTeams, label: 'Team Approval' }}>
      <p className="mb-4 max-w-prose text-muted">
        From a form tool or a spreadsheet, one team per row. You see a preview before anything is imported.
      </p>
      {answer?.error && !isBusy && (
        <div className="mb-4">
          <Banner kind="alert" isSought>
            {answer.error}
          </Banner>
        </div>
      )}
      {preview ? (
        <Preview key={seenOf(preview)} text={shown?.text ?? ''} preview={preview} isBusy={isBusy} />
      ) : (
        <Form method="post" encType="multipart/form-data" className="grid max-w-3xl gap-5">
          <TextAreaField
            label="Paste the list"
            name="list"
            rows={10}
            defaultValue={answer?.text}
            placeholder={'Player 1, Player 2, Team(s), Phone'}
            hint="Separate the cells by commas, semicolons or tabs. Up to about 2,000 teams at a time."
          />
          <Field
            label="Or select a file"
            name="file"
            type="file"
            accept=".csv,.tsv,.txt,text/csv,text/plain"
          />
          <Button name="intent" value="preview" disabled={isBusy} className="justify-self-start">
            Preview
          </Button>
        </Form>
      )}
    </AdminFrame>
  )
}

type PreviewProps = { text: string; preview: ListPreview; isBusy: boolean }

function Preview({ text, preview, isBusy }: PreviewProps) {
  const { rows } = preview
  return (
    <Form method="post" className="grid gap-5">
      <textarea name="list" defaultValue={text} hidden readOnly />
      <input type="hidden" name="seen" value={seenOf(preview)} />
      <Columns preview={preview} isBusy={isBusy} />
      <p className="text-lg" role="status">
        {summary(rows)}
      </p>
      {rows.length === 0 ? (
        <Empty>{listTrouble.empty}</Empty>
      ) : (
        <Table caption="Teams in the list" rows={rows} rowKey={({ row }) => String(row)} columns={columns} />
      )}
      <div className="flex flex-wrap gap-3">
        <Button name="intent" value="import" disabled={isBusy}>
          {isBusy ? 'Importing...' : 'Import selected teams'}
        </Button>
        <Link to={paths.adminTeamsByList} reloadDocument className="button button-quiet">
          Use another list
        </Link>
      </div>
    </Form>
  )
}

/** The guessed meaning of each column, for correction. */
function Columns({ preview: { shape, names }, isBusy }: Pick<PreviewProps, 'preview' | 'isBusy'>) {
  const choices: readonly (readonly [ListColumn, string])[] = [
    ['', 'Ignore'],
    ...(Object.entries(teamFieldLabels) as [ListColumn, string][]),
  ]
  return (
    <fieldset className="rounded-card border border-line p-4 wrap-anywhere">
      <legend className="px-1 font-semibold">Columns</legend>
      <div className="grid grid-cols-2 gap-x-4 gap-y-3 lg:grid-cols-4">
        {shape.columns.map((column, at) => (
          <SelectField
            // biome-ignore lint/suspicious/noArrayIndexKey: a column is identified by its position.
            key={at}
            label={names[at] ?? ''}
            name="column"
            defaultValue={column}
          >
            {choices.map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </SelectField>
        ))}
      </div>
      <div className="mt-3 flex flex-wrap items-center justify-between gap-x-6">
        <ChoiceField
          label="The first row is a heading"
          name="heading"
          value="yes"
          defaultChecked={shape.hasHeading}
        />
        <Button tone="quiet" name="intent" value="preview" disabled={isBusy}>
          Apply
        </Button>
      </div>
    </fieldset>
  )
}

const columns = [
  {
    label: 'Player 1',
    lead: true,
    cell: (listed: PreviewRow) => (
      <label className="flex min-h-touch items-center gap-2">
        <input
          type="checkbox"
          name="row"
          value={listed.row}
          defaultChecked={!listed.problem && listed.notes.length === 0}
          disabled={listed.problem !== undefined || listed.isDouble}
          className="size-5 shrink-0 accent-action"
        />
        <bdi className="font-semibold wrap-anywhere">{listed.form.player1Name || '-'}</bdi>
      </label>
    ),
  },
  {
    label: 'Player 2',
    cell: ({ form }: PreviewRow) => <bdi className="wrap-anywhere">{form.player2Name || '-'}</bdi>,
  },
  {
    label: 'Team(s)',
    cell: ({ form }: PreviewRow) => form.teams && <bdi className="wrap-anywhere">{form.teams}</bdi>,
  },
  {
    label: 'Contact',
    className: 'tabular-nums',
    cell: ({ form }: PreviewRow) =>
      form.teamPhoneNumber && <bdi className="wrap-anywhere">{form.teamPhoneNumber}</bdi>,
  },
  {
    label: 'Note',
    cell: ({ problem, notes }: PreviewRow) =>
      (problem || notes.length > 0) && (
        <span className={problem ? 'font-semibold text-alert' : 'text-muted'}>
          {problem ?? notes.join(' · ')}
        </span>
      ),
  },
]

function summary(rows: readonly PreviewRow[]): string {
  const count = (matches: (row: PreviewRow) => boolean) => rows.filter(matches).length
  const parts = [
    [count(({ problem, notes }) => !problem && notes.length === 0), 'selected'],
    [count(({ isDouble, problem }) => !problem && isDouble), 'already on the list'],
    [
      count(({ isDouble, problem, notes }) => !problem && !isDouble && notes.length > 0),
      'look like another team',
    ],
    [count(({ problem }) => problem !== undefined), 'cannot be imported'],
  ] as const
  const words = parts.filter(([number]) => number > 0).map((part) => part.join(' '))
  return `${counted(rows.length, 'row')}: ${words.join(', ')}.`
}
