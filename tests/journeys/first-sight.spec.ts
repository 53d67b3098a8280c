import { messages } from '../../src/domain/messages.ts'
import { expect } from '../support/journey.ts'
import { signIn, test } from '../support/journey-organiser.ts'
import { isAlive, seenWords } from '../support/journey-page.ts'

/** The specification's words of each screen of a fresh cup, in their order. */
const screens: Readonly<Record<string, readonly string[]>> = {
  '/': [
    'The Cup N11',
    'Spring 2025',
    'sponsor',
    'Register',
    'Draw',
    'Schedule',
    'Entry List',
    'Rules',
    'Past Champions',
    'Past Tournaments',
    "Citizen's Cup",
  ],
  '/register': ['Registration Closed', 'Registration to the tournament is now closed.', 'Back to Home'],
  '/draw': ['Draw', messages.noApprovedTeams, 'Retry', messages.noTournamentData, 'Generate Tournament'],
  '/schedule': [
    'Schedule',
    'Tournament starts at 9:15 PM',
    'Matches are organized in groups of 6, with each group starting 15 minutes apart',
    'All times are approximate and may vary based on match progression',
    '9:00 PM',
    '1st Round',
    '10:00 PM',
    '2nd Round',
    '11:00 PM',
    '3rd Round',
    '12:00 AM',
    '4th and Final Round',
    'Tournament Match Schedule',
    'No tournament schedule available yet.',
    'No active tournament found.',
  ],
  '/entries': ['Entry List', 'No teams registered yet.'],
  '/rules': ['Rules', 'Game Setup', 'Gameplay', 'Scoring and Winning', 'Special Rules'],
  '/past-champions': [
    'Past Champions',
    '1 Spring 2020 Theme Not recorded Winners Not recorded',
    '11 Spring 2025 Theme Not recorded Winners Not recorded',
  ],
  '/past-tournaments': [
    'Past Tournaments',
    'Please select a tournament edition from the dropdown above to view results.',
  ],
  '/login': ['Login', 'Email', 'Password', 'Login'],
  '/admin': ['Logout', 'Welcome, organiser@cup.test', 'Team Approval', 'Draw Management'],
  '/admin/teams': ['Admin', 'Team Approval', 'Logout', 'Total Teams: 0'],
  '/admin/draw': [
    'Admin',
    'Draw Management',
    'Reset Tournament',
    'Exchange Team Positions',
    messages.noApprovedTeams,
    'Retry',
    messages.drawInstruction,
  ],
}

const sizes = [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
] as const

test('on a fresh cup every screen of the specification shows its words, on a phone and on a laptop @laptop', async ({
  page,
  cup,
}) => {
  await page.addInitScript(() => sessionStorage.setItem('appModalSeen', 'yes'))
  for (const [path, words] of Object.entries(screens)) {
    if (path === '/admin') await signIn(page, cup)
    await page.goto(path)
    await isAlive(page)
    for (const size of sizes) {
      await page.setViewportSize(size)
      const inOrder = new RegExp(words.map(literally).join('.*'), 'is')
      await expect.poll(() => seenWords(page), `${path} at ${size.width} px`).toMatch(inOrder)
    }
  }
})

function literally(words: string): string {
  return words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(' ', '\\s+')
}
