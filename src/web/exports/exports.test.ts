import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { drawOf, drawOfNames, teamIds, won } from '../../../tests/support/draws.ts'
import { csvText } from '../../domain/csv.ts'
import type { Draw } from '../../domain/cup.ts'
import { defaultSettings as settings } from '../../domain/settings/settings.ts'
import { drawSvg } from '../pictures/draw-svg.ts'
import { drawCsv, drawData, scheduleCsv } from './draw-data.ts'
import { eveningOf, scheduleIcs } from './schedule-ics.ts'

const evening = new Date('2025-04-04T00:00Z')
const dayOf = (date: Date) => date.toISOString().slice(0, 10)

/** The same draw with another team name. */
function named(draw: Draw, team: string, ...players: string[]): Draw {
  return { ...draw, teams: { ...draw.teams, [team]: { name: players[0] ?? '', players } } }
}

test('a cell is marked as text where a spreadsheet would take it for a formula, and quoted where it must be', () => {
  expect(csvText([['=1+1', '+x', '-x', '@x', 'a,b', 'say "hi"', 'plain']])).toBe(
    `'=1+1,'+x,'-x,'@x,"a,b","say ""hi""",plain\r\n`,
  )
})

describe('without a draw', () => {
  test('every export is empty but valid', () => {
    expect(drawData({ settings }).draw).toBeNull()
    expect(drawCsv({ settings }).split('\r\n')).toHaveLength(2)
    expect(scheduleCsv({ settings }).split('\r\n')).toHaveLength(2)
    expect(scheduleIcs({ settings, evening: undefined })).not.toContain('VEVENT')
    expect(drawSvg({ settings })).toContain('No draw yet')
  })
})

describe('a draw of five', () => {
  const draw = won(drawOfNames('a b c d e'), 'd')

  test('has every match in the CSV of the draw, and no byes in that of the schedule', () => {
    const lines = drawCsv({ settings, draw }).trim().split('\r\n')
    expect(lines.slice(1, 5)).toEqual([
      'Quarter Finals,1,a,BYE,a,,,,,1-abcdefgh',
      'Quarter Finals,2,b,BYE,b,,,,,2-abcdefgh',
      'Quarter Finals,3,c,BYE,c,,,,,3-abcdefgh',
      expect.stringMatching(/^Quarter Finals,4,d,e,d,,9:15 PM,,2025-.*,4-abcdefgh$/),
    ])
    expect(lines).toHaveLength(1 + 7)
    expect(scheduleCsv({ settings, draw }).split('\r\n').slice(1, 3)).toEqual([
      '9:15 PM,Quarter Finals,4,d,e,d,',
      '9:30 PM,Semi Finals,1,TBD,TBD,,',
    ])
  })

  test('has sides, times and winners in JSON, and null for what is unknown', () => {
    const { draw: data } = drawData({ settings, draw })
    expect(data?.champion).toBeNull()
    expect(data?.rounds[0]?.matches[3]).toMatchObject({
      number: 4,
      time: '9:15 PM',
      sides: [
        { id: 'd', players: ['d'] },
        { id: 'e', players: ['e'] },
      ],
      winner: 1,
      walkover: false,
    })
    expect(data?.rounds[0]?.matches[0]?.sides[1]).toBe('BYE')
  })
})

