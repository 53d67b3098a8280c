/** Cookies of the cup: the session of an organiser, and the device id of a browser that has signed in before. */

const sessionName = 'cup-session'
const deviceName = 'cup-device'

// On https the prefix makes browsers refuse the cookie unless it is Secure, for this host alone and for all paths.
const prefixOf = (isSecure: boolean) => (isSecure ? '__Host-' : '')

/** 32 random bytes in base64url: anything else was never a session of ours. */
const aToken = /^[\w-]{43}$/

export function readSessionCookie(header: string | undefined, isSecure: boolean): string | undefined {
  const token = readCookie(header, prefixOf(isSecure) + sessionName)
  return token && aToken.test(token) ? token : undefined
}

export function readDeviceCookie(header: string | undefined, isSecure: boolean): string | undefined {
  return readCookie(header, prefixOf(isSecure) + deviceName)
}

/** When a cookie is sent, and until when it is to be kept. */
type Span = { readonly now: Date; readonly until: Date }

export function sessionCookie(token: string, span: Span, isSecure: boolean): string {
  return writeCookie(sessionName, token, span, isSecure)
}

export function clearedCookie(isSecure: boolean): string {
  const begin = new Date(0)
  return writeCookie(sessionName, '', { now: begin, until: begin }, isSecure)
}

export function deviceCookie(deviceId: string, span: Span, isSecure: boolean): string {
  return writeCookie(deviceName, deviceId, span, isSecure)
}

// With Max-Age a phone whose clock is wrong keeps it as long as it should; Expires is for those that do not know it.
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
