import { type ComponentType, createElement } from 'preact'
import { isReachable } from '../api.ts'
import { t } from '../languages/language.ts'
import { useResource } from '../resource.ts'
import { Failure } from '../ui/states.tsx'

/** A screen whose script is loaded when it is first shown, so that the first page loads faster. */
export function lazyScreen<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | null = null
  return function LazyScreen(props: Props) {
    const script = useResource('', async () => {
      try {
        return (loaded ??= await load())
      } catch (error) {
        // It is loaded again once the connection is back.
        if (!navigator.onLine) isReachable.value = false
        throw error
      }
    })
    const component = loaded ?? script.value
    if (component !== null) return createElement(component, props)
    if (script.error === null) return null
    return <Failure title={t().shell.screenNotLoaded} error={script.error} onRetry={script.reload} />
  }
}
