/** How a language model is reached, and its limits. Plain data, because it is sent to the enricher process. */
import type { RetryPolicy } from '../../platform/net/retries.ts'

export interface LanguageModelSettings {
  /**
   * The base URL of an OpenAI-compatible server, such as `http://localhost:11434/v1`. May contain a user name and a
   * password.
   */
  readonly url: string
  /** The name of the model on that server. */
  readonly model: string
  /** Sent as a bearer token; null if the server needs none. */
  readonly apiKey: string | null
  /** Maximum characters of text in one question. */
  readonly maxCharacters: number
  /** Maximum tokens of one answer. */
  readonly maxAnswerTokens: number
  /** The timeout of one answer, from the request to its last byte. */
  readonly timeoutSeconds: number
  /** Concurrent requests. */
  readonly concurrency: number
  /** Maximum requests for one job, including retries. */
  readonly maxCalls: number
  /** Default: {@link DEFAULT_RETRY_POLICY}. */
  readonly retryPolicy?: RetryPolicy
}

/** Long enough for a server that restarts or limits requests per minute, but short enough not to block a job for an hour. */
export const DEFAULT_RETRY_POLICY: RetryPolicy = { retries: 4, firstDelayMs: 1000, maxDelayMs: 60_000 }
