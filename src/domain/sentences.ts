// The spec's sentences, word for word: `messages` of messages.ts. Single exports, so that unused ones are tree-shaken.
// Two are ours: `wonTheCup` for the final, and `goesThrough` where nobody was beaten.

export const registrationClosedTitle = 'Registration Closed'
export const registrationClosed = 'Registration to the tournament is now closed.'
export const registerMissing = (fields: readonly string[]) =>
  `Please fill in the following required fields: ${fields.join(', ')}`
export const registerFailed = 'Error registering team. Please try again later.'
export const registered = 'Team registered successfully!'

export const loginMissing = 'Please enter both email and password'
export const loginFailed = 'Failed to log in. Please check your credentials.'

export const loadTimeout = 'Loading took too long. Please try refreshing the page.'
export const noApprovedTeams =
  'No approved teams available for tournament. Please go to the Admin page to approve teams.'
export const accessFailed = 'Error accessing tournament. Please try again later.'
export const createFailed = 'Failed to create a new tournament. Please try again later.'
export const loadFailed = 'Failed to load tournament data. Please try again later.'
export const noTournamentData = 'No tournament data available.'

export const winnerFailed = 'Failed to update match winner'
export const undoFailed = 'Failed to undo winner selection'
export const resetFailed = 'Failed to reset tournament. Please try again later.'
export const created = 'New tournament created successfully'
export const settingWinner = (team: string) => `Setting ${team} as the winner...`
export const changingWinner = (team: string) => `Changing winner to ${team}...`
export const advanced = (team: string) => `${team} advanced to the next round`
export const winnerChanged = (team: string) => `Winner changed to ${team}`
export const goesThrough = (team: string) => `${team} goes through`
export const wonTheCup = (team: string) => `${team} won the cup`
export const exchanged = 'Teams exchanged successfully'
export const wasReset = 'Tournament reset successfully'
export const undone = 'Winner selection undone successfully'
export const resetConfirm =
  'Are you sure you want to reset the tournament? This will delete the current tournament and create a new one.'
export const featureUnavailable = 'This feature is temporarily unavailable'
export const drawInstruction =
  'Click on a team name to select as winner and advance to the next round. You can change winners at any time.'
export const selectHint = 'Click to select as winner'
export const reconfirmHint = 'Click to reconfirm'

export const exchangeSelectTwo = 'Please select two teams to exchange'
export const exchangeFailed = 'Failed to exchange teams. Please try again.'

export const teamsLoadFailed = 'Failed to load teams. Please try again.'
export const approvalFailed = 'Failed to update team approval. Please try again.'
export const logoutFailed = 'Failed to log out. Please try again.'

export const entriesLoadFailed = 'Failed to load teams. Please try again later.'
export const entriesEmpty = 'No teams registered yet.'

export const scheduleNoTournament = 'No active tournament found.'
export const scheduleLoadFailed = 'Failed to load tournament schedule. Please try again later.'
export const scheduleEmpty = 'No tournament schedule available yet.'
export const scheduleStarts = (time: string) => `Tournament starts at ${time}`
export const scheduleGroups = (size: number, minutes: number) =>
  `Matches are organized in groups of ${size}, with each group starting ${minutes} minutes apart`
export const scheduleApproximate = 'All times are approximate and may vary based on match progression'

export const pastCurrentMissing = 'Could not find current tournament.'
export const pastAccessFailed = 'Could not access tournament data. Please try again later.'
export const pastNoData = 'No tournament data available for this edition.'
export const pastNotFound = 'Tournament not found.'
export const pastLoadFailed = 'Failed to load tournament data. Please try again later.'
export const pastPlaceholder = '-- Select an edition --'
export const pastSelect = 'Please select a tournament edition from the dropdown above to view results.'
