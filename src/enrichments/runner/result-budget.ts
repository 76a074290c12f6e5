/** Limits the size of a result, because a few settings of a request can multiply the length of a transcript. */
import type { Transcription } from '../../contract/transcript.ts'
import type { Enriched } from '../enrichment.ts'
import { EnrichmentError } from '../../contract/features/enrichment-error.ts'

/**
 * The bytes of JSON that a transcript leaves for enrichments.
 * @throws {EnrichmentError} if the transcript alone is too large
 */
export function bytesBeside(transcription: Transcription, maxBytes: number): number {
  const left = maxBytes - sizeOf(transcription)
  if (left < 0) throw tooLarge('The transcript', maxBytes, 'Send shorter audio.')
  return left
}

/** The remaining size of one result, in bytes of JSON, after its transcript and the enrichments so far. */
export class ResultBudget {
  readonly #max: number
  #left: number

  /** @throws {EnrichmentError} if the transcript alone is too large */
  constructor(transcription: Transcription, maxBytes: number) {
    this.#max = maxBytes
    this.#left = bytesBeside(transcription, maxBytes)
  }

  /**
   * Deducts what an enrichment returned: its results, and what it adds to the transcript, not counting what that
   * replaces.
   * @throws {EnrichmentError} if it does not fit
   */
  spend(name: string, { module, transcription: changes = {} }: Enriched, transcription: Transcription): void {
    const growth = Object.entries(changes).map(
      ([key, value]) => sizeOf(value) - sizeOf(transcription[key as keyof Transcription]),
    )
    const size = growth.reduce((sum, bytes) => sum + bytes, sizeOf(module))
    if (size > this.#left)
      throw tooLarge(name, this.#max, 'Request less of it or fewer features, or send shorter audio.')
    this.#left -= size
  }
}

function tooLarge(what: string, maxBytes: number, remedy: string): EnrichmentError {
  const max = maxBytes.toLocaleString('en')
  return new EnrichmentError(413, `${what} would make the result larger than ${max} bytes. ${remedy}`)
}

function sizeOf(value: unknown): number {
  return value === undefined ? 0 : Buffer.byteLength(JSON.stringify(value))
}
