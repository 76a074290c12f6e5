/** What a screen shows instead of data: none, loading, failed to load, or forbidden. */
import { Button } from './button.tsx'
import type { ComponentChildren } from 'preact'
import { rolesWith } from '../../contract/roles.ts'
import type { Scope } from '../../contract/scopes.ts'
import { ScriptoriumError } from '../api.ts'
import { t } from '../languages/language.ts'
import { href } from '../router.ts'
import { signedIn } from '../sign-in.ts'
import type { Resource } from '../resource.ts'
import { Icon, type IconName } from './icon.tsx'
import { Sentence } from './sentence.tsx'

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

/** Shown if the URL names something that does not exist. */
export function NotFound({ title, children }: Pick<EmptyProps, 'title' | 'children'>) {
  const actions = (
    <a class="button" href={href('jobs')}>
      {t().ui.goToJobs}
    </a>
  )
  return (
    <Empty icon="search" title={title} actions={actions}>
      {children}
    </Empty>
  )
}

/** Shown instead of a screen that requires a scope that the console session does not have. */
export function Forbidden({ scope }: { scope: Scope }) {
  const session = signedIn.value
  if (session == null) return null
  const { who, role, account } = session
  const texts = t().ui
  if (role === null) {
    const hint = who.kind === 'key' ? texts.needsScopeHint : texts.needsScopeOfUserHint
    return (
      <Empty icon="key" title={texts.needsScope(scope)}>
        <Sentence text={hint} parts={{ name: <bdi>{who.name}</bdi> }} />
      </Empty>
    )
  }
  return (
    <Empty icon="user" title={texts.needsRole(rolesWith(scope).map((one) => texts.roles[one]))}>
      <Sentence
        text={texts.needsRoleHint}
        parts={{ account: <bdi>{account}</bdi>, role: texts.roles[role] }}
      />
    </Empty>
  )
}

/** Why something failed. @param onRetry absent if trying again is useless */
export function Failure({ error, title, onRetry }: { error: Error; title: string; onRetry?: () => void }) {
  const requestId = error instanceof ScriptoriumError ? error.requestId : null
  return (
    <div class="failure" role="alert">
      <h2>{title}</h2>
      <p>{error.message}</p>
      {requestId !== null && (
        <p class="request-id">
          <Sentence text={t().ui.requestInLog} parts={{ id: <code>{requestId}</code> }} />
        </p>
      )}
      {onRetry !== undefined && (
        <div class="actions">
          <Button onClick={onRetry}>{t().ui.tryAgain}</Button>
        </div>
      )}
    </div>
  )
}

/** A placeholder for a line of text that is loading. @param width in percent */
export function Skeleton({ width }: { width: number }) {
  return <span class="skeleton" style={{ width: `${width}%` }} />
}

interface LoadedProps<Value> {
  readonly resource: Resource<Value>
  /** Title of the error if it cannot be loaded. */
  readonly title: string
  readonly children: (value: Value) => ComponentChildren
}

/** Renders a resource once it is loaded. */
export function Loaded<Value>({ resource: { value, error, reload }, title, children }: LoadedProps<Value>) {
  if (value !== null) return <>{children(value)}</>
  return error === null ? <Skeleton width={50} /> : <Failure title={title} error={error} onRetry={reload} />
}
