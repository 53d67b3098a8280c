import { meta, page } from '../page.tsx'
import { ChalkSection } from '../ui/court.tsx'
import { PageFrame } from '../ui/page-frame.tsx'

export { meta }
export default page('rules', Rules)

const sections = [
  {
    title: 'Game Setup',
    rules: [
      'Each team consists of 2 players.',
      '10 cups are set up in a triangle at each end of the table.',
      'Cups are filled to tournament standards.',
      'Teams stand behind their tables.',
    ],
  },
  {
    title: 'Gameplay',
    rules: [
      'Teams take alternate turns.',
      'Each player throws one ball per turn.',
      'If both players hit in the same turn, the cups are removed and the team shoots again.',
      'Balls may be bounced.',
      'Defenders may block bounces.',
    ],
  },
  {
    title: 'Scoring and Winning',
    rules: [
      'A cup that is hit is removed.',
      'The game ends when all opposing cups are gone.',
      'If both teams make their last cup in the same round, there is overtime: 3 cups plus one on top, in a triangle.',
    ],
  },
  {
    title: 'Special Rules',
    rules: [
      'A retrieved bounce-back gives a special shot.',
      'Knocked cups are removed.',
      'Interference gives a penalty cup.',
      'A rack rearrangement may be requested twice per game.',
    ],
  },
] as const

function Rules() {
  return (
    <PageFrame>
      <div className="grid gap-x-12 gap-y-10 md:grid-cols-2">
        {sections.map(({ title, rules }) => (
          <ChalkSection key={title} title={title}>
            <ul className="chalk-list">
              {rules.map((rule) => (
                <li key={rule}>{rule}</li>
              ))}
            </ul>
          </ChalkSection>
        ))}
      </div>
    </PageFrame>
  )
}
