/**
 * The recogniser failed, whatever the audio. `crashed`: its process died (a fault of native code, out of memory);
 * `stalled`: it gave no sign of life; `failed`: it cannot work (a model file is missing, say). What happened is in
 * `cause`.
 */
export class RecogniserError extends Error {
  override readonly name = 'RecogniserError'
  readonly code: 'crashed' | 'stalled' | 'failed'
  /** The kind of failure, like an HTTP status: 500 unless a server that it uses failed. */
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

  /** Whether the same audio may fare better at another try. */
  get retryable(): boolean {
    return this.code !== 'failed'
  }
}
