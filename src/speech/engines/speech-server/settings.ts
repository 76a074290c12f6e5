import type { LanguageCode } from '../../../contract/languages.ts'

/** How a speech server is reached and what it is used for. Plain data, because it is sent to the recogniser process. */
export interface SpeechServerSettings {
  /**
   * The base URL of an OpenAI-compatible server, such as `http://localhost:8000/v1`. May contain a user name and a
   * password.
   */
  readonly url: string
  /** The name of the model on that server. */
  readonly model: string
  /** Sent as a bearer token; null if the server needs none. */
  readonly apiKey: string | null
  /** The languages that it recognises. */
  readonly languages: readonly LanguageCode[]
  /** Concurrent requests for one recording. */
  readonly concurrency: number
  /** The timeout of one response, from the request to its last byte. */
  readonly timeoutSeconds: number
  /** How long a request is retried while it fails for a transient reason. */
  readonly patienceSeconds: number
}
