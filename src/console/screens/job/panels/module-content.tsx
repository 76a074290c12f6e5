import { t } from '../../../languages/language.ts'
import type { ComponentChildren } from 'preact'
import { labelOf } from '../../../formatting.ts'
import type { Job } from '../../../../contract/job.ts'

/** The part of a job's result that a feature adds. */
export interface ResultModule {
  readonly success: boolean
  readonly is_empty: boolean
  readonly results: unknown
  readonly error: { readonly message?: string } | null
}

/** Parts of the result that are not features. */
const OTHERS = new Set(['metadata', 'transcription', 'messages'])

export function resultModules({ result }: Job): readonly (readonly [name: string, module: ResultModule])[] {
  return Object.entries(result ?? {}).flatMap(([name, module]) =>
    OTHERS.has(name) ? [] : [[name, module as unknown as ResultModule] as const],
  )
}

/** The name of a feature. */
export function featureLabel(name: string): string {
  const labels: Readonly<Record<string, string>> = t().job.features
  return labels[name] ?? labelOf(name)
}

/** The results of a feature, or that it failed or found nothing. */
export function ModuleContent({ module, children }: { module: ResultModule; children: ComponentChildren }) {
  const { success, is_empty, error } = module
  if (!success) return <p class="problem">{t().job.featureFailed(error?.message ?? '')}</p>
  if (is_empty) return <p class="muted">{t().job.nothingFound}</p>
  return <>{children}</>
}
