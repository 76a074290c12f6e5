/** How a result reports an enrichment that failed. */
import type { FeatureDeclaration } from '../contract/features/feature.ts'
import type { FailedModule, ModuleError } from '../contract/features/module-result.ts'
import { EnrichmentError } from '../contract/features/enrichment-error.ts'

/**
 * The part of the result of an enrichment that failed.
 * @param seconds how long it ran
 */
export function moduleFailure(
  { name, failed }: FeatureDeclaration,
  error: unknown,
  seconds: number,
): FailedModule {
  return {
    success: false,
    is_empty: true,
    exec_time: seconds,
    error: moduleErrorOf(name, error),
    results: null,
    ...failed,
  }
}

/**
 * How a failure is reported to the caller.
 * @param name what failed
 */
export function moduleErrorOf(name: string, error: unknown): ModuleError {
  if (error instanceof EnrichmentError)
    return { status_code: error.statusCode, exception: error.name, message: error.message }
  // The message of any other error may contain paths or addresses of this installation.
  return {
    status_code: 500,
    exception: 'InternalError',
    message: `${name} failed because of a fault of this service. The rest of the result is not affected.`,
  }
}
