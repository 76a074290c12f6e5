/** Enrichments without which a transcript is not given out: when one of them fails, so does the job. */
import { EnrichmentError } from './enrichment-error.ts'

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
 * What the whole fails with. Its cause tells where in the code the failure was, and never what an inner error says, as
 * that may quote the transcript.
 */
export function essentialFailure(name: string, error: unknown): EnrichmentError {
  const cause = withoutWords(error)
  if (error instanceof EnrichmentError) return new EnrichmentError(error.statusCode, error.message, { cause })
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
