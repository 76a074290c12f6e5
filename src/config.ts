import { z } from 'zod'
import type { LanguageModelSettings } from './intelligence/language-model/settings.ts'

const text = z.string().min(1)
const switchedOn = z.enum(['0', '1']).transform((value) => value === '1')
const count = (least: number, most = Number.MAX_SAFE_INTEGER) =>
  z.string().regex(/^\d+$/, 'must be a whole number').transform(Number).pipe(z.number().min(least).max(most))

/** Every environment variable that the service reads. README.md has the same table for people. */
const environment = z.object({
  /** Address to listen on. */
  HOST: text.default('127.0.0.1'),
  /** Port to listen on; 0 takes any free one. */
  PORT: count(0, 65_535).prefault('8080'),
  /** Base of the URLs in answers; unset, they are made from the request's own host. */
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'must be an http(s) URL, such as https://transcripts.example.com' })
    .transform((url) => url.replace(/\/+$/, ''))
    .optional(),
  /** Folder for the database and the audio. */
  DATA_DIR: text.default('./data'),
  /** PostgreSQL database to use; unset, SQLite in DATA_DIR. */
  DATABASE_URL: z
    .url({
      protocol: /^postgres(ql)?$/,
      error: 'must be a URL such as postgres://user:password@host/database',
    })
    .optional(),
  /** Key of the default account; unset, one is made at the first start and kept in DATA_DIR/service-key. */
  SERVICE_KEY: text.optional(),
  /** Names of further headers that may carry the key, besides x-service-key. */
  KEY_HEADERS: text
    .default('x-service-key')
    .transform((names) => names.split(',').map((name) => name.trim().toLowerCase()))
    .pipe(
      z.array(z.string().regex(/^[!#$%&'*+.^_`|~0-9a-z-]+$/, 'must be header names, separated by commas')),
    ),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  /** Seconds that running jobs are given to finish after SIGTERM. */
  DRAIN_SECONDS: count(0).prefault('30'),
  /** Jobs transcribed at the same time. */
  CONCURRENCY: count(1, 64).prefault('1'),
  /** Times a job is begun before it is given up, when the service dies in the middle of it. */
  JOB_ATTEMPTS: count(1).prefault('5'),
  /** Seconds without progress after which a recogniser counts as hung. */
  STALL_SECONDS: count(1).prefault('120'),
  /** 1 lets audio_url and callback URLs point to private addresses. */
  ALLOW_PRIVATE_URLS: switchedOn.prefault('0'),
  /** Seconds that fetching an audio_url may take. */
  FETCH_SECONDS: count(1).prefault('600'),
  /** Largest audio file, in millions of bytes. */
  MAX_UPLOAD_MB: count(1).prefault('1000'),
  /** Longest audio, in minutes. */
  MAX_AUDIO_MINUTES: count(1).prefault('135'),
  /** Open live sessions of one account. */
  LIVE_SESSIONS: count(1).prefault('100'),
  /** Seconds that a live session waits for its first connection. */
  LIVE_CONNECT_SECONDS: count(1).prefault('300'),
  /** Seconds that a live session waits for a client whose connection broke. */
  LIVE_RESUME_SECONDS: count(0).prefault('60'),
  /** Seconds without a frame of the client after which a live session is finished. */
  LIVE_IDLE_SECONDS: count(1).prefault('300'),
  /** Longest live session, in minutes. */
  MAX_LIVE_MINUTES: count(1).prefault('180'),
  /** Largest frame that a client of a live session may send, in bytes. */
  MAX_FRAME_BYTES: count(1024, 2 ** 26).prefault(String(2 ** 20)),
  /** Callbacks sent at the same time, and of these to one receiver. */
  CALLBACK_CONCURRENCY: count(1, 400).prefault('100'),
  CALLBACKS_PER_RECEIVER: count(1, 400).prefault('8'),
  /** Seconds that a receiver of callbacks has to answer. */
  CALLBACK_TIMEOUT_SECONDS: count(1, 600).prefault('15'),
  /** Seconds from each failed try of a callback to the next. */
  CALLBACK_RETRY_SECONDS: text
    .default('5,300,1800,7200,18000,36000,36000')
    .transform((list) => list.split(',').map((seconds) => seconds.trim()))
    .pipe(z.array(z.string().regex(/^\d+$/, 'must be whole numbers, separated by commas').transform(Number))),
  /** Longest custom_metadata, in characters of JSON. */
  MAX_METADATA_CHARACTERS: count(2, 20_000).prefault('2000'),
  /** Base of an OpenAI-compatible server, such as http://localhost:11434/v1; unset, there is no language model. */
  LLM_URL: z
    .url({ protocol: /^https?$/, error: 'must be an http(s) URL, such as http://localhost:11434/v1' })
    .optional(),
  /** The language model's name on that server. */
  LLM_MODEL: text.optional(),
  /** Key for that server. */
  LLM_API_KEY: text.optional(),
  /** Most characters of a transcript in one question to the language model. */
  LLM_MAX_CHARACTERS: count(1000).prefault('8000'),
  /** Most tokens of one of its answers. */
  LLM_MAX_ANSWER_TOKENS: count(16).prefault('2048'),
  /** Seconds that one of its answers may take. */
  LLM_TIMEOUT_SECONDS: count(1, 86_400).prefault('300'),
  /** Questions that it is asked at the same time. */
  LLM_CONCURRENCY: count(1, 64).prefault('2'),
  /** Most requests to it for one job. */
  LLM_CALLS_PER_JOB: count(1).prefault('200'),
  /** Where models are pulled from: a mirror has the same paths. */
  MODELS_URL: z
    .url({ protocol: /^https?$/, error: 'must be an http(s) URL, such as https://models.example.com' })
    .default('https://huggingface.co'),
  /** The ffmpeg program; unset, the one on the PATH, then the one that npm installed. */
  FFMPEG_PATH: text.optional(),
})

/** What one variable says about another; each line is the fault of the variable before the colon. */
function faultsBetween({ LLM_URL: url, LLM_MODEL: model, LLM_API_KEY: key }: Environment): string[] {
  if (url === undefined) return []
  const { username, password } = new URL(url)
  return [
    ...(model === undefined ? ['LLM_MODEL: must be set when LLM_URL is'] : []),
    ...(key !== undefined && username + password !== ''
      ? [
          'LLM_API_KEY: must not be set when LLM_URL holds a user name or password; only one of them can be sent',
        ]
      : []),
  ]
}

type Environment = z.infer<typeof environment>

/** The service's configuration: the environment, checked and frozen. */
export type Config = Readonly<ReturnType<typeof readConfig>>

/** The environment does not make a configuration; the message has a line for each fault. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/**
 * Reads the configuration. An empty variable counts as unset.
 * @throws {ConfigError} naming each variable that is wrong, and what it must be
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>) {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = environment.safeParse(given)
  if (!parsed.success) {
    const faults = parsed.error.issues.map((issue) => `${String(issue.path[0])}: ${issue.message}`)
    throw new ConfigError(faults.join('\n'))
  }
  const e = parsed.data
  const faults = faultsBetween(e)
  if (faults.length > 0) throw new ConfigError(faults.join('\n'))
  return Object.freeze({
    host: e.HOST,
    port: e.PORT,
    publicUrl: e.PUBLIC_URL ?? null,
    dataDir: e.DATA_DIR,
    databaseUrl: e.DATABASE_URL ?? null,
    serviceKey: e.SERVICE_KEY ?? null,
    keyHeaders: [...new Set(['x-service-key', ...e.KEY_HEADERS])],
    logLevel: e.LOG_LEVEL,
    drainSeconds: e.DRAIN_SECONDS,
    concurrency: e.CONCURRENCY,
    jobAttempts: e.JOB_ATTEMPTS,
    stallSeconds: e.STALL_SECONDS,
    allowPrivateUrls: e.ALLOW_PRIVATE_URLS,
    fetchSeconds: e.FETCH_SECONDS,
    maxUploadBytes: e.MAX_UPLOAD_MB * 1_000_000,
    maxAudioSeconds: e.MAX_AUDIO_MINUTES * 60,
    liveSessions: e.LIVE_SESSIONS,
    liveConnectSeconds: e.LIVE_CONNECT_SECONDS,
    liveResumeSeconds: e.LIVE_RESUME_SECONDS,
    liveIdleSeconds: e.LIVE_IDLE_SECONDS,
    maxLiveSeconds: e.MAX_LIVE_MINUTES * 60,
    maxFrameBytes: e.MAX_FRAME_BYTES,
    callbackConcurrency: e.CALLBACK_CONCURRENCY,
    callbacksPerReceiver: e.CALLBACKS_PER_RECEIVER,
    callbackTimeoutSeconds: e.CALLBACK_TIMEOUT_SECONDS,
    callbackRetrySeconds: e.CALLBACK_RETRY_SECONDS,
    maxMetadataCharacters: e.MAX_METADATA_CHARACTERS,
    modelsUrl: e.MODELS_URL,
    ffmpegPath: e.FFMPEG_PATH ?? null,
    languageModel: languageModelOf(e),
  })
}

function languageModelOf(e: Environment): LanguageModelSettings | null {
  if (e.LLM_URL === undefined || e.LLM_MODEL === undefined) return null
  return {
    url: e.LLM_URL,
    model: e.LLM_MODEL,
    apiKey: e.LLM_API_KEY ?? null,
    maxCharacters: e.LLM_MAX_CHARACTERS,
    maxAnswerTokens: e.LLM_MAX_ANSWER_TOKENS,
    timeoutSeconds: e.LLM_TIMEOUT_SECONDS,
    concurrency: e.LLM_CONCURRENCY,
    maxCalls: e.LLM_CALLS_PER_JOB,
  }
}
