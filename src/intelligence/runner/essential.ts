/** Enrichments without which a transcript is not given out: when one of them fails, so does the job. */
import { EnrichmentError } from '../enrichment-error.ts'

/** Their flags. A transcript that was to be redacted must not be seen as it was said. */
const ESSENTIAL: ReadonlySet<string> = new Set(['pii_redaction'])

/** Whether the failure of the enrichment of this name fails the whole. */
export function isEssential(name: string): boolean {
  return ESSENTIAL.has(name)
}

/** The essential enrichment that a request asks for; undefined when it asks for none. */
export function essentialIn(params: object): string | undefined {
  return Object.entries(params).find(([name, value]) => value === true && isEssential(name))?.[0]
}

/**
 * What the whole fails with when an essential enrichment throws. Its cause tells where in the code that was, and never
 * what an inner error says, as that may quote the transcript.
 */
export function essentialFailure(name: string, error: unknown): EnrichmentError {
  const cause = withoutWords(error)
  return error instanceof EnrichmentError
    ? new EnrichmentError(error.statusCode, error.message, { cause })
    : essentialFault(name, cause)
}

/**
 * What the whole fails with for a reason that is no business of the caller.
 * @param cause for the log: says nothing of what is in the transcript
 */
export function essentialFault(name: string, cause: unknown): EnrichmentError {
  const message =
    `${name} failed because of a fault of this service, so the transcript is not given out. ` +
    'Try again; the log of the service tells more.'
  return new EnrichmentError(500, message, { cause })
}

function withoutWords(error: unknown): Error {
  const bare = new Error(error instanceof Error ? error.name : typeof error)
  const frames = error instanceof Error ? (error.stack ?? '').match(/^ {4}at .*$/gm) : null
  bare.stack = [bare.message, ...(frames ?? [])].join('\n')
  return bare
}
