import { createContext } from 'react'

/** Whether the page is out of sight, because another one is on its way: a dialog would lie over that one, unseen. */
export const OutOfSightContext = createContext(false)
