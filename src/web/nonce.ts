import { createContext } from 'react'

/** Tells `takeOwnInline` (src/server/http/security-headers.ts) which inline scripts and styles are ours; a browser gets none. */
export const NonceContext = createContext<string | undefined>(undefined)
