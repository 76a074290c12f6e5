/** The errors that handlers throw, and the body in which all errors are sent. */
import { maxHeaderSize } from 'node:http'
import type { JobStatus } from '../contract/common.ts'
import type { ErrorBody } from '../contract/error.ts'
import { MAX } from '../contract/limits.ts'
import { rolesWith } from '../contract/roles.ts'
import type { Scope } from '../contract/scopes.ts'
import type { Caller } from '../jobs/caller.ts'

/** An error with a 4xx or 5xx status. Its message is sent to the caller. */
export class RequestError extends Error {
  override readonly name = 'RequestError'
  readonly status: number
  readonly validationErrors: readonly string[] | null
  /** Seconds after which the request may be sent again. */
  readonly retryAfter: number | null

  constructor(
    status: number,
    message: string,
    more: { validationErrors?: readonly string[]; retryAfter?: number } = {},
  ) {
    super(message)
    this.status = status
    this.validationErrors = more.validationErrors ?? null
    this.retryAfter = more.retryAfter ?? null
  }
}

/** @param headers the headers that may carry the key. Clients recognise this error and the next by the beginning of the message. */
export const missingKey = (headers: readonly string[]) =>
  new RequestError(
    401,
    `missing service key: send it in the header ${headers.join(' or ')}, or as Authorization: Bearer <key>`,
  )
export const invalidKey = () =>
  new RequestError(
    401,
    'invalid service key: the operator finds one in the file service-key of the data folder, and "scriptorium keys create" makes others',
  )
export const expiredKey = () => new RequestError(401, 'the service key has expired: create another one')
export const missingScope = (scope: Scope, { key, user }: Pick<Caller, 'key' | 'user'>) =>
  new RequestError(
    403,
    key !== null
      ? `this needs the scope ${scope}, which the key does not have: ${user === null ? 'an administrator of its account can create one that has it' : 'its user can create one that has it, if their role allows that'}`
      : `this needs the role ${rolesWith(scope).join(' or ')}: an administrator of the account can give it to you`,
  )
export const notAPerson = () =>
  new RequestError(403, 'this is for users who have signed in to the console as themselves, not with a key')
export const notAnOperator = () =>
  new RequestError(
    403,
    'this is for operators: the admins of the account default, and its keys with the scope admin',
  )
export const invalidInvitation = () =>
  new RequestError(
    404,
    'this invitation is not valid: it was used or withdrawn, or has expired; ask the sender for another one',
  )
export const noPasskeysAtAddress = () =>
  invalid(
    'host: browsers do not support passkeys at an IP address: open the console at a host name, such as localhost, or set PUBLIC_URL to one',
  )
export const invalidPasskey = () =>
  new RequestError(
    401,
    'this passkey is not valid: it was removed, is for another address, or took more than ten minutes; try again, or sign in another way',
  )
export const knownPasskey = () => new RequestError(409, 'this passkey has already been added')
export const tooManyPasskeys = (limit: number) =>
  new RequestError(409, `you have ${limit} passkeys: remove one first`)
export const invalidShare = () =>
  new RequestError(
    404,
    'this link is not valid: it was revoked or has expired, or its transcript was deleted; ask the sender for another one',
  )
export const busyShare = (seconds: number) =>
  new RequestError(429, 'too many people are using this link: try again in a minute', { retryAfter: seconds })
export const tooManyStreams = (limit: number, what = 'events') =>
  new RequestError(429, `the account has ${limit} open streams of ${what}: close one, or try again later`, {
    retryAfter: 30,
  })
export const tooManyShares = (limit: number) =>
  new RequestError(409, `the job has ${limit} links: revoke one first`)
export const notRedacted = () =>
  new RequestError(
    409,
    'redacted: the transcript of this job was not redacted: transcribe its audio again with pii_redaction, or leave redacted out',
  )
export const notAMember = () => new RequestError(404, 'you are not a member of an account with this name')
export const lastAdmin = () =>
  new RequestError(
    409,
    'this is the last admin of the account: make another member admin first, or let the operator use "scriptorium users"',
  )
export const fromGroup = () =>
  new RequestError(409, 'this role comes from a group at the identity provider: change it there')
export const notSignedIn = () => new RequestError(401, 'not signed in: begin a console session first')
export const accountChanged = () =>
  new RequestError(409, 'the account in use was changed on another page of this browser')
export const notFromConsole = () =>
  new RequestError(401, 'x-console: the cookie of a console session is valid only with this header set to 1')
export const foreignPage = () =>
  new RequestError(401, 'the cookie of a console session is valid only for pages of this service: send a key')
export const foreignOrigin = () =>
  new RequestError(403, 'origin: pages of this origin may not use MCP: add it to CORS_ORIGINS')
export const onlyPost = () =>
  new RequestError(405, 'this server keeps no sessions and begins no streams: send messages by POST')
export const tooManyWrongSecrets = (seconds: number) =>
  new RequestError(
    429,
    'too many invalid keys or links were sent from this address: send a valid one, which is accepted, or try again later',
    { retryAfter: seconds },
  )
export const tooManySignIns = () =>
  new RequestError(429, 'too many sign-ins have begun: try again in a few minutes', { retryAfter: 60 })
export const notFound = (what: string) => new RequestError(404, `${what} not found`)
export const audioExpired = () =>
  new RequestError(410, 'the audio of this job was deleted, because its retention has ended')
