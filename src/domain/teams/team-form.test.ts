import { describe, expect, test } from 'vitest'
import { messages } from '../messages.ts'
import { checkTeamForm, missingTeamFields } from './team-form.ts'

const form = { player1Name: 'Anna', player2Name: 'Ben', teams: 'Lions', teamPhoneNumber: '070' }

describe('the registration form', () => {
  test('needs Player 1 Name and Team Phone Number', () => {
    expect(missingTeamFields({})).toEqual(['Player 1 Name', 'Team Phone Number'])
    expect(missingTeamFields({ ...form, teamPhoneNumber: '  ' })).toEqual(['Team Phone Number'])
    expect(messages.registerMissing(missingTeamFields({}))).toBe(
      'Please fill in the following required fields: Player 1 Name, Team Phone Number',
    )
    expect(checkTeamForm({ ...form, player1Name: '' })).toEqual({
      ok: false,
      reason: 'missing-fields',
      details: ['Player 1 Name'],
    })
  })

  test('reports required fields that were not posted', () => {
    expect(checkTeamForm({})).toEqual({
      ok: false,
      reason: 'missing-fields',
      details: ['Player 1 Name', 'Team Phone Number'],
    })
  })

  test('needs no phone number if the team’s was deleted', () => {
    const deleted = { ...form, teamPhoneNumber: '' }
    expect(checkTeamForm(deleted).ok).toBe(false)
    expect(checkTeamForm(deleted, { hasNoPhone: true })).toEqual({ ok: true, value: deleted })
    expect(checkTeamForm({ ...deleted, player1Name: '' }, { hasNoPhone: true })).toMatchObject({
      details: ['Player 1 Name'],
    })
  })

  test.each(['\u200b', '\u3164 \ufeff', '\u2060\u00ad'])(
    'takes what cannot be seen for nothing: %j',
    (unseen) => {
      expect(checkTeamForm({ ...form, player1Name: unseen, player2Name: unseen })).toEqual({
        ok: false,
        reason: 'missing-fields',
        details: ['Player 1 Name'],
      })
      expect(checkTeamForm({ ...form, player2Name: unseen })).toMatchObject({ value: { player2Name: '' } })
    },
  )

  test('needs nothing else, and no format of phone number', () => {
    expect(checkTeamForm({ player1Name: ' Anna ', teamPhoneNumber: 'ask Ben' })).toEqual({
      ok: true,
      value: { player1Name: 'Anna', player2Name: '', teams: '', teamPhoneNumber: 'ask Ben' },
    })
  })

  test('accepts names in any script, and emoji', () => {
    for (const player1Name of ['李雷', 'نور', '🎾 Zoë', "D'Arcy-O’Neill", '👩‍👩‍👧'.repeat(10)]) {
      expect(checkTeamForm({ ...form, player1Name })).toMatchObject({ ok: true, value: { player1Name } })
    }
  })

  test('normalises spaces, composed letters and bidirectional marks', () => {
    expect(checkTeamForm({ ...form, player1Name: ' Zoe\u0308 \t \u202eBerg ' })).toMatchObject({
      ok: true,
      value: { player1Name: 'Zo\u00eb Berg' },
    })
  })

  test('counts characters, not UTF-16 units', () => {
    expect(checkTeamForm({ ...form, player1Name: '🎾'.repeat(80) }).ok).toBe(true)
    expect(checkTeamForm({ ...form, player1Name: 'x'.repeat(81), teams: 'y'.repeat(121) })).toEqual({
      ok: false,
      reason: 'too-long',
      details: ['Player 1 Name', 'Team(s)'],
    })
  })

  test.each(['\u0000', 'a\nb', '\u0007', '\ud800'])('refuses control characters: %j', (player2Name) => {
    expect(checkTeamForm({ ...form, player2Name: `x${player2Name}x` })).toEqual({
      ok: false,
      reason: 'bad-text',
      details: ['Player 2 Name'],
    })
  })
})
