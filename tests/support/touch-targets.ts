import type { Page } from '@playwright/test'

/** Minimum size of a touch target in CSS pixels. */
const least = 44

/**
 * The page's controls with a smaller touch target, each with its hit area, which includes whatever around it responds: a label, a
 * margin. Links within a sentence are exempt.
 */
export async function smallTargets(page: Page, within = 'body'): Promise<string[]> {
  return page.evaluate(
    ([root, least]) => {
      const all = 'a[href], button, summary, input:not([type="hidden"]), select, textarea, [role="button"]'
      const controls = [...document.querySelectorAll<HTMLElement>(`${root} :is(${all})`)]
      return controls.flatMap((control) => {
        if (!control.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return []
        if (control.matches(':disabled, .skip-link') || isInSentence(control)) return []
        const box = control.getBoundingClientRect()
        // Zoom and fractional screens round away half a pixel.
        if (box.width >= least - 0.5 && box.height >= least - 0.5) return []
        control.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
        const hit = hitArea(control)
        // Covered, as by a dialog: not a target now.
        if (!hit) return []
        if (hit.width >= least - 0.5 && hit.height >= least - 0.5) return []
        const name = (control.getAttribute('aria-label') ?? control.textContent ?? '').trim().slice(0, 40)
        return [`${control.localName} '${name || control.id}' ${hit.width} x ${hit.height}`]
      })

      function isInSentence(control: Element) {
        if (control.localName !== 'a' || getComputedStyle(control).display !== 'inline') return false
        const around = control.parentElement?.textContent?.trim() ?? ''
        return around.length > (control.textContent?.trim().length ?? 0)
      }

      function answers(control: HTMLElement, x: number, y: number) {
        const found = document.elementFromPoint(x, y)
        if (!found) return false
        return control.contains(found) || found.closest('label')?.control === control
      }

      /** How far from its centre the control responds, in each direction; undefined if not even there. */
      function hitArea(control: HTMLElement) {
        const box = control.getBoundingClientRect()
        const x = box.left + box.width / 2
        const y = box.top + box.height / 2
        if (!answers(control, x, y)) return undefined
        const reach = (stepX: number, stepY: number) => {
          let far = 0
          while (far < 60 && answers(control, x + stepX * (far + 0.5), y + stepY * (far + 0.5))) far += 0.5
          return far
        }
        return { width: reach(-1, 0) + reach(1, 0), height: reach(0, -1) + reach(0, 1) }
      }
    },
    [within, least] as const,
  )
}
