/** What a screen shows instead of data: there is none, it is loading, it failed to load, or it is for others. */
import { Button } from './button.tsx'
import type { ComponentChildren } from 'preact'
import { ScriptoriumError } from '../api.ts'
import { href } from '../router.ts'
import { signedIn } from '../sign-in.ts'
import type { Resource } from '../resource.ts'
import { Icon, type IconName } from './icon.tsx'

interface EmptyProps {
  readonly icon: IconName
  readonly title: string
  readonly children?: ComponentChildren
  /** Buttons. */
  readonly actions?: ComponentChildren
}

export function Empty({ icon, title, children, actions }: EmptyProps) {
  return (
    <div class="state">
      <Icon name={icon} size={24} />
      <h2>{title}</h2>
      {children !== undefined && <p>{children}</p>}
      {actions !== undefined && <div class="actions">{actions}</div>}
    </div>
  )
}

/** The URL names something that does not exist. */
export function NotFound({ title, children }: Pick<EmptyProps, 'title' | 'children'>) {
  const actions = (
    <a class="button" href={href('jobs')}>
      Go to the jobs
    </a>
  )
  return (
    <Empty icon="search" title={title} actions={actions}>
      {children}
    </Empty>
  )
}

/** What a key that is no admin key sees in the place of a screen. @param children what the screen is for */
export function AdminOnly({ children }: { children: ComponentChildren }) {
  return (
    <Empty icon="key" title="This needs an admin key">
      {children} You are signed in with the key “<bdi>{signedIn.value?.key_name}</bdi>”, which is not an admin
      key. Who runs the service creates one with{' '}
      <code>scriptorium keys create &lt;name&gt; --account {signedIn.value?.account} --admin</code>; sign in
      again with it.
    </Empty>
  )
}

/** Why something failed. @param onRetry absent where trying again is of no use */
export function Failure({ error, title, onRetry }: { error: Error; title: string; onRetry?: () => void }) {
  const requestId = error instanceof ScriptoriumError ? error.requestId : null
  return (
    <div class="failure" role="alert">
      <h2>{title}</h2>
      <p>{error.message}</p>
      {requestId !== null && (
        <p class="request-id">
          Request <code>{requestId}</code>: the log of the service has more under this id.
        </p>
      )}
      {onRetry !== undefined && (
        <div class="actions">
          <Button onClick={onRetry}>Try again</Button>
        </div>
      )}
    </div>
  )
}

/** Stands for a line of text that is loading. @param width in percent */
export function Skeleton({ width }: { width: number }) {
  return <span class="skeleton" style={{ width: `${width}%` }} />
}

interface LoadedProps<Value> {
  readonly resource: Resource<Value>
  /** What is said if it cannot be loaded. */
  readonly title: string
  readonly children: (value: Value) => ComponentChildren
}

/** Something that is shown once it is loaded. */
export function Loaded<Value>({ resource: { value, error, reload }, title, children }: LoadedProps<Value>) {
  if (value !== null) return <>{children(value)}</>
  return error === null ? <Skeleton width={50} /> : <Failure title={title} error={error} onRetry={reload} />
}
