import { use, useState } from 'react'
import { UNSAFE_FrameworkContext as FrameworkContext, Links, useMatches } from 'react-router'

/**
 * The router's own <Links/> asks for stylesheets, and the page is not painted before they have come. Here the page that comes from
 * the server carries its styles (the server fills in their text); only a page opened from another one asks for its files.
 */
export function PageStyles() {
  return import.meta.env.DEV ? <Links /> : <CarriedStyles />
}

function CarriedStyles() {
  const manifest = use(FrameworkContext)?.manifest
  const sheets = useMatches().flatMap(({ id }) => manifest?.routes[id]?.css ?? [])
  const addresses = [...new Set(sheets.map((sheet) => sheet.replace('#', '')))]
  const [carried, setCarried] = useState(() =>
    addresses.map((address) => ({ address, text: textOf(address) })),
  )
  // Once its page was left, a style is gone.
  const still = carried.filter(({ address }) => addresses.includes(address))
  if (still.length < carried.length) setCarried(still)

  return addresses.map((address) => {
    const style = still.find((one) => one.address === address)
    if (!style) return <link key={address} rel="stylesheet" href={address} />
    return (
      <style
        key={address}
        data-sheet={address}
        suppressHydrationWarning
        // biome-ignore lint/security/noDangerouslySetInnerHtml: our own file; the server puts its hash into the security policy.
        dangerouslySetInnerHTML={{ __html: style.text }}
      />
    )
  })
}

function textOf(address: string): string {
  if (import.meta.env.SSR) return ''
  return document.querySelector(`style[data-sheet="${address}"]`)?.textContent ?? ''
}
