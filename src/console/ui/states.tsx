/** What a screen shows instead of data: there is none, it is loading, it failed to load, or it is for others. */
import { Button } from './button.tsx'
import type { ComponentChildren } from 'preact'
import { rolesWith } from '../../contract/roles.ts'
import type { Scope } from '../../contract/scopes.ts'
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

/** What is shown in the place of a screen that needs more than who is signed in may do. */
export function Forbidden({ scope }: { scope: Scope }) {
  const session = signedIn.value
  if (session == null) return null
  const { who, role, account } = session
  if (role === null)
    return (
      <Empty icon="key" title={`This needs a key with the scope ${scope}`}>
        You are signed in with {who.kind === 'key' ? 'the key' : 'a key of'} “<bdi>{who.name}</bdi>”, which
        does not have it. An administrator of its account can create one that does.
      </Empty>
    )
  return (
    <Empty icon="user" title={`This needs the role ${rolesWith(scope).join(' or ')}`}>
      Your role in “<bdi>{account}</bdi>” is {role}: an administrator of the account can give you another one.
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
