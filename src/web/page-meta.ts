import { paths } from './paths.ts'
import { defaultBrand } from './ui/page-frame.tsx'

type PageMeta = {
  /** The page's own name; the cup's name follows it. */
  title?: string
  description: string
}

type Matches = readonly ({ readonly id: string; readonly loaderData?: unknown } | undefined)[]

/** Description and what a shared link shows; the document title is PageTitle's (ui/page-frame.tsx), which is live. */
export function pageMeta({ matches }: { readonly matches: Matches }, { title, description }: PageMeta) {
  const root = matches.find((match) => match?.id === 'root')?.loaderData as
    | { settings?: { editionTitle: string }; site?: string; epoch?: number; revision?: number }
    | undefined
  const brand = root?.settings?.editionTitle ?? defaultBrand
  const whole = title ? `${title} · ${brand}` : brand
  return [
    { name: 'description', content: description },
    { property: 'og:title', content: whole },
    { property: 'og:description', content: description },
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: brand },
    // Whoever unfolds a shared link wants the picture's whole address, and asks for it again when that is another.
    {
      property: 'og:image',
      content: `${root?.site ?? ''}${paths.preview}?v=${root?.epoch}.${root?.revision}`,
    },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { property: 'og:image:alt', content: `${brand}, and where it is now` },
    { name: 'twitter:card', content: 'summary_large_image' },
  ]
}
