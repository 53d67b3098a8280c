// Three cookies: an organiser's session, the device id of a browser that has signed in, and for ten minutes the link of a team
// that registered without scripts.

const sessionName = 'cup-session'
const deviceName = 'cup-device'
const entryName = 'cup-entry'
const entrySeconds = 10 * 60

// Browsers accept a `__Host-` cookie only if it is Secure, without Domain, and for all paths.
const prefixOf = (isSecure: boolean) => (isSecure ? '__Host-' : '')

/** 32 random bytes in base64url. */
const aToken = /^[\w-]{43}$/

export function readSessionCookie(header: string | undefined, isSecure: boolean): string | undefined {
  const token = readCookie(header, prefixOf(isSecure) + sessionName)
  return token && aToken.test(token) ? token : undefined
}

export function readDeviceCookie(header: string | undefined, isSecure: boolean): string | undefined {
  return readCookie(header, prefixOf(isSecure) + deviceName)
}

export function readEntryCookie(header: string | undefined): string | undefined {
  return readCookie(header, entryName)
}

type Span = { readonly now: Date; readonly until: Date }

export function sessionCookie(token: string, span: Span, isSecure: boolean): string {
  return writeCookie(sessionName, token, span, isSecure)
}

export function clearedCookie(isSecure: boolean): string {
  const begin = new Date(0)
  return writeCookie(sessionName, '', { now: begin, until: begin }, isSecure)
}

/** For the page that follows the form without scripts. */
export function entryCookie(token: string, isSecure: boolean): string {
  const line = `${entryName}=${token}; Path=/register; Max-Age=${entrySeconds}; HttpOnly; SameSite=Strict`
  return isSecure ? `${line}; Secure` : line
}

export function deviceCookie(deviceId: string, span: Span, isSecure: boolean): string {
  return writeCookie(deviceName, deviceId, span, isSecure)
}

// Max-Age does not depend on the phone's clock; Expires is for browsers that ignore it.
function writeCookie(name: string, value: string, { now, until }: Span, isSecure: boolean): string {
  const seconds = Math.floor((until.getTime() - now.getTime()) / 1000)
  const kept = `Max-Age=${seconds}; Expires=${until.toUTCString()}`
  const line = `${prefixOf(isSecure)}${name}=${value}; Path=/; ${kept}; HttpOnly; SameSite=Lax`
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