describe('the calendar', () => {
  const draw = drawOf(teamIds(4))

  test('has each match at its time, past midnight on the next day', () => {
    const late = { ...settings, scheduleStart: '23:50' }
    const text = scheduleIcs({ settings: late, draw, evening })
    expect(text.match(/DTSTART:\S+/g)).toEqual([
      'DTSTART:20250404T235000',
      'DTSTART:20250404T235000',
      'DTSTART:20250405T000500',
    ])
    expect(text).toContain('SUMMARY:t1 vs t2')
    expect(text).toContain('SUMMARY:to be decided vs to be decided')
  })

  test('of a team has its matches alone', () => {
    const text = scheduleIcs({ settings, draw, evening, team: 't3' })
    expect(text.match(/SUMMARY:.*/g)).toEqual(['SUMMARY:t3 vs t4'])
    expect(text).toContain('X-WR-CALNAME:The Cup N11: t3')
  })

  test('of a team with a bye has its next match', () => {
    const text = scheduleIcs({ settings, draw: drawOfNames('a b c'), evening, team: 'a' })
    expect(text.match(/SUMMARY:.*/g)).toEqual(['SUMMARY:a vs b or c'])
  })

  test('folds its lines correctly, whatever a team is called', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), (name) => {
        const text = scheduleIcs({ settings, draw: named(draw, 't1', `x${name}`), evening })
        const lines = text.split('\r\n')
        expect(lines.every((line) => new TextEncoder().encode(line).length <= 75)).toBe(true)
        expect(
          text
            .replace(/\r\n /g, '')
            .split('\r\n')
            .filter((line) => line === 'END:VEVENT'),
        ).toHaveLength(3)
      }),
    )
  })

  test('counts a draw made after midnight to the evening before', () => {
    const local = (hour: number) => new Date(2025, 3, 5, hour, 30).toISOString()
    const onDay = (hour: number, scheduleStart = '21:15') =>
      dayOf(eveningOf(local(hour), { ...settings, scheduleStart }))
    expect(onDay(18)).toBe('2025-04-05')
    expect(onDay(1)).toBe('2025-04-04')
    expect(onDay(22, '00:30')).toBe('2025-04-06')
    expect(onDay(0, '00:30')).toBe('2025-04-05')
  })

  test("is on the cup's day, whatever the server's zone", () => {
    const drawn = '2025-04-05T03:30:00.000Z'
    expect(dayOf(eveningOf(drawn, { ...settings, timeZone: 'America/New_York' }))).toBe('2025-04-04')
    expect(dayOf(eveningOf(drawn, { ...settings, timeZone: 'Asia/Tokyo' }))).toBe('2025-04-05')
  })

  test('is on the date of the evening, however early the draw was made; hours after midnight are on the next day', () => {
    const dated = { ...settings, eventDate: '2025-05-02' }
    expect(dayOf(eveningOf('2025-04-05T18:00:00.000Z', dated))).toBe('2025-05-02')
    expect(dayOf(eveningOf('2025-04-05T18:00:00.000Z', { ...dated, scheduleStart: '00:30' }))).toBe(
      '2025-05-03',
    )
  })

  test("has UTC times if the cup's zone is known, and the place", () => {
    const zoned = { ...settings, timeZone: 'Europe/Zurich', venue: 'The Old Bar, 1st floor' }
    const text = scheduleIcs({ settings: zoned, draw, evening, team: 't3' })
    expect(text).toContain('DTSTART:20250404T191500Z')
    expect(text).toContain('DTEND:20250404T193000Z')
    expect(text).toContain('LOCATION:The Old Bar\\, 1st floor')
  })

  test.each([
    ['forward', '2025-03-30T00:00Z', '20250330T003000Z', '20250330T023000Z'],
    ['back', '2025-10-26T00:00Z', '20251025T233000Z', '20251026T013000Z'],
  ])('counts on when the clocks go %s during the night', (_where, day, first, last) => {
    const night = { ...settings, timeZone: 'Europe/Zurich', scheduleStart: '01:30', scheduleInterval: 120 }
    const text = scheduleIcs({ settings: night, draw, evening: new Date(day) })
    expect(text.match(/(?<=DTSTART:)\S+/g)).toEqual([first, first, last])
  })
})

describe('the picture', () => {
  test('escapes every name, and cuts a long one without losing it', () => {
    const draw = named(drawOfNames('a b c d'), 'a', '<script>alert("x")</script> & a very long name')
    const svg = drawSvg({ settings: { ...settings, editionTitle: 'Q&A <Cup>' }, draw })
    expect(svg).not.toContain('<script')
    expect(svg).toContain('Q&amp;A &lt;Cup&gt;')
    expect(svg).toContain(
      '<title>&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; a very long name</title>',
    )
  })

  test('has a card for each match and a line to each next one', () => {
    const svg = drawSvg({ settings, draw: won(drawOf(teamIds(8)), 't1') })
    expect(svg.match(/class="card"/g)).toHaveLength(7)
    expect(svg.match(/class="line"/g)).toHaveLength(2)
    expect(svg.match(/class="line won"/g)).toHaveLength(1)
    expect(svg.match(/class="winner"/g)).toHaveLength(1)
  })
})
