import { ChevronLeft, SunMoon } from 'lucide-react'
import { createContext, type ReactNode, use } from 'react'
import { Link } from 'react-router'
import { remember } from '../device-storage.ts'
import { type Page, pages, wayBack } from '../pages.ts'
import { paths } from '../paths.ts'
import { PrintTime, useRootData, useRootSettings } from './time.tsx'

/** The page's entry in the table: its frame takes title and way back from it. */
export const PageContext = createContext<Page>(pages.notFound)

export type PageFrameProps = {
  /** The page's h1, if it is not the title in the table. */
  title?: string
  /** Visually hidden h1, to leave the room to the content. */
  hideTitle?: boolean
  /** False if the h1 and the target of *Skip to content* are elsewhere, as in an overlay. */
  isHeading?: boolean
  /** A line under the title. */
  lead?: ReactNode
  /** Buttons right of the title. */
  tools?: ReactNode
  /** The connection status, right in the header. */
  live?: ReactNode
  /** A toolbar: in the header on a laptop, below its first line on a phone. */
  bar?: ReactNode
  /** `text` for reading, `wide` for lists, `full` for the bracket. */
  width?: 'text' | 'wide' | 'full'
  /** Sticky header, on pages that show notices in it. */
  hasNotices?: boolean
  children: ReactNode
}

export const widths = { text: 'max-w-2xl', wide: 'max-w-6xl', full: 'max-w-none' } as const

/** The frame of every page but the poster: header, main landmark, h1. */
export function PageFrame({
  title: ownTitle,
  hideTitle = false,
  isHeading = true,
  lead,
  tools,
  live,
  bar,
  width = 'wide',
  hasNotices = false,
  children,
}: PageFrameProps) {
  const page = use(PageContext)
  const brand = useBrand()
  const title = (ownTitle ?? page.title) || brand
  const Title = isHeading ? 'h1' : 'p'
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <SiteHeader live={live} bar={bar} width={width} hasNotices={hasNotices} />
      <main
        id={isHeading ? 'main' : undefined}
        className={`mx-auto w-full ${widths[width]} px-4 ${bar ? 'pt-1 min-[60rem]:pt-0' : 'pt-4'} pb-16 sm:px-6 print:max-w-none print:p-0`}
      >
        {!hideTitle && (
          <div className="mb-6">
            <div className="hidden items-baseline justify-between print:flex">
              <Wordmark className="print-title text-xl" />
              <span data-printed="">
                <PrintTime />
              </span>
            </div>
            <BackLink {...wayBack(page)} />
            <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
              <Title className={`display ${sizeOf(title)} text-balance sm:text-6xl`}>{title}</Title>
              {tools && <div className="flex flex-wrap gap-3 print:hidden">{tools}</div>}
            </div>
            {lead && <p className="mt-3 max-w-prose text-lg text-muted">{lead}</p>}
          </div>
        )}
        {hideTitle && <h1 className="sr-only">{title}</h1>}
        {children}
      </main>
    </>
  )
}

/** 'Past Tournaments' has to fit on one line of a phone. */
function sizeOf(title: string): string {
  return title.length > 14 ? 'text-[clamp(2rem,9.5vw,2.75rem)]' : 'text-[2.75rem]'
}

function BackLink({ to, label }: { to: string; label: string }) {
  return (
    <Link
      to={to}
      className="-ml-1.5 mb-1 inline-flex min-h-touch items-center gap-0.5 pr-3 font-semibold text-muted hover:text-ball print:hidden"
    >
      <ChevronLeft aria-hidden="true" size={20} />
      {label}
    </Link>
  )
}

type SiteHeaderProps = Pick<PageFrameProps, 'live' | 'bar' | 'width' | 'hasNotices'>

export function SiteHeader({ live, bar, width = 'full', hasNotices = false }: SiteHeaderProps) {
  return (
    <header
      data-notices={hasNotices || undefined}
      className="site-header border-b-[3px] border-poster-edge bg-poster text-on-poster print:hidden"
    >
      <div
        className={`mx-auto flex ${bar ? 'min-h-13' : 'min-h-14'} items-center justify-between gap-x-3 px-4 sm:px-6 ${widths[width]}`}
      >
        {/* With a wrapping bar, a long name gets the rest of the first line, not a separate line. */}
        <div
          className={`flex min-w-0 ${bar ? 'grow basis-0 min-[60rem]:grow-0 min-[60rem]:basis-auto' : ''}`}
        >
          <Link to="/" className="flex min-h-touch min-w-0 items-center">
            <Wordmark />
            <span className="sr-only">, home</span>
          </Link>
        </div>
        {bar}
        <div className="flex shrink-0 items-center gap-2">
          <AdminLink />
          {live}
          <ThemeSwitch className="-mr-2.5" />
        </div>
      </div>
    </header>
  )
}

const themeKey = 'theme'

/** Blocking inline script: runs before the first paint, so that the theme never flashes. */
export const themeScript = `try{var t=localStorage.getItem('${themeKey}');if(t==='dark'||t==='light')document.documentElement.dataset.theme=t}catch{}`

/** Stored on the device; by default `prefers-color-scheme` applies. */
export function ThemeSwitch({ className = '' }: { className?: string }) {
  return (
    <button
      type="button"
      aria-label="Switch between light and dark"
      title="Light or dark"
      className={`needs-script grid size-touch place-items-center rounded-full hover:text-poster-ball ${className}`}
      onClick={switchTheme}
    >
      <SunMoon aria-hidden="true" size={22} />
    </button>
  )
}

function switchTheme() {
  const root = document.documentElement
  const isDark = root.dataset.theme
    ? root.dataset.theme === 'dark'
    : matchMedia('(prefers-color-scheme: dark)').matches
  root.dataset.theme = isDark ? 'light' : 'dark'
  remember(themeKey, root.dataset.theme)
}

/** The cup's name with its number highlighted ('The Cup N11'); a long one on two smaller lines. */
export function Wordmark({ className }: { className?: string }) {
  const brand = useBrand()
  const { name, number } = splitBrand(brand)
  const size =
    className ??
    (brand.length > 24 ? 'line-clamp-2 text-[1.0625rem] text-balance leading-none!' : 'truncate text-2xl')
  return (
    <span className={`display font-black ${size}`} title={brand}>
      {name}
      {number && <span className="ml-[0.04em] text-poster-ball print:text-current"> {number}</span>}
    </span>
  )
}

/** The last word is the edition's number if it contains a digit. */
export function splitBrand(brand: string): { name: string; number: string } {
  const [, name, number] = /^(.*\S)\s+(\S*\d\S*)$/.exec(brand.trim()) ?? []
  return name && number ? { name, number } : { name: brand, number: '' }
}

export const defaultBrand = 'The Cup'

/** For signed-in organisers on public pages, whose responses are then not cached. */
export function AdminLink() {
  const { openTo } = use(PageContext)
  if (!useRootData()?.isSignedIn || openTo === 'organiser') return null
  return (
    <Link
      to={paths.admin}
      className="flex min-h-touch items-center px-2 font-semibold hover:text-poster-ball"
    >
      Admin
    </Link>
  )
}

/** The live name of the cup, also on pages without settings. */
export function useBrand(): string {
  return useRootSettings()?.editionTitle ?? defaultBrand
}

/** Document title. Not by `meta`, which would not follow the cup's live name. */
export function PageTitle({ children }: { children?: string }) {
  const brand = useBrand()
  return <title>{children && children !== brand ? `${children} · ${brand}` : brand}</title>
}
