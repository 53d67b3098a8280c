import type { Settings } from '../src/domain/cup.ts'
import { editionField } from '../src/domain/editions/editions-form.ts'
import type { TeamForm } from '../src/domain/teams/team-form.ts'

/** An invented evening for the demo. None of these people exist. */
const names: readonly [player1: string, player2: string, teams: string][] = [
  ['Maya Lindqvist', 'Tom Okafor', 'Riverside Racquets'],
  ['Zoë Marchetti', 'Łukasz Wrona', 'AC Northgate, Harbour FC'],
  ['Sam Adeyemi', 'Priya Nair', 'Harbour FC'],
  ['Sam Brandt', 'Jonas Vik', 'Old Mill Hockey'],
  ['Beñat Arrieta', 'Íñigo Salas', 'Txuri Beltza'],
  ['ליאור כהן', 'נועה ברק', 'Southbank Tennis'],
  ['Ana-Sofía Quintanilla de la Vega', 'Maximilian Oberhausen-Featherstonehaugh', 'Casa del Volley'],
  ['Kiki 🎾 Tran', 'Bo 🔥 Jensen', 'Net Gains'],
  ['Ravi Menon', '', 'Lions of the Library'],
  ['Chloé Dubois', 'Aurélien Petit', 'Étoile Basket'],
  ['Hana Sato', 'Yuki Mori', ''],
  ['Đặng Minh', 'Nguyễn Thảo', 'Red River Runners'],
  ['Óscar Ferreira', 'Gonçalo Brás', 'Praia Padel'],
  ['Freya Ó Súilleabháin', 'Niamh Casey', 'Celtic Quad'],
  ['Elif Yıldız', 'Çağla Demir', 'Bosphorus Rowing'],
  ['Will Pemberton', 'Gus Hartley', 'Boat House'],
  ['Amira Haddad', 'Leo Castellanos', 'Harbour FC'],
  ['Petra Šimková', '', 'Ledoví Medvědi'],
  ['Marcus Bell', 'Theo Lund', 'Old Mill Hockey'],
  ['Ingrid Åström', 'Björn Ek', 'Fjällräv Orientering'],
  ['Nia Bekele', 'Dawit Alemu', 'Highland Harriers'],
  ['Jo', 'Al', 'The Short Names'],
]

export const sampleTeams: readonly TeamForm[] = teamsOf(names)

/** The two earlier editions, by theme; some teams come back. */
export const earlierTeams: readonly { readonly theme: string; readonly teams: readonly TeamForm[] }[] = [
  {
    theme: 'Moonlight Doubles',
    teams: teamsOf([...names.slice(4, 16), ['Ida Falk', 'Finn Kelly', 'Old Guard']]),
  },
  {
    theme: 'Golden Racquet',
    teams: teamsOf([...names.slice(0, 13), ['Milo Reyes', 'Elsa Berg', 'Old Guard']]),
  },
]

function teamsOf(rows: typeof names): TeamForm[] {
  return rows.map(([player1Name, player2Name, teams], index) => ({
    player1Name,
    player2Name,
    teams,
    teamPhoneNumber: `555-01${String(index + 10)}`,
  }))
}

export const eveningSettings = {
  organiserTools: 'on',
  byes: 'at-once',
  drawCreation: 'admin',
  venue: 'The Anchor, Quay Street',
  scheduleStart: '21:00',
  scheduleGroupSize: 3,
  scheduleInterval: 18,
  announcement:
    "Tonight's cup is brought to you by Halfvolley, the app that finds you a court and a partner.",
  specialEvents: [
    { time: '21:00', name: '1st Round', description: 'Two lemon spritzes for the price of one.' },
    { time: '22:00', name: '2nd Round', description: 'A jug of house lager for the table: 9.' },
    { time: '23:00', name: '3rd Round', description: 'Espresso martini, and a coaster to keep.' },
    { time: '00:00', name: '4th and Final Round', description: "The champions' round: half price for all." },
  ],
} as const satisfies Partial<Settings>

const history: readonly [theme: string, winners: string][] = [
  ['Grass Court', 'Ida Falk and Milo Reyes'],
  ['Lockdown Doubles', 'Tess Varga and Emil Strand'],
  ['Neon Baseline', 'Otto Klein and Farah Aziz'],
  ['Clay Season', 'Lena Novak and Piet de Wit'],
  ['Black Tie Tie-break', 'Rosa Campos and Milo Reyes'],
  ['Beach Club', 'Hugo Lefèvre and Ylva Dahl'],
  ['Retro Wimbledon', 'Mina Park and Alec Stone'],
  ['Midnight Open', 'Ida Falk and Finn Kelly'],
  ['Tropical Slam', 'Sofia Bianchi and Noel Hart'],
  ['Winter Indoors', 'Elsa Berg and Alec Stone'],
]

/** Themes and winners of editions without a draw, as the form of past champions posts them. */
export const sampleHistory = Object.fromEntries(
  history.flatMap(([theme, winners], index) => [
    [editionField(index + 1, 'theme'), theme],
    [editionField(index + 1, 'winners'), winners],
  ]),
)
