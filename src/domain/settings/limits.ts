// Constants of the spec that are no settings. A file of its own: public pages need these, but not the table of settings.

export const loadTimeoutMs = 10_000
export const statusMessageMs = 5_000
export const creatingWaitMs = 2_000
export const scriptTimeoutMs = 120_000
export const exchangeLimit = 2
export const defaultScheduleStart = '21:15'
/** Backups on disk of each kind; the oldest is deleted when one more is made. */
export const keptBackups = 14
