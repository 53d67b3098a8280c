/** Cookies of the cup: the session of an organiser, and the device id of a browser that has signed in before. */

const sessionName = 'cup-session'
const deviceName = 'cup-device'

// On https the prefix makes browsers refuse the cookie unless it is Secure, for this host alone and for all paths.
const prefixOf = (isSecure: boolean) => (isSecure ? '__Host-' : '')

export function readSessionCookie(header: string | undefined, isSecure: boolean): string | undefined {
  return readCookie(header, prefixOf(isSecure) + sessionName)
}

export function readDeviceCookie(header: string | undefined, isSecure: boolean): string | undefined {
  return readCookie(header, prefixOf(isSecure) + deviceName)
}

/** True for anything that looks like a session, valid or not: such a request gets nothing shared. */
export function hasSessionCookie(header: string | undefined): boolean {
  return header?.includes(`${sessionName}=`) ?? false
}

export function sessionCookie(token: string, expiresAt: string, isSecure: boolean): string {
  return writeCookie(sessionName, token, new Date(expiresAt), isSecure)
}

export function clearedCookie(isSecure: boolean): string {
  return writeCookie(sessionName, '', new Date(0), isSecure)
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
