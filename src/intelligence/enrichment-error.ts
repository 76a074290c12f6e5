/** Failures of enrichments that say what to do about them. */

/** A failure that the caller is told about, in the module of the enrichment. */
export class EnrichmentError extends Error {
  override readonly name: string = 'EnrichmentError'
  /** The kind of failure, like an HTTP status. */
  readonly statusCode: number

  /** @param message what went wrong and what to do about it, for the caller */
  constructor(statusCode: number, message: string, options?: ErrorOptions) {
    super(message, options)
    this.statusCode = statusCode
  }
}

/** An enrichment that this version, or this installation, does not have. */
export class NotAvailableError extends EnrichmentError {
  override readonly name = 'NotAvailableError'

  /** @param message what is missing and what to do about it, for the caller */
  constructor(message: string) {
    super(501, message)
  }
}
