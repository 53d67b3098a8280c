import { createContext, type RouterContext } from 'react-router'
import type { RequestParts } from '../server/http/render-page.ts'

/** The screens' only imports from the server: types, and the router context with the parts of each request. */
export type { Actor, Organiser } from '../server/actors.ts'
export type { App } from '../server/app.ts'
export type { PageRow, QueryRule } from '../server/http/page-address.ts'
export type { RequestParts } from '../server/http/render-page.ts'
export type { DrawEvent } from '../server/queries/draw-history.ts'
export type { JournalLine } from '../server/queries/read-journal.ts'
export type { NamedTeam, OrganiserTeam } from '../server/queries/teams-for-organiser.ts'

// The server runs from source and the screens from a bundle: two module graphs, which share this global.
const keys = globalThis as typeof globalThis & { cupRequestParts?: RouterContext<RequestParts> }
keys.cupRequestParts ??= createContext<RequestParts>()
export const requestParts = keys.cupRequestParts
