import type { CupView } from '../../domain/cup.ts'

/** The part of the public view a page renders from, kept current by the live stream. */
export function useLiveView<Slice extends Partial<CupView> & { readonly revision: number }>(slice: Slice): Slice {
  return slice
}
