import type { ShouldRevalidateFunctionArgs } from 'react-router'

/** The `shouldRevalidate` of a page on the live stream: neither its own posts nor another part of its address need anything anew. */
export function skipRevalidation({
  formMethod,
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  const isPost = formMethod !== undefined && formMethod !== 'GET'
  const isSearch = currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search
  return !isPost && !isSearch && defaultShouldRevalidate
}
