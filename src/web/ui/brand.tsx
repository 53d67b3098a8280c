import { useRouteLoaderData } from 'react-router'
import type { Position } from '../../domain/changes.ts'
import type { Settings } from '../../domain/cup.ts'
import { useLiveView } from '../live/use-live-view.ts'

export const defaultBrand = 'The Cup'

type RootData = (Position & { readonly settings: Settings }) | undefined

/** The cup's name as of now, on every page: also on those that show nothing else of the settings. */
export function useBrand(): string {
  // Of the settings the root carries the title alone; nothing when it could not be loaded.
  const live = useLiveView(useRouteLoaderData('root') as RootData)
  return live?.settings?.editionTitle ?? defaultBrand
}

/** The title of the window. The router's own would keep the name the cup had when the page was loaded. */
export function PageTitle({ children }: { children?: string }) {
  const brand = useBrand()
  return <title>{children && children !== brand ? `${children} · ${brand}` : brand}</title>
}
