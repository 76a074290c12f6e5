/** How a language model is reached, and what it may cost. Travels to the enricher process, so it is plain data. */
export interface LanguageModelSettings {
  /** Base of an OpenAI-compatible server, such as `http://localhost:11434/v1`. May hold a user name and a password. */
  readonly url: string
  /** The name that the server knows it by. */
  readonly model: string
  /** Sent as a bearer token; null where the server wants none. */
  readonly apiKey: string | null
  /** Most characters of text in one question. */
  readonly maxCharacters: number
  /** Most tokens of one answer. */
  readonly maxAnswerTokens: number
  /** For one answer, from the request to its last byte. */
  readonly timeoutSeconds: number
  /** Questions at the same time. */
  readonly concurrency: number
  /** Most requests for one job, those that are sent again included. */
  readonly maxCalls: number
  /** How failures that may pass are waited for; not given, see {@link PATIENCE}. */
  readonly patience?: Patience
}

/** How often and after what time a request is sent again. */
export interface Patience {
  readonly retries: number
  /** Before the first retry, in milliseconds; twice that before the second, and so on. */
  readonly firstDelayMs: number
  /** Before any retry, also where a server asks for more (`Retry-After`). */
  readonly longestDelayMs: number
}

/** A server that restarts or limits requests by the minute is waited for; a job is not held up for an hour. */
export const PATIENCE: Patience = { retries: 4, firstDelayMs: 1000, longestDelayMs: 60_000 }
