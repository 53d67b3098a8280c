import { useEffect } from 'react'
import { useRouteLoaderData } from 'react-router'
import type { OwnTeam } from '../../../domain/answer.ts'
import { follow } from '../../follow/follow.tsx'
import { OwnPushOffer } from '../../follow/lazy-follow.tsx'
import { rememberOwnTeam } from '../../follow/own-team.tsx'
import { paths } from '../../paths.ts'
import { LinkButton } from '../../ui/button.tsx'
import { ShareButton } from '../../ui/share-button.tsx'

type OwnLinkProps = { team: OwnTeam; edition: number; next: string }

/** After registering: the entry, the team's secret link, and what happens next. */
export function OwnLink({ team, edition, next }: OwnLinkProps) {
  const { id, name, token = '' } = team
  const site = (useRouteLoaderData('root') as { site?: string } | undefined)?.site ?? ''
  useEffect(() => {
    follow(id)
    rememberOwnTeam({ id, name, token }, edition)
  }, [id, name, token, edition])
  const own = { title: name, path: paths.entry(token) }
  return (
    <section
      aria-labelledby="entered"
      className="mt-4 rounded-card border-2 border-ball bg-raised p-4 text-left sm:p-6"
    >
      <h2 id="entered" className="display mb-2 text-3xl text-balance">
        <bdi>{name}</bdi>
      </h2>
      <p className="mb-3 text-pretty">{next}</p>
      <p className="mb-1 font-semibold">Your team's own page</p>
      <p className="mb-3 rounded-card border border-line bg-ground px-3 py-2 break-all select-all">
        {site + own.path}
      </p>
      <div className="flex flex-wrap gap-2">
        {/* As a page of its own, so that its address is no other page's referrer. */}
        <LinkButton to={own.path} reloadDocument>
          Open
        </LinkButton>
        <ShareButton {...own} isCopy className="button button-quiet">
          Copy
        </ShareButton>
        <ShareButton {...own} className="button button-quiet">
          Share
        </ShareButton>
      </div>
      <p className="mt-3 text-muted text-pretty">
        It tells you when you are approved and when you play, and lets you correct a typo or withdraw. Its
        address is shown only now: save it, and share it with your partner.
      </p>
      <OwnPushOffer team={id} link={token} className="mt-4 border-t border-line pt-4" />
    </section>
  )
}
