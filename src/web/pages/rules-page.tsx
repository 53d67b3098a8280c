import { clientLoader, meta, type PageProps, page, shouldRevalidate } from '../page.tsx'
import { pageLoader } from '../page-loader.ts'
import { ChalkSection } from '../ui/court.tsx'
import { ErrorNote } from '../ui/error-note.tsx'
import { PageFrame } from '../ui/page-frame.tsx'

export { clientLoader, meta, shouldRevalidate }
export const loader = pageLoader('rules')
export default page('rules', Rules)

const sections = {
  rulesSetup: 'Game Setup',
  rulesGameplay: 'Gameplay',
  rulesScoring: 'Scoring and Winning',
  rulesSpecial: 'Special Rules',
} as const

function Rules({ view: { settings }, error }: PageProps<typeof loader>) {
  const names = Object.keys(sections) as (keyof typeof sections)[]
  return (
    <PageFrame>
      {error && <ErrorNote className="mb-6">{error}</ErrorNote>}
      <div className="grid gap-x-12 gap-y-10 md:grid-cols-2">
        {names
          .filter((name) => settings[name].length > 0)
          .map((name) => (
            <ChalkSection key={name} title={sections[name]}>
              <ul className="chalk-list">
                {settings[name].map((rule, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: two rules may be equal.
                  <li key={index}>{rule}</li>
                ))}
              </ul>
            </ChalkSection>
          ))}
      </div>
    </PageFrame>
  )
}
