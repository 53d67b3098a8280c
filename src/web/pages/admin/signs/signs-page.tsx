import { Form } from 'react-router'
import { isLoopback } from '../../../../domain/text.ts'
import { siteOf } from '../../../actions/page-action.ts'
import { clientLoader, meta, type PageProps, page, shouldRevalidate } from '../../../page.tsx'
import { pageLoader } from '../../../page-loader.ts'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { QrCode } from '../../../ui/qr-code.tsx'
import { AdminFrame } from '../admin-frame.tsx'

export { clientLoader, meta, shouldRevalidate }
export const loader = pageLoader('adminSigns', ({ parts, url }) => ({
  site: siteOf(parts, url.origin),
  paper: url.searchParams.get('paper') === 'a4' ? ('a4' as const) : ('a5' as const),
}))

export default page('adminSigns', Signs)

/** One sign per table, each on its own sheet. */
function Signs({ view: { settings, site, paper } }: PageProps<typeof loader>) {
  const tables = Array.from({ length: settings.scheduleGroupSize }, (_, index) => index + 1)
  return (
    <AdminFrame
      back={{ to: paths.adminDraw, label: 'Draw Management' }}
      lead="Print the signs and put one on each table. Players scan the code to report who won."
    >
      <div className="mb-6 flex flex-wrap items-center gap-3 print:hidden">
        <Form method="get" className="flex gap-3">
          {(['a5', 'a4'] as const).map((size) => (
            <Button
              key={size}
              tone="quiet"
              name="paper"
              value={size}
              aria-pressed={size === paper}
              className="aria-pressed:border-ball aria-pressed:bg-ball-wash"
            >
              {size.toUpperCase()}
            </Button>
          ))}
        </Form>
        <Button type="button" className="needs-script" onClick={() => print()}>
          Print
        </Button>
      </div>
      {isLoopback(site) && (
        <p className="mb-6 max-w-prose rounded-card border-2 border-amber p-4">
          Phones cannot open this address. Open this page at this machine's network address, or start the cup
          with ORIGIN set to its public address.
        </p>
      )}
      <div className="signs" data-paper={paper}>
        {tables.map((table) => (
          <Sign key={table} cup={settings.editionTitle} table={table} address={site + paths.table(table)} />
        ))}
      </div>
    </AdminFrame>
  )
}

type SignProps = { cup: string; table: number; address: string }

function Sign({ cup, table, address }: SignProps) {
  return (
    <section className="sign" aria-label={`Sign of table ${table}`}>
      <p className="sign-cup">{cup}</p>
      <h2 className="sign-table">Table {table}</h2>
      <div className="sign-code">
        <QrCode text={address} label={`QR code to ${address}`} />
      </div>
      <p className="sign-words">Match over? Scan, and tap who won.</p>
      <p className="sign-address">{address.replace(/^https?:\/\//, '')}</p>
    </section>
  )
}
