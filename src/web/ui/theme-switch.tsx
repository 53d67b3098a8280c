import { SunMoon } from 'lucide-react'
import { remember } from '../device-storage.ts'

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
