/** What the server is made of: its routes take from it what they need. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { Logger } from 'pino'
import type { JobKind } from '../contract/common.ts'
import type { Capabilities } from '../contract/features/feature.ts'
import type { Readiness } from '../contract/readiness.ts'
import type { NodeState, System } from '../contract/system.ts'
import type { ModelManager } from '../installation/model-manager.ts'
import type { AudioFiles } from '../platform/files/audio-files.ts'
import type { AuditLog } from '../jobs/audit-log.ts'
import type { NodeId } from '../jobs/node.ts'
import type { Retention } from '../jobs/deletion.ts'
import type { Store } from '../store/open-store.ts'
import type { RecognisedText } from '../jobs/recognised-text.ts'
import type { Progress } from '../jobs/work.ts'
import type { Issuer } from '../sign-in/issuer.ts'
import type { RoleChecks } from '../sign-in/role-checks.ts'
import type { LiveSessions } from '../live/sessions.ts'
import type { AudioIntake } from '../intake/audio-intake.ts'
import type { Playbacks } from '../intake/playbacks.ts'
import type { TranscriptMaker } from '../transcripts/transcript-maker.ts'
import type { Uploads } from '../intake/uploads.ts'
import type { SecretCheck } from './authentication/secret-check.ts'
import type { RequestWindows } from './limits/request-limits.ts'

/** The server to which routes are added: what they get has the types of their schemas. */
export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>

/** How the server treats its clients, as configured. */
interface HttpOptions {
  /** The base of the URLs in responses; null for the request's own host. */
  readonly publicUrl: string | null
  /** The number of trusted proxies, or their addresses and networks. */
  readonly trustProxy: number | string[]
  readonly corsOrigins: readonly string[]
  readonly keyHeaders: readonly string[]
  readonly maxMetadataCharacters: number
  readonly maxFrameBytes: number
  /** Time for the headers of a request, and in which its body and its answer must make progress. */
  readonly requestSeconds: number
  /** How long a request that is compatible with OpenAI waits for its job. */
  readonly openAiSeconds: number
}

/** What a server needs that answers probes only. */
export interface ProbeParts extends HttpOptions {
  readonly log: Logger
  readonly version: string
  /** Aborted when the service shuts down: no body is waited for. */
  readonly drain: AbortSignal
  /** Whether the database answers. */
  readonly isDatabaseUp: () => Promise<boolean>
  /** Whether each check of `/ready` passes. */
  readonly readiness: () => Promise<Readiness['checks']>
}

/** The jobs that a node works on. */
export interface WorkHere {
  /** How far a job is; null unless this node works on it. */
  progress(jobId: string): Progress | null
  /** The text of a job, as far as it is recognised here; null unless it is being recognised here. */
  text(jobId: string): RecognisedText | null
  /** The text of a job whenever it has grown here, until the signal is aborted. */
  followText(jobId: string, signal: AbortSignal): AsyncIterable<string>
}

/** How people sign in to the console, besides keys, passkeys and invitations. */
interface SignIn {
  /** Null where nobody signs in at one. */
  readonly issuer: Issuer | null
  readonly roleChecks: RoleChecks | null
  /** Whom people ask for access. */
  readonly contact: string | null
}

/** What a server needs that answers everything. */
export interface ServerParts extends ProbeParts {
  readonly store: Store
  readonly audit: AuditLog
  /** The account whose admins are the operators. */
  readonly operators: number
  readonly signIn: SignIn
  /** The id of this node. */
  readonly node: NodeId
  /** What operators have told it to do. */
  readonly nodeState: () => NodeState
  readonly files: AudioFiles
  readonly uploads: Uploads
  readonly intake: AudioIntake
  readonly playbacks: Playbacks
  /** Null when this node transcribes no files. */
  readonly work: WorkHere | null
  readonly live: LiveSessions
  /** Whether this process is to get no more live sessions. */
  readonly isFull: () => boolean
  readonly capabilities: () => Promise<Capabilities>
  /** Whether a URL is certain to be refused when it is fetched or called. */
  readonly isPrivate: (url: string) => boolean
  /** Ends a job as cancelled, and stops what works on it; false when it had ended before. */
  readonly cancel: (jobId: string, kind: JobKind) => Promise<boolean>
  /** The state of the service, for its operator. */
  readonly system: () => Promise<System>
  readonly models: () => Promise<ModelManager>
  /** How long the jobs of accounts are kept that have not set it. */
  readonly defaultRetention: Retention
  /** How many days the trash keeps jobs; 0 where there is none. */
  readonly trashDays: number
  /** The headers by which a receiver verifies a callback that is sent at a time, in milliseconds since 1970. */
  readonly signCallback: (
    id: string,
    at: number,
    body: string,
    secrets: readonly string[],
  ) => Readonly<Record<string, string>>
}

/** What the routes share. */
export interface Parts extends ServerParts {
  readonly secrets: SecretCheck
  readonly requests: RequestWindows
  readonly maker: TranscriptMaker
}
