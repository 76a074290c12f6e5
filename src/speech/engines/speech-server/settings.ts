import type { LanguageCode } from '../../../contract/languages.ts'

/** How a speech server is reached, and what it is used for. Plain data, as it is sent to the recogniser process. */
export interface SpeechServerSettings {
  /** Base of an OpenAI-compatible server, such as `http://localhost:8000/v1`. May contain a user name and a password. */
  readonly url: string
  /** The name of the model on that server. */
  readonly model: string
  /** Sent as a bearer token; null where the server needs none. */
  readonly apiKey: string | null
  /** The languages that it recognises. */
  readonly languages: readonly LanguageCode[]
  /** Concurrent requests for one recording. */
  readonly concurrency: number
  /** For one answer, from the request to its last byte. */
  readonly timeoutSeconds: number
  /** How long a request is repeated that fails for a reason that may pass. */
  readonly patienceSeconds: number
}
