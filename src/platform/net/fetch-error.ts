/** Why a URL given by a caller could not be fetched. */
import { errors } from 'undici'

export type FetchErrorCode =
  | 'bad-url'
  | 'refused-address'
  | 'unreachable'
  | 'interrupted'
  | 'timeout'
  | 'too-large'
  | 'http-status'
  | 'too-many-redirects'

/**
 * The message is one sentence for the caller: the problem and the remedy. It never contains an address that a name
 * resolved to, or the URL, which may carry a signature; those are in `cause`.
 */
export class FetchError extends Error {
  override readonly name = 'FetchError'
  readonly code: FetchErrorCode
  /** HTTP status, if the code is `http-status`. */
  readonly status: number | undefined

  constructor(code: FetchErrorCode, message: string, options?: ErrorOptions & { status?: number }) {
    super(message, options)
    this.code = code
    this.status = options?.status
  }
}

/** The guard refused to connect. The message contains the address, so it is for the log only. */
export class RefusedAddressError extends Error {
  override readonly name = 'RefusedAddressError'
}

export function tooSlow(cause?: unknown): FetchError {
  const message = 'The server of the URL is too slow; try again later, or upload the file.'
  return new FetchError('timeout', message, { cause })
}

export function tooLarge(maxBytes: number, cause?: unknown): FetchError {
  const limit = maxBytes.toLocaleString('en')
  const message = `The file behind the URL is larger than ${limit} bytes; use a shorter or a compressed recording.`
  return new FetchError('too-large', message, { cause })
}

/** The connection failed before a response began. */
export function noResponse(cause: unknown): FetchError {
  if (cause instanceof RefusedAddressError) {
    const message =
      'The URL leads to a private or reserved address, which this service does not fetch from; ' +
      'use a public URL, or upload the file.'
    return new FetchError('refused-address', message, { cause })
  }
  if (cause instanceof errors.ConnectTimeoutError || cause instanceof errors.HeadersTimeoutError) {
    return tooSlow(cause)
  }
  const message =
    'The server of the URL did not respond; check its host name, port and certificate, or upload the file.'
  return new FetchError('unreachable', message, { cause })
}

/** The connection failed after a response had begun. */
export function interrupted(cause: unknown, maxBytes: number): FetchError {
  if (cause instanceof errors.BodyTimeoutError) return tooSlow(cause)
  if (cause instanceof errors.ResponseExceededMaxSizeError) return tooLarge(maxBytes, cause)
  const message =
    'The connection was lost before the whole file had arrived; check that the URL can be downloaded, and try again.'
  return new FetchError('interrupted', message, { cause })
}
