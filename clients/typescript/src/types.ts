/** Names for the API's types, which are generated from its OpenAPI description (`npm run client:write`). */
import type { components, operations } from './openapi.ts'

type Schemas = components['schemas']
type BodyOf<Name extends keyof operations> = operations[Name] extends {
  requestBody?: { content: { 'application/json': infer Body } }
}
  ? Body
  : never
type QueryOf<Name extends keyof operations> = NonNullable<operations[Name]['parameters']['query']>

export type PreRecordedJob = Schemas['PreRecordedJob']
export type LiveJob = Schemas['LiveJob']
export type Job = PreRecordedJob | LiveJob
export type JobField = Schemas['JobField']
export type JobKind = Schemas['JobKind']
export type JobStatus = Schemas['JobStatus']
export type JobProgress = Schemas['JobProgress']
/** An event of the account, discriminated by `event`. */
export type AccountEvent = Schemas['AccountEvent']
export type JobCreated = Schemas['JobCreated']
export type JobPrioritySet = Schemas['JobPrioritySet']
export type Requeued = Schemas['Requeued']
export type Retranscription = Schemas['Retranscription']
export type RetranscriptionItem = Schemas['RetranscriptionItem']
export type RetranscriptionPage = Schemas['RetranscriptionPage']
export type RetranscriptionRun = Schemas['RetranscriptionRun']
export type RetranscriptionRequest = BodyOf<'retranscribeJob'>
export type Transcription = Schemas['Transcription']
export type Utterance = Schemas['Utterance']
export type Paragraph = Schemas['Paragraph']
export type Word = Schemas['Word']
export type Upload = Schemas['Upload']
export type Delivery = Schemas['Delivery']
/** The body of a callback, discriminated by `event`. */
export type Callback = {
  [Name in keyof Schemas]: Name extends `${string}Callback` ? Schemas[Name] : never
}[keyof Schemas]
/** The body sent to a webhook of the account, discriminated by `event`. */
export type WebhookBody = {
  [Name in Exclude<keyof Schemas, 'Webhook'>]: Name extends `${string}Webhook` ? Schemas[Name] : never
}[Exclude<keyof Schemas, 'Webhook'>]
/** A job in the trash, without its result. */
export type TrashedJob = Schemas['TrashedJob']
export type TrashPage = Schemas['TrashPage']
export type Usage = Schemas['Usage']
export type ModelQuality = Schemas['ModelQuality']
export type Quality = Schemas['Quality']
export type VocabularyProposal = Schemas['VocabularyProposal']
export type VocabularyProposals = Schemas['VocabularyProposals']
/** A message of a live session. */
export type LiveMessage = Schemas['LiveServerFrame']

/** A request to transcribe a file: only `audio_url` is required. */
export type JobRequest = BodyOf<'createPreRecorded'>
/** The options of a transcription: a request without its audio. */
export type JobOptions = Omit<JobRequest, 'audio_url'>
/** The presets of an account, as `request('GET', 'v2/settings/presets')` returns them. */
export type Presets = Schemas['Presets']
/** A new live session, which `joinLive` can join. */
export type LiveSessionCreated = Schemas['LiveSession']
export type LiveRequest = BodyOf<'createLive'>

/** Selects the jobs of a list. */
export type JobFilters = Omit<QueryOf<'listJobs'>, 'cursor' | 'fields' | 'custom_metadata'> & {
  /** Only jobs whose `custom_metadata` contains all of these values. */
  custom_metadata?: Readonly<Record<string, unknown>> | string
}
/** A job reduced to the given fields. */
export type JobWith<Field extends JobField> = Job extends infer Kind
  ? Kind extends Job
    ? Pick<Kind, Field & keyof Kind>
    : never
  : never
export interface JobPage<Field extends JobField = JobField> {
  readonly first: string
  readonly current: string
  readonly next: string | null
  readonly items: readonly JobWith<Field>[]
  /** Number of jobs on all pages; null if the service did not count them. */
  readonly total: number | null
}

/** Jobs that have changed, and the ids of those that were deleted. */
export interface JobChanges<Field extends JobField = JobField> {
  readonly items: readonly (JobWith<Field | 'id'> | Schemas['DeletedJob'])[]
  /** Pass it as `after` to continue, now or later. */
  readonly next: string
  readonly more: boolean
}
export interface ChangesOptions {
  readonly after?: string | undefined
  /** Jobs per page. */
  readonly limit?: number | undefined
}

export type AuditEntry = Schemas['AuditEntry']
export type AuditFilters = Omit<QueryOf<'listAudit'>, 'cursor'>
export type AuditPage = Schemas['AuditPage']
export type DeliveryFilters = Omit<QueryOf<'listAccountDeliveries'>, 'after'>
export type DeliveryPage = Schemas['DeliveryPage']
export type ExportFormat = QueryOf<'exportTranscript'>['format']
export type ExportOptions = Omit<QueryOf<'exportTranscript'>, 'format'>
