/** What a result says of enrichments that failed. */
import type { FailedModule, ModuleError } from '../contract/module-result.ts'
import { transcriptionResult } from '../contract/result.ts'
import type { ModuleName } from './enrichment.ts'
import { EnrichmentError } from './enrichment-error.ts'

/** Whether an enrichment of this name has a module in the result. */
export function isModuleName(name: string): name is ModuleName {
  return name in transcriptionResult.shape && name !== 'metadata' && name !== 'transcription'
}

/**
 * The module of an enrichment that failed.
 * @param name what it is called in the result
 * @param seconds that it took
 */
export function failedModule(name: string, error: unknown, seconds: number): FailedModule {
  return {
    success: false,
    is_empty: true,
    exec_time: seconds,
    error: moduleErrorOf(name, error),
    results: null,
  }
}

/**
 * What a caller is told of a failure.
 * @param name what failed
 */
export function moduleErrorOf(name: string, error: unknown): ModuleError {
  if (error instanceof EnrichmentError)
    return { status_code: error.statusCode, exception: error.name, message: error.message }
  // Its own message may name paths or addresses of this installation.
  return {
    status_code: 500,
    exception: 'InternalError',
    message: `${name} failed because of a fault of this service. The rest of the result is not affected.`,
  }
}
