/** The dependencies of the server and its routes. */
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

/** A server whose handlers are typed by the schemas of their routes. */
export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>

/** The configuration of the HTTP server. */
interface HttpOptions {
  /** The base of URLs in responses; null to use the host of the request. */
  readonly publicUrl: string | null
  /** The number of trusted proxies, or their addresses and networks. */
  readonly trustProxy: number | string[]
  readonly corsOrigins: readonly string[]
  readonly keyHeaders: readonly string[]
  readonly maxMetadataCharacters: number
  readonly maxFrameBytes: number
  /** Time limit for the headers of a request, and for progress of its body and its response. */
  readonly requestSeconds: number
  /** How long a request compatible with OpenAI waits for its job. */
  readonly openAiSeconds: number
}

/** The dependencies of a server that only answers probes. */
export interface ProbeParts extends HttpOptions {
  readonly log: Logger
  readonly version: string
  /** Aborted when the service begins to shut down. */
  readonly drain: AbortSignal
  /** Whether the database answers. */
  readonly isDatabaseUp: () => Promise<boolean>
  /** The outcome of each check of `/ready`. */
  readonly readiness: () => Promise<Readiness['checks']>
}

/** The jobs that this node is working on. */
export interface WorkHere {
  /** The progress of a job; null unless this node is working on it. */
  progress(jobId: string): Progress | null
  /** The text of a job recognised so far; null unless this node is recognising it. */
  text(jobId: string): RecognisedText | null
  /** Yields the text of a job whenever it has grown on this node, until the signal is aborted. */
  followText(jobId: string, signal: AbortSignal): AsyncIterable<string>
}

/** Ways to sign in to the console, other than keys, passkeys and invitations. */
interface SignIn {
  /** Null if none is configured. */
  readonly issuer: Issuer | null
  readonly roleChecks: RoleChecks | null
  /** Whom people ask for access. */
  readonly contact: string | null
}

/** The dependencies of a server with the whole API. */
export interface ServerParts extends ProbeParts {
  readonly store: Store
  readonly audit: AuditLog
  /** The account whose admins are the operators. */
  readonly operators: number
  readonly signIn: SignIn
  /** The id of this node. */
  readonly node: NodeId
  /** The state that operators have set for this node. */
  readonly nodeState: () => NodeState
  readonly files: AudioFiles
  readonly uploads: Uploads
  readonly intake: AudioIntake
  readonly playbacks: Playbacks
  /** Null if this node transcribes no files. */
  readonly work: WorkHere | null
  readonly live: LiveSessions
  /** Whether this process has reached its capacity for live sessions. */
  readonly isFull: () => boolean
  readonly capabilities: () => Promise<Capabilities>
  /** Whether a URL is certain to be refused when fetched or called. */
  readonly isPrivate: (url: string) => boolean
  /** Ends a job as cancelled, and aborts the work on it. Resolves to false if it had already ended. */
  readonly cancel: (jobId: string, kind: JobKind) => Promise<boolean>
  /** The state of the service, for operators. */
  readonly system: () => Promise<System>
  readonly models: () => Promise<ModelManager>
  /** The retention of accounts that have not set their own. */
  readonly defaultRetention: Retention
  /** How many days the trash keeps jobs; 0 if there is no trash. */
  readonly trashDays: number
  /** The signature headers of a callback sent at a time, in milliseconds since 1970. */
  readonly signCallback: (
    id: string,
    at: number,
    body: string,
    secrets: readonly string[],
  ) => Readonly<Record<string, string>>
}

/** The dependencies of the routes. */
export interface Parts extends ServerParts {
  readonly secrets: SecretCheck
  readonly requests: RequestWindows
  readonly maker: TranscriptMaker
}
