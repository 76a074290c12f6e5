import { useLayoutEffect } from 'preact/hooks'
import { useResource } from '../resource.ts'
import { fragment, href, useTitle } from '../router.ts'
import { Failure, Skeleton } from '../ui/states.tsx'
import { apiLinkOf } from './api-text.tsx'
import { type Guide, guideIn, loadGuide } from './guides.ts'
import { Markdown } from './markdown.tsx'
import { guidePath } from './paths.ts'

/** A page of the documentation. */
export function GuideView({ guide }: { guide: Guide }) {
  const { value, error, reload } = useResource(guide.name, async () => loadGuide(guide))
  useTitle(guide.title)
  const heading = fragment.value
  useLayoutEffect(() => {
    if (value === null || heading === '') return
    const target = document.getElementById(decodeURIComponent(heading))
    target?.scrollIntoView()
    target?.focus({ preventScroll: true })
  }, [value, heading])
  if (error !== null) return <Failure title="The guide could not be loaded" error={error} onRetry={reload} />
  if (value === null) return <Skeleton width={50} />
  return (
    <article class="prose guide">
      <Markdown text={value} linkOf={(link) => guideLink(link, guide)} codeLinkOf={apiLinkOf} />
    </article>
  )
}

/** Translates a link between files of the repository; null if the target is not part of the console. */
function guideLink(link: string, { file }: Guide): string | null {
  const { pathname, hash } = new URL(link, `https://repository/${file}`)
  const guide = guideIn(pathname.slice(1))
  return guide === undefined ? null : href(guidePath(guide.name, hash.slice(1)))
}
