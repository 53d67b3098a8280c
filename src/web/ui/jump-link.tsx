import type { ComponentProps, MouseEvent } from 'react'

type JumpLinkProps = Omit<ComponentProps<'a'>, 'href' | 'onClick'> & {
  /** The id of a part of this page. */
  to: string
}

/** Leads to a part of this page. To the router a plain link is a way elsewhere: it forgets what a form was answered, and the place. */
export function JumpLink({ to, ...link }: JumpLinkProps) {
  function jump(event: MouseEvent) {
    const part = document.getElementById(to)
    if (!part || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    part.scrollIntoView()
    // As after a plain link, Tab goes on from there.
    part.tabIndex = -1
    part.focus({ preventScroll: true })
  }
  return <a {...link} href={`#${to}`} onClick={jump} />
}
