import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { BASE } from '../api.ts'
import { href, useTitle } from '../router.ts'
import { CopyButton } from '../ui/copy.tsx'
import { ApiText } from './api-text.tsx'
import type { Operation, WebhookEvent } from './description.ts'
import type { Content, Parameter, Response, Schema } from '../openapi.ts'
import { Method } from './method.tsx'
import { guidePath } from './paths.ts'
import { emptyDraft } from './request-draft.ts'
import { RequestForm } from './request-form.tsx'
import { SamplePanel } from './sample-panel.tsx'
import { Field, Folded, SchemaView } from './schema-view.tsx'

/** An operation: description, parameters, responses, and a request to try. */
export function OperationView({ operation }: { operation: Operation }) {
  const {
    summary,
    method,
    path,
    deprecated,
    description = '',
    parameters = [],
    requestBody,
    responses,
  } = operation
  const [draft, setDraft] = useState(() => emptyDraft(operation))
  useTitle(summary)
  return (
    <div class="operation">
      <article>
        <h1>{summary}</h1>
        <p class="operation-path">
          <Method name={method} />
          <code>{path}</code>
          <CopyButton
            text={new URL(path.slice(1), BASE).href.replaceAll(/%7B(\w+)%7D/g, '{$1}')}
            what="the URL"
          />
        </p>
        {deprecated && <p class="problem">Deprecated.</p>}
        <ApiText text={description} />
        {PLACES.map(([place, title]) => (
          <Parameters key={place} title={title} parameters={parameters.filter((one) => one.in === place)} />
        ))}
        <Body content={requestBody?.content} />
        <Answers responses={responses} />
      </article>
      <aside aria-label="Try it">
        <SamplePanel operation={operation} draft={draft} />
        <RequestForm operation={operation} draft={draft} onChange={setDraft} />
      </aside>
    </div>
  )
}

/** A request that the service sends to a callback URL. */
export function EventView({ event }: { event: WebhookEvent }) {
  const { name, summary, parameters = [], requestBody, responses } = event
  useTitle(name)
  return (
    <article>
      <h1>{name}</h1>
      <ApiText text={summary} />
      <p class="hint">
        The service sends this request: see the guide <a href={href(guidePath('callbacks'))}>Callbacks</a>.
      </p>
      <Parameters title="Headers" parameters={parameters} />
      <Body content={requestBody?.content} />
      <section>
        <h2>Responses of your endpoint</h2>
        <Statuses responses={Object.entries(responses)} />
      </section>
    </article>
  )
}

/** A schema by its name. */
export function TypeView({ name, schema }: { name: string; schema: Schema }) {
  useTitle(name)
  return (
    <article>
      <h1>{name}</h1>
      <ApiText text={schema.description ?? ''} />
      <SchemaView schema={schema} />
    </article>
  )
}

const PLACES: readonly (readonly [Parameter['in'], string])[] = [
  ['path', 'In the path'],
  ['query', 'In the query'],
  ['header', 'Headers'],
]

function Parameters({ title, parameters }: { title: string; parameters: readonly Parameter[] }) {
  if (parameters.length === 0) return null
  return (
    <section>
      <h2>{title}</h2>
      <ul class="fields">
        {parameters.map(({ name, schema, description, required = false }) => (
          <Field
            key={name}
            name={name}
            schema={{ ...schema, ...(description && { description }) }}
            isRequired={required}
          />
        ))}
      </ul>
    </section>
  )
}

function Body({ content }: { content: Content | undefined }) {
  return Object.entries(content ?? {}).map(([type, { schema }]) => (
    <section key={type}>
      <h2>
        Body <code>{type}</code>
      </h2>
      <SchemaView schema={schema} />
    </section>
  ))
}

/** Successful responses with their bodies, then the errors. */
function Answers({ responses }: { responses: Readonly<Record<string, Response>> }) {
  const all = Object.entries(responses)
  const isFailure = ([status]: readonly [string, Response]): boolean => Number(status) >= 400
  const failures = all.filter(isFailure)
  return (
    <section>
      <h2>Responses</h2>
      {all
        .filter((one) => !isFailure(one))
        .map(([status, { description, headers = {}, content = {} }]) => (
          <section key={status}>
            <h3>
              {status} <Types content={content} />
            </h3>
            <ApiText text={description} />
            <HeaderList headers={headers} />
            {[...Object.values(content)].slice(0, 1).map(({ schema }) => (
              <SchemaView key="schema" schema={schema} />
            ))}
          </section>
        ))}
      {failures.length > 0 && (
        <Folded summary={`${failures.length} errors`}>
          <p>
            What to do about each is in the guide <a href={href(guidePath('errors'))}>Errors</a>.
          </p>
          <Statuses responses={failures} />
        </Folded>
      )}
    </section>
  )
}

function Types({ content }: { content: Content }): ComponentChildren {
  return Object.keys(content).map((type) => (
    <code key={type} class="muted">
      {type}{' '}
    </code>
  ))
}

function HeaderList({ headers }: { headers: NonNullable<Response['headers']> }) {
  const all = Object.entries(headers)
  if (all.length === 0) return null
  return (
    <Folded summary={`${all.length} ${all.length === 1 ? 'header' : 'headers'}`}>
      <ul class="fields">
        {all.map(([name, { description = '' }]) => (
          <li key={name}>
            <code>{name}</code>
            <ApiText text={description} />
          </li>
        ))}
      </ul>
    </Folded>
  )
}

function Statuses({ responses }: { responses: readonly (readonly [string, Response])[] }) {
  return (
    <ul class="fields">
      {responses.map(([status, { description }]) => (
        <li key={status}>
          <strong>{status}</strong>
          <ApiText text={description} />
        </li>
      ))}
    </ul>
  )
}
