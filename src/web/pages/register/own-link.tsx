import { useEffect } from 'react'
import { useRouteLoaderData } from 'react-router'
import type { OwnTeam } from '../../../domain/answer.ts'
import { follow } from '../../follow/follow.tsx'
import { OwnPushOffer } from '../../follow/lazy-follow.tsx'
import { paths } from '../../paths.ts'
import { LinkButton } from '../../ui/button.tsx'
import { ShareButton } from '../../ui/share-button.tsx'

export const ownLinkId = 'your-team'

type OwnLinkProps = OwnTeam & { next: string }

/** After registering: the entry, what happens next, and the team's secret link. */
export function OwnLink({ id, name, token, next }: OwnLinkProps) {
  useEffect(() => follow(id), [id])
  return (
    <section
      id={ownLinkId}
      aria-labelledby="entered"
      className="mt-10 scroll-mt-4 rounded-card border-2 border-ball bg-raised p-4 sm:p-6"
    >
      <h2 id="entered" className="display mb-2 text-3xl text-balance">
        <bdi>{name}</bdi>
      </h2>
      <p className="mb-4 text-lg text-pretty">{next}</p>
      {token ? (
        <>
          <p className="mb-1 font-semibold">Your team's own page</p>
          <p className="mb-3 text-muted">
            It says when you are approved and when you play, and lets you correct a typo or withdraw. This
            address is shown only now: keep it, share it with your partner, or open it and put it on your home
            screen.
          </p>
          <LinkAddress token={token} />
          <div className="mt-4 flex flex-wrap gap-3">
            {/* As a page of its own, so that its address is no other page's referrer. */}
            <LinkButton to={paths.entry(token)} reloadDocument>
              Open your page
            </LinkButton>
            <ShareButton title={name} path={paths.entry(token)} className="button button-quiet">
              Share with your partner
            </ShareButton>
          </div>
        </>
      ) : (
        <p className="text-muted">
          You were on the list before, and got your team's own link then. If it is lost, an organiser can give
          you a new one.
        </p>
      )}
      <OwnPushOffer team={id} className="mt-4 border-t border-line pt-4" />
    </section>
  )
}

/** The whole address, to be copied by hand too. */
function LinkAddress({ token }: { token: string }) {
  const site = (useRouteLoaderData('root') as { site?: string } | undefined)?.site ?? ''
  return (
    <p className="rounded-card border border-line bg-ground px-3 py-2 break-all select-all">
      {site + paths.entry(token)}
    </p>
  )
}
