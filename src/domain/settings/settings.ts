import type { Edition, Settings } from '../cup.ts'

export const defaultScheduleStart = '21:15'

/** The spec's constants: how the cup behaves until an organiser chooses otherwise. */
export const defaultSettings: Settings = {
  registration: 'closed',
  registrationClosesAt: '',
  teamLimit: 0,
  organiserTools: 'off',
  drawCreation: 'anyone',
  byes: 'confirm',
  editionNumber: 11,
  editionSeason: 'Spring 2025',
  editionTheme: '',
  editionTitle: 'The Cup N11',
  announcement: "This Friday's tournament is brought to you by our sponsor's app.",
  sponsorLink: 'https://example.com/sponsor-app',
  appLink: 'https://example.com/the-cup-app',
  citizensCupLink: 'https://example.com/citizens-cup',
  scheduleStart: defaultScheduleStart,
  scheduleGroupSize: 6,
  scheduleInterval: 15,
  specialEvents: [
    { time: '21:00', name: '1st Round', description: 'Drink special of the first round: ask at the bar.' },
    { time: '22:00', name: '2nd Round', description: 'Drink special of the second round: ask at the bar.' },
    { time: '23:00', name: '3rd Round', description: 'Drink special of the third round: ask at the bar.' },
    {
      time: '00:00',
      name: '4th and Final Round',
      description: 'Drink special of the final round: ask at the bar.',
    },
  ],
}

/** Editions 1 to 11, Spring 2020 to Spring 2025; nobody handed down themes and winners. */
export const defaultEditions: readonly Edition[] = Array.from({ length: 11 }, (_, index) => ({
  number: index + 1,
  season: `${index % 2 === 0 ? 'Spring' : 'Fall'} ${2020 + Math.floor(index / 2)}`,
  theme: '',
  winners: '',
}))

export const loadTimeoutMs = 10_000
export const statusMessageMs = 5_000
export const creatingWaitMs = 2_000
export const scriptTimeoutMs = 120_000
export const exchangeLimit = 2
