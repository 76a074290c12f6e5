/**
 * The recogniser failed for a reason other than the audio. `crashed`: its process died (a fault in native code, out of
 * memory). `stalled`: it gave no sign of life. `failed`: it cannot work (for example, a model file is missing). The
 * details are in `cause`.
 */
export class RecogniserError extends Error {
  override readonly name = 'RecogniserError'
  readonly code: 'crashed' | 'stalled' | 'failed'
  /** The kind of failure as an HTTP status: 500 unless a server that the recogniser uses failed. */
  readonly statusCode: number

  constructor(
    code: RecogniserError['code'],
    message: string,
    { statusCode = 500, ...options }: ErrorOptions & { statusCode?: number } = {},
  ) {
    super(message, options)
    this.code = code
    this.statusCode = statusCode
  }

  /** Whether another attempt with the same audio may succeed. */
  get retryable(): boolean {
    return this.code !== 'failed'
  }
}
