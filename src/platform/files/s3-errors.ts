/** Translates the errors of S3-compatible storage. */

export interface S3Address {
  /** URL of the server; null for AWS in the region. */
  readonly endpoint: string | null
  readonly bucket: string
}

/** Audio could not be stored or read. The error of the storage is the cause. */
export class AudioStorageError extends Error {
  override readonly name = 'AudioStorageError'
  /** As of file system errors: `EIO` may be transient, `EACCES` is permanent. */
  readonly code: 'EIO' | 'EACCES'

  constructor(code: 'EIO' | 'EACCES', message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** The fields that tell the SDK's errors apart. Network errors have no `$metadata`. */
interface SdkError extends Error {
  readonly $metadata?: { readonly httpStatusCode?: number }
}

/** Too many requests. */
const SLOW_DOWN = 429

/** The error of a request: transient, unless the server refused the request itself. */
export function storageError(error: unknown): AudioStorageError {
  const status = statusOf(error)
  const isRefused = status !== undefined && status >= 400 && status < 500 && status !== SLOW_DOWN
  return new AudioStorageError(isRefused ? 'EACCES' : 'EIO', 'the audio storage did not complete a request', {
    cause: error,
  })
}

/** The error of the check at startup, for the operator. */
export function bucketError(error: unknown, { endpoint, bucket }: S3Address): AudioStorageError {
  const place = endpoint ?? 'AWS'
  const { name, message } = error as SdkError
  const fail = (fault: string) => new AudioStorageError('EACCES', fault, { cause: error })
  if (error instanceof AudioStorageError) return error
  if (name === 'NoSuchBucket') return fail(`S3_BUCKET: there is no bucket ${bucket} at ${place}; create it`)
  if (name === 'InvalidAccessKeyId') return fail(`AWS_ACCESS_KEY_ID: ${place} does not know this key`)
  if (name === 'SignatureDoesNotMatch')
    return fail(`AWS_SECRET_ACCESS_KEY: ${place} does not accept it, or AWS_ACCESS_KEY_ID belongs to another`)
  if (statusOf(error) === 403)
    return fail(
      `S3_BUCKET: ${place} refuses these credentials in bucket ${bucket}; allow them to list it, and to read, write and delete objects`,
    )
  if (name === 'PermanentRedirect' || name === 'AuthorizationHeaderMalformed')
    return fail(`S3_REGION: bucket ${bucket} is in another region: ${message}`)
  if (statusOf(error) === undefined)
    return fail(`S3_ENDPOINT: ${place} cannot be reached: ${reasonOf(error)}`)
  return fail(`S3_ENDPOINT: ${place} does not store an object in bucket ${bucket}: ${name} ${message}`)
}

export function noCredentials(): AudioStorageError {
  return new AudioStorageError(
    'EACCES',
    'AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY: no credentials for S3 were found; set both',
  )
}

function statusOf(error: unknown): number | undefined {
  return (error as SdkError).$metadata?.httpStatusCode
}

/** The error of failed connections to several addresses of a host has no message of its own. */
function reasonOf(error: unknown): string {
  const { message, code = 'no answer' } = error as NodeJS.ErrnoException
  return message || code
}
