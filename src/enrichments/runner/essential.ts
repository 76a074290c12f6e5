/** Failures of features that fail the job (`failsJob` in their declaration). */
import { EnrichmentError } from '../../contract/features/enrichment-error.ts'

/**
 * The error with which the job fails if such an enrichment throws. Its cause tells the place in the code, but never an
 * inner message, which may quote the transcript.
 */
export function essentialFailure(name: string, error: unknown): EnrichmentError {
  const cause = withoutMessage(error)
  return error instanceof EnrichmentError
    ? new EnrichmentError(error.statusCode, error.message, { remedy: error.remedy, cause })
    : essentialFault(name, cause)
}

/**
 * The error with which the job fails for an internal reason.
 * @param cause for the log; must not quote the transcript
 */
export function essentialFault(name: string, cause: unknown): EnrichmentError {
  const message =
    `${name} failed because of a fault of this service, so the transcript is withheld. ` +
    'Try again; the log of the service has the details.'
  return new EnrichmentError(500, message, { cause })
}

function withoutMessage(error: unknown): Error {
  const bare = new Error(error instanceof Error ? error.name : typeof error)
  const frames = error instanceof Error ? (error.stack ?? '').match(/^ {4}at .*$/gm) : null
  bare.stack = [bare.message, ...(frames ?? [])].join('\n')
  return bare
}
