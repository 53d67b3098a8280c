import { createContext } from 'react'

/** Says to the server which inline scripts and styles are ours (src/server/http/own-inline.ts); a browser needs none. */
export const NonceContext = createContext<string | undefined>(undefined)
