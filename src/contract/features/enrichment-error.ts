/** Failures of enrichments that the caller is told about. */

interface EnrichmentErrorOptions extends ErrorOptions {
  /** What the operator can do about it. Only logged. */
  readonly remedy?: string | undefined
}

/** A failure that is reported to the caller, in the enrichment's module of the result. */
export class EnrichmentError extends Error {
  override readonly name: string = 'EnrichmentError'
  /** The kind of failure, as an HTTP status. */
  readonly statusCode: number
  readonly remedy: string | undefined

  /** @param message for the caller, who cannot configure the service: what went wrong and what to do */
  constructor(statusCode: number, message: string, options: EnrichmentErrorOptions = {}) {
    super(message, options)
    this.statusCode = statusCode
    this.remedy = options.remedy
  }
}

/** Something that this version or this installation cannot do. */
export class NotAvailableError extends EnrichmentError {
  override readonly name = 'NotAvailableError'

  /** @param message for the caller: what is missing and what to do */
  constructor(message: string) {
    super(501, message)
  }
}
