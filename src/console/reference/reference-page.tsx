/** The page of the reference: a view, and the navigation beside it. */
import { useEffect, useState } from 'preact/hooks'
import { BASE, get } from '../api.ts'
import { followLinks, href, segments, useFocusWith, useTitle } from '../router.ts'
import { listenForShortcuts } from '../shortcuts.ts'
import { restoreSignIn } from '../sign-in.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Messages } from '../ui/messages.tsx'
import { Failure } from '../ui/states.tsx'
import { ThemeButton } from '../ui/theme-button.tsx'
import { ApiText } from './api-text.tsx'
import { allEvents, allOperations, type Description, description, descriptionOf } from './description.ts'
import type { OpenApi } from '../openapi.ts'
import { guideNamed, GUIDES } from './guides.ts'
import { GuideView } from './guide-view.tsx'
import { Navigation } from './navigation.tsx'
import { EventView, OperationView, TypeView } from './operation-view.tsx'
import { guidePath, operationPath } from './paths.ts'

export function Reference() {
  const [error, setError] = useState<Error | null>(null)
  const load = () => {
    setError(null)
    get<OpenApi>('openapi.json')
      .then((document) => (description.value = descriptionOf(document)))
      .catch(setError)
  }
  useEffect(() => {
    followLinks()
    listenForShortcuts()
    load()
    // If the service cannot be reached, loading the description fails and says so.
    restoreSignIn().catch(() => {})
  }, [])
  if (error !== null)
    return (
      <main class="main">
        <Failure title="The reference could not be loaded" error={error} onRetry={load} />
      </main>
    )
  return description.value === null ? null : <Page description={description.value} />
}

function Page({ description: known }: { description: Description }) {
  // The contents are hidden only in narrow windows.
  const [isOpen, setOpen] = useState(false)
  const main = useFocusWith(segments.value.join('/'))
  return (
    <div class="reference" data-contents={isOpen ? 'open' : 'closed'}>
      <a class="skip-link" href="#main">
        Skip to the content
      </a>
      <header class="reference-side">
        <div class="reference-head">
          <a class="brand" href={href('')}>
            <Icon name="wave" />
            Scriptorium API
          </a>
          <Button class="button contents-button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            Contents
          </Button>
        </div>
        <div class="reference-contents">
          <Navigation description={known} onSearch={() => setOpen(true)} onChoice={() => setOpen(false)} />
          <div class="side-footer">
            <a href={new URL('console', BASE).href} target="_self">
              <Icon name="jobs" />
              Console
            </a>
            <ThemeButton />
          </div>
        </div>
      </header>
      <main class="main" id="main" ref={main} tabIndex={-1}>
        <View description={known} />
      </main>
      <Messages isShown />
    </div>
  )
}

function View({ description: known }: { description: Description }) {
  const [kind, name] = segments.value
  if (kind === undefined) return <Start description={known} />
  if (kind === 'guides') {
    const guide = guideNamed(name)
    if (guide !== undefined) return <GuideView key={name} guide={guide} />
  }
  if (kind === 'operations') {
    const operation = allOperations(known).find(({ operationId }) => operationId === name)
    if (operation !== undefined) return <OperationView key={name} operation={operation} />
  }
  if (kind === 'events') {
    const event = allEvents(known).find((one) => one.name === name)
    if (event !== undefined) return <EventView key={name} event={event} />
  }
  if (kind === 'types') {
    const schema = Object.hasOwn(known.schemas, name ?? '') ? known.schemas[name ?? ''] : undefined
    if (schema !== undefined) return <TypeView key={name} name={name ?? ''} schema={schema} />
  }
  return <Missing />
}

function Start({ description: { info, chapters } }: { description: Description }) {
  useTitle('API reference')
  return (
    <article>
      <h1>Scriptorium API</h1>
      <ApiText text={info.description} />
      <dl class="facts">
        <dt>Base URL</dt>
        <dd>
          <code>{BASE.href.replace(/\/$/, '')}</code>
        </dd>
        <dt>Version</dt>
        <dd>{info.version}</dd>
        <dt>OpenAPI 3.1</dt>
        <dd>
          <a href={new URL('openapi.json', BASE).href} target="_self">
            openapi.json
          </a>
        </dd>
      </dl>
      {GUIDES.map(({ title, guides }) => (
        <section key={title}>
          <h2>{title}</h2>
          <ul class="cards">
            {guides.map((guide) => (
              <li key={guide.name}>
                <a href={href(guidePath(guide.name))}>{guide.title}</a>
              </li>
            ))}
          </ul>
        </section>
      ))}
      <section>
        <h2>Operations</h2>
        <ul class="cards">
          {chapters.map(({ title, description: about, operations: [first] }) =>
            first === undefined ? null : (
              <li key={title}>
                <a href={href(operationPath(first))}>
                  {title}
                  <span>{about.replaceAll('`', '')}</span>
                </a>
              </li>
            ),
          )}
        </ul>
      </section>
    </article>
  )
}

function Missing() {
  useTitle('Not found')
  return (
    <article>
      <h1>Page not found</h1>
      <p>
        It may have been in another version. Search for it, or <a href={href('')}>begin at the start</a>.
      </p>
    </article>
  )
}