export const changesRestored = () =>
  new RequestError(
    410,
    'after: belongs to another account, or to changes before the database was restored from a backup: begin again without after',
  )
/** The fault of a request that needs the trash, if the configuration excludes it. */
export const NO_TRASH = 'trash: there is no trash (TRASH_DAYS is 0): leave it out to delete permanently'
export const notDeletable = () =>
  new RequestError(403, 'the job is still queued or processing: it can be deleted once it is done or error')
export const notAcceptable = (available: readonly string[]) =>
  new RequestError(406, `accept: the transcript is available as ${available.join(', ')}`)
export const notDone = (status: JobStatus) =>
  new RequestError(
    409,
    status === 'error'
      ? 'the job has failed and has no transcript: its error_message says why'
      : `the job is ${status}: its transcript is available once its status is done`,
  )
export const isPending = () =>
  new RequestError(
    409,
    'the job is already being transcribed again, or its new transcript is ready: accept or discard it first',
  )
export const notReady = () =>
  new RequestError(
    409,
    'the job has no new transcript that is ready: wait for it, or transcribe the job again',
  )
export const liveAudio = () =>
  new RequestError(409, 'the job is a live session: only files can be transcribed again')
export const unreadableRequest = () =>
  new RequestError(
    409,
    'the request of this job was stored by another version of the service: send its audio as a new job',
  )
export const hasEnded = () => new RequestError(409, 'the job has ended already: it can be deleted')
export const hasNotFailed = () =>
  new RequestError(409, 'the job has not failed: only a file whose status is error can be queued again')
export const noQueue = () =>
  new RequestError(409, 'the job is a live session, which is not queued and has no priority')
export const accountExists = () =>
  new RequestError(409, 'name: an account with this name exists, or is still being deleted: use another name')
export const notDeletableAccount = () =>
  new RequestError(409, 'the account of the operators cannot be deleted: delete its jobs and its members')
export const ownKey = () =>
  new RequestError(409, 'the key that sends the request cannot be revoked: use another admin key')
export const configuredKey = (name: string) =>
  new RequestError(409, `the key is configured by ${name}: change it there, and restart the service`)
export const tooManyKeys = (limit: number) =>
  new RequestError(
    409,
    `there are already ${limit.toLocaleString('en')} keys, which is the limit: revoke one first`,
  )
export const revisionRequired = () =>
  new RequestError(428, 'send If-Match with the ETag of the transcript to change')
export const revised = (newest: number) =>
  new RequestError(412, `if-match: the newest revision is "${newest}": fetch it, and make the change again`)
export const tooManyRevisions = () =>
  new RequestError(
    409,
    `the transcript has ${MAX.revisions.toLocaleString('en')} revisions, which is the limit`,
  )
export const noVoices = () =>
  new RequestError(
    409,
    'no voices are stored with this job, because it had no successful diarization or is a live session: transcribe its audio again with diarization',
  )
/** Seconds after which a client should retry to get the response to a request in progress. */
const KEY_RETRY_SECONDS = 2
export const keyInUse = () =>
  new RequestError(409, 'idempotency-key: a request with this key is in progress: try again later', {
    retryAfter: KEY_RETRY_SECONDS,
  })
export const keyOfAnother = () =>
  new RequestError(422, 'idempotency-key: another request was sent with this key: use a new one')
export const tooLarge = (message: string) => new RequestError(413, message)
export const bodyTooLarge = (limit: number) => tooLarge(`the body must not have more than ${bytes(limit)}`)
export const headersTooLarge = () =>
  new RequestError(431, `the request line and the headers must not have more than ${bytes(maxHeaderSize)}`)
export const unsatisfiableRange = () => new RequestError(416, 'the range is outside the file')
export const draining = () =>
  new RequestError(503, 'the service is shutting down: try again shortly', { retryAfter: 10 })
export const noIssuer = () =>
  new RequestError(404, 'no identity provider is configured: sign in with a passkey or a key')
export const issuerAway = () =>
  new RequestError(503, 'the identity provider does not answer: try again later', { retryAfter: 10 })
export const databaseDown = () => new RequestError(503, 'the database does not answer', { retryAfter: 10 })
export const fullOfSessions = () =>
  new RequestError(503, 'this process has as many live sessions as LIVE_CAPACITY allows: try again later', {
    retryAfter: 10,
  })
export const paused = () =>
  new RequestError(
    503,
    'an operator has paused this process, which opens no live sessions: try again later',
    {
      retryAfter: 10,
    },
  )
export const privateUrl = (field: string) =>
  new RequestError(422, `${field}: must not lead to a private or reserved address; use a public URL`)
export const noParagraphs = (format: string) =>
  invalid(`paragraphs: ${format} has none; ask for txt, md, docx or json`)
export const invalid = (...faults: string[]) =>
  new RequestError(400, 'bad request', { validationErrors: faults })

const bytes = (count: number): string => `${count.toLocaleString('en')} bytes`

export function errorBody(error: RequestError, path: string, requestId: string): ErrorBody {
  return {
    timestamp: new Date().toISOString(),
    path,
    request_id: requestId,
    statusCode: error.status,
    message: error.message,
    ...(error.validationErrors === null ? {} : { validation_errors: [...error.validationErrors] }),
  }
}
