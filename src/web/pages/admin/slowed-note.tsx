import { Link } from 'react-router'
import { When } from '../../ui/when.tsx'

/** Tells calmly that more entries came than people send. */
export function SlowedNote({ at, to }: { at: string; to: string }) {
  return (
    <section
      aria-label="Registration is slowed down"
      className="mb-5 rounded-card border border-line bg-raised p-4"
    >
      <p>
        <strong>Many entries came at once</strong> (<When at={at} />
        ), so registration was slowed down: whoever is held up is asked to send the form again, and gets in.{' '}
        <Link to={to} className="font-semibold underline underline-offset-4">
          Look at what is pending
        </Link>
        .
      </p>
    </section>
  )
}
