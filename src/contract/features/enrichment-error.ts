/** Failures of enrichments whose message says what to do about them. */

interface EnrichmentErrorOptions extends ErrorOptions {
  /** What the operator of the service can do about it, for the log only. */
  readonly remedy?: string | undefined
}

/** A failure that is shown to the caller, in the enrichment's part of the result. */
export class EnrichmentError extends Error {
  override readonly name: string = 'EnrichmentError'
  /** The kind of failure, like an HTTP status. */
  readonly statusCode: number
  readonly remedy: string | undefined

  /** @param message what went wrong and what to do about it, for the caller, who cannot configure the service */
  constructor(statusCode: number, message: string, options: EnrichmentErrorOptions = {}) {
    super(message, options)
    this.statusCode = statusCode
    this.remedy = options.remedy
  }
}

/** Something that this version, or this installation, cannot do. */
export class NotAvailableError extends EnrichmentError {
  override readonly name = 'NotAvailableError'

  /** @param message what is missing and what to do about it, for the caller */
  constructor(message: string) {
    super(501, message)
  }
}
