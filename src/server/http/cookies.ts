/**
 * Cookies of the cup: the session of an organiser, the device id of a browser that has signed in before, and for a few
 * minutes the link of the team that this browser has just registered.
 */

const sessionName = 'cup-session'
const deviceName = 'cup-device'
const entryName = 'cup-entry'
const entrySeconds = 10 * 60

// On https the prefix makes browsers refuse the cookie unless it is Secure, for this host alone and for all paths.
const prefixOf = (isSecure: boolean) => (isSecure ? '__Host-' : '')

export function readSessionCookie(header: string | undefined, isSecure: boolean): string | undefined {
  return readCookie(header, prefixOf(isSecure) + sessionName)
}

export function readDeviceCookie(header: string | undefined, isSecure: boolean): string | undefined {
  return readCookie(header, prefixOf(isSecure) + deviceName)
}

export function readEntryCookie(header: string | undefined): string | undefined {
  return readCookie(header, entryName)
}

/** True for anything that looks like a session or an entry, valid or not: such a request gets nothing shared. */
export function hasOwnCookie(header: string | undefined): boolean {
  return header !== undefined && [sessionName, entryName].some((name) => header.includes(`${name}=`))
}

export function sessionCookie(token: string, expiresAt: string, isSecure: boolean): string {
  return writeCookie(sessionName, token, new Date(expiresAt), isSecure)
}

export function clearedCookie(isSecure: boolean): string {
  return writeCookie(sessionName, '', new Date(0), isSecure)
}

/** Only for the page that follows the form without scripts. */
export function entryCookie(token: string, isSecure: boolean): string {
  const line = `${entryName}=${token}; Path=/register; Max-Age=${entrySeconds}; HttpOnly; SameSite=Strict`
  return isSecure ? `${line}; Secure` : line
}

export function deviceCookie(deviceId: string, expiresAt: Date, isSecure: boolean): string {
  return writeCookie(deviceName, deviceId, expiresAt, isSecure)
}

function writeCookie(name: string, value: string, expires: Date, isSecure: boolean): string {
  const line = `${prefixOf(isSecure)}${name}=${value}; Path=/; Expires=${expires.toUTCString()}; HttpOnly; SameSite=Lax`
  return isSecure ? `${line}; Secure` : line
}

function readCookie(header: string | undefined, name: string): string | undefined {
  if (!header) return undefined
  for (const pair of header.split(';')) {
    const text = pair.trim()
    if (text.startsWith(`${name}=`)) return text.slice(name.length + 1) || undefined
  }
  return undefined
}
