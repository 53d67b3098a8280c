import { pageMeta } from '../../page-meta.ts'

/** The title of an organiser's page; search engines are told to stay away. */
export function adminMeta(title: string) {
  return (args: Parameters<typeof pageMeta>[0]) => [
    ...pageMeta(args, { title, description: 'For organisers of the cup.' }),
    { name: 'robots', content: 'noindex' },
  ]
}
