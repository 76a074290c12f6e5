import { ScriptoriumError } from './error.ts'
import { type EventOptions, follow } from './events.ts'
import {
  createLive,
  type CreateOptions,
  joinLive,
  type JoinOptions,
  type LiveSession,
} from './live-session.ts'
import { Pages } from './pages.ts'
import {
  type Cancellable,
  newKey,
  type RequestOptions,
  sleep,
  Transport,
  type TransportOptions,
} from './transport.ts'
import type {
  AccountEvent,
  AuditEntry,
  AuditFilters,
  AuditPage,
  ChangesOptions,
  Delivery,
  DeliveryFilters,
  DeliveryPage,
  ExportFormat,
  ExportOptions,
  Job,
  JobChanges,
  JobCreated,
  JobField,
  JobFilters,
  JobOptions,
  JobPage,
  JobPrioritySet,
  JobProgress,
  JobRequest,
  JobWith,
  LiveRequest,
  LiveSessionCreated,
  PreRecordedJob,
  Quality,
  Requeued,
  Retranscription,
  RetranscriptionItem,
  RetranscriptionPage,
  RetranscriptionRequest,
  RetranscriptionRun,
  Transcription,
  TrashedJob,
  TrashPage,
  Upload,
  Usage,
  VocabularyProposals,
} from './types.ts'
import { type AudioSource, upload, type UploadOptions, urlIn } from './upload.ts'

export interface ScriptoriumOptions extends TransportOptions, Pick<JoinOptions, 'WebSocket'> {}

export interface LiveOptions extends CreateOptions, Pick<JoinOptions, 'onConnection'> {}

export interface WaitOptions extends Cancellable {
  /** Called with each state of the job that is new. */
  readonly onProgress?: ((progress: JobProgress) => void) | undefined
  /** Milliseconds after which waiting ends in an error; the job goes on. Default: no limit. */
  readonly timeoutMs?: number | undefined
}

export interface DeleteOptions extends Cancellable {
  /** Whether the job is moved to the trash. Default: it is deleted for good. */
  readonly trash?: boolean | undefined
}

export interface TranscribeOptions extends WaitOptions {
  readonly filename?: UploadOptions['filename']
  /** Called while audio is sent. */
  readonly onUpload?: UploadOptions['onProgress']
}

/** A pre-recorded job that is done. */
export type DoneJob = PreRecordedJob & { result: NonNullable<PreRecordedJob['result']> }

/** Milliseconds between two looks at a job: at first, and at most. */
const POLL_MS = 250
const MAX_POLL_MS = 2_000
/** Milliseconds for which waiting goes on while the service does not answer, as when it is restarted. */
const PATIENCE_MS = 120_000

/** A Scriptorium service, as the account of a key. Every method throws {@link ScriptoriumError}. */
export class Scriptorium {
  readonly #transport: Transport
  readonly #WebSocket: JoinOptions['WebSocket']

  constructor({ WebSocket, ...options }: ScriptoriumOptions) {
    this.#transport = new Transport(options)
    this.#WebSocket = WebSocket
  }

  /**
   * Any operation of the API that answers with JSON.
   * @param path such as `v2/limits`
   * @returns the body of the answer; null if it has none
   */
  async request<Answer>(method: string, path: string, options: RequestOptions = {}): Promise<Answer> {
    return (await this.#transport.json<Answer>(method, path, options)).body
  }

  /**
   * Stores audio, to be transcribed as often as needed. A file that no job uses is deleted after a day.
   * @param source a stream is sent as it is read, and only once: other sources are sent again if a connection fails
   */
  async upload(source: AudioSource, options: UploadOptions = {}): Promise<Upload> {
    return upload(this.#transport, source, options)
  }

  /** Begins to transcribe uploaded audio, or that of a public URL. */
  async create(
    request: JobRequest,
    { signal, idempotencyKey = newKey() }: CreateOptions = {},
  ): Promise<JobCreated> {
    return this.request('POST', 'v2/pre-recorded', { body: request, signal, idempotencyKey })
  }

  /** Uploads audio, transcribes it, and waits for the result. @throws with the code `job_failed` if the job fails */
  async transcribe(
    source: AudioSource,
    request: JobOptions = {},
    { filename, onUpload, ...waiting }: TranscribeOptions = {},
  ): Promise<DoneJob> {
    const { signal } = waiting
    const audio_url =
      urlIn(source) ?? (await this.upload(source, { filename, onProgress: onUpload, signal })).audio_url
    const { id } = await this.create({ ...request, audio_url }, { signal })
    const job = await this.wait(id, waiting)
    if (job.status === 'error') throw jobFailed(job)
    return job as DoneJob
  }

  async get(id: string, { signal, revision }: GetOptions = {}): Promise<Job> {
    return this.request('GET', jobPath(id), { query: { revision }, signal })
  }

  /**
   * Waits until a job has ended.
   * @returns the job, whose status is `done` or `error`
   */
  async wait(id: string, { onProgress, signal, timeoutMs = Infinity }: WaitOptions = {}): Promise<Job> {
    const deadline = performance.now() + timeoutMs
    let answeredAt = performance.now()
    let shown = ''
    for (let pause = POLL_MS; ; pause = Math.min(MAX_POLL_MS, pause * 1.25)) {
      try {
        const progress = await this.progress(id, { signal })
        answeredAt = performance.now()
        const isNew = JSON.stringify(progress) !== shown
        shown = JSON.stringify(progress)
        if (isNew) onProgress?.(progress)
        if (progress.status === 'done' || progress.status === 'error') return await this.get(id, { signal })
      } catch (error) {
        const isOver = performance.now() - answeredAt > PATIENCE_MS
        if (!(error instanceof ScriptoriumError) || !error.isTemporary || isOver) throw error
      }
      const left = deadline - performance.now()
      if (left <= 0) throw new ScriptoriumError('timeout', `job ${id} has not ended within ${timeoutMs} ms`)
      await sleep(Math.min(pause, left), signal)
    }
  }

  async progress(id: string, options: Cancellable = {}): Promise<JobProgress> {
    return this.request('GET', `${jobPath(id)}/progress`, options)
  }

  /**
   * The jobs of the account, newest first. `for await` reads all of them, `.pages()` page by page.
   * @param filters with `fields`, jobs have only those
   */
  list<Field extends JobField = JobField>(
    filters: JobFilters & { readonly fields?: readonly Field[] } = {},
    { signal }: Cancellable = {},
  ): Pages<JobWith<Field>, JobPage<Field>> {
    const first = this.#transport.urlOf('v2/jobs', filters).searchParams
    return new Pages(first, async (query) => {
      type Answer = Omit<JobPage<Field>, 'total'>
      const answer = await this.#transport.json<Answer>('GET', 'v2/jobs', { query, signal })
      const total = answer.headers.get('x-total-count')
      return { ...answer.body, total: total === null ? null : Number(total) }
    })
  }

  /**
   * The jobs that have changed, page by page until there are no more: a mirror applies each page, and keeps its `next`.
   * @param options.after the last `next`; all jobs without it; `now` for what changes from now on
   * @throws with the status 410 when a backup was restored: the mirror begins again
   */
  async *changes<Field extends JobField = JobField>(
    options: ChangesOptions & { readonly fields?: readonly Field[] } = {},
    { signal }: Cancellable = {},
  ): AsyncGenerator<JobChanges<Field>, void, undefined> {
    for (let after = options.after; ;) {
      const query = { ...options, after }
      const page = await this.request<JobChanges<Field>>('GET', 'v2/jobs/changes', { query, signal })
      yield page
      if (!page.more) return
      after = page.next
    }
  }

  /**
   * Which jobs of the account have changed, and of one job its progress and its text while it is recognised; as long as it is read, also
   * over several connections. No change is missed in between.
   */
  events(options: EventOptions = {}): AsyncGenerator<AccountEvent, void, undefined> {
    return follow(this.#transport, options)
  }

  /** Creates a new job from the request of another one. The audio must still be there. */
  async retry(id: string, options: CreateOptions = {}): Promise<JobCreated> {
    const { kind, request_params, custom_metadata } = await this.get(id, options)
    if (kind === 'live')
      throw new ScriptoriumError('conflict', `job ${id} is a live session, which cannot be repeated`)
    return this.create(
      { ...(request_params as JobRequest), ...(custom_metadata !== null && { custom_metadata }) },
      options,
    )
  }

  /** Queues a job again that has failed, under its id. */
  async requeue(id: string, options: Cancellable = {}): Promise<void> {
    await this.request('POST', `${jobPath(id)}/requeue`, options)
  }

  /** Queues up to 100 jobs again that failed by a fault of the service. */
  async requeueFaults(options: Cancellable = {}): Promise<Requeued> {
    return this.request<Requeued>('POST', 'v2/jobs/requeue', options)
  }

  /** Transcribes the audio of a job again, beside its transcript. */
  async retranscribe(
    id: string,
    request: RetranscriptionRequest = {},
    options: Cancellable = {},
  ): Promise<Retranscription> {
    return this.request('POST', `${jobPath(id)}/retranscribe`, { ...options, body: request })
  }

  /** Transcribes all files again that are done and match the filters, of which there must be one. */
  async retranscribeAll(
    filters: Omit<JobFilters, 'limit' | 'offset'>,
    request: RetranscriptionRequest = {},
    options: Cancellable = {},
  ): Promise<RetranscriptionRun> {
    return this.request('POST', 'v2/jobs/retranscribe', { ...options, query: filters, body: request })
  }

  /** How far a job is that is transcribed again, and what would change. */
  async retranscription(id: string, options: Cancellable = {}): Promise<Retranscription> {
    return this.request('GET', `${jobPath(id)}/retranscription`, options)
  }

  /** The jobs that are transcribed again, and those whose new transcript waits to be accepted; the newest first. */
  retranscriptions({ signal }: Cancellable = {}): Pages<RetranscriptionItem, RetranscriptionPage> {
    return new Pages(new URLSearchParams(), async (query) =>
      this.request('GET', 'v2/retranscriptions', { query, signal }),
    )
  }

  /** Makes the new transcript of a job a revision. */
  async acceptRetranscription(id: string, options: Cancellable = {}): Promise<Transcription> {
    return this.request('POST', `${jobPath(id)}/retranscription/accept`, options)
  }

  /** Discards the new transcript of a job, or stops making it. */
  async discardRetranscription(id: string, options: Cancellable = {}): Promise<void> {
    await this.request('DELETE', `${jobPath(id)}/retranscription`, options)
  }

  /**
   * Processes a waiting job before the others of its account that have a lower priority, or before all of them.
   * @returns its priority as a number
   */
  async setPriority(id: string, priority: number | 'first', options: Cancellable = {}): Promise<number> {
    const path = `${jobPath(id)}/priority`
    return (await this.request<JobPrioritySet>('PUT', path, { ...options, body: { priority } })).priority
  }

  /** Ends a job that is queued or processing, in error with the code 499. */
  async cancel(id: string, options: Cancellable = {}): Promise<void> {
    await this.request('POST', `${jobPath(id)}/cancel`, options)
  }

  /** Deletes a job that has ended, with its result and its audio; or moves it to the trash, which keeps it for some days. */
  async delete(id: string, { trash, signal }: DeleteOptions = {}): Promise<void> {
    await this.request('DELETE', jobPath(id), { query: { trash }, signal })
  }

  /** The jobs in the trash, those deleted last first. */
  trash({ signal }: Cancellable = {}): Pages<TrashedJob, TrashPage> {
    return new Pages(new URLSearchParams(), async (query) =>
      this.request('GET', 'v2/trash', { query, signal }),
    )
  }

  /** Moves a job back from the trash to where it was. */
  async restore(id: string, options: Cancellable = {}): Promise<void> {
    await this.request('POST', `v2/trash/${encodeURIComponent(id)}/restore`, options)
  }

  /** The audio of a job, as it was received. Its body is a stream. */
  async audio(id: string, options: Cancellable = {}): Promise<Response> {
    return this.#transport.send('GET', `${jobPath(id)}/file`, options)
  }

  /** The transcript of a job as a file, such as `srt` or `docx`, which is named in `content-disposition`. */
  async export(
    id: string,
    format: ExportFormat,
    { signal, ...options }: ExportOptions & Cancellable = {},
  ): Promise<Response> {
    return this.#transport.send('GET', `${jobPath(id)}/export`, { query: { format, ...options }, signal })
  }

  /** The transcripts of up to 200 jobs as files in a ZIP; `missing.txt` in it lists those that have none, with the reason. */
  async exportAll(
    ids: readonly string[],
    format: ExportFormat,
    { signal, ...options }: ExportOptions & Cancellable = {},
  ): Promise<Response> {
    return this.#transport.send('GET', 'v2/jobs/export.zip', {
      query: { format, ...options, id: ids },
      signal,
    })
  }

  /**
   * Opens a live session: audio in, messages out. Its job is in the lists from now on.
   * @param request by default, audio is 16-bit PCM of 16 kHz with one channel
   */
  async live(request: LiveRequest = {}, options: LiveOptions = {}): Promise<LiveSession> {
    return joinLive(await this.createLive(request, options), { WebSocket: this.#WebSocket, ...options })
  }

  /** Opens a live session that another program joins by `joinLive`, such as a page, which needs no key for it. */
  async createLive(request: LiveRequest = {}, options: CreateOptions = {}): Promise<LiveSessionCreated> {
    return createLive(this.#transport, request, options)
  }

  /** The callbacks of the account with their attempts, newest first. */
  deliveries(filters: DeliveryFilters = {}, { signal }: Cancellable = {}): Pages<Delivery, DeliveryPage> {
    const first = this.#transport.urlOf('v2/deliveries', filters).searchParams
    return new Pages(first, async (query) => this.request('GET', 'v2/deliveries', { query, signal }))
  }

  /** Sends a callback again. */
  async redeliver(jobId: string, deliveryId: string, options: Cancellable = {}): Promise<Delivery> {
    const path = `${jobPath(jobId)}/deliveries/${encodeURIComponent(deliveryId)}/redeliver`
    return this.request('POST', path, options)
  }

  /** A callback as it would be sent now: the answer has its body, and its signature in the headers. */
  async signCallback(jobId: string, deliveryId: string, options: Cancellable = {}): Promise<Response> {
    const path = `${jobPath(jobId)}/deliveries/${encodeURIComponent(deliveryId)}/sign`
    return this.#transport.send('POST', path, options)
  }

  /** What the account has used on each day, by default of the last 30. @param range dates such as `2025-06-01` */
  async usage(range: UsageRange = {}, { signal }: Cancellable = {}): Promise<Usage> {
    return this.request('GET', 'v2/usage', { query: { ...range }, signal })
  }

  /** What was changed in the account, and who signed in, newest first. Only for keys with the scope `admin`. */
  audit(filters: AuditFilters = {}, { signal }: Cancellable = {}): Pages<AuditEntry, AuditPage> {
    const first = this.#transport.urlOf('v2/audit', filters).searchParams
    return new Pages(first, async (query) => this.request('GET', 'v2/audit', { query, signal }))
  }

  /** How many words were wrong in the transcripts that were corrected, by model and language. */
  async quality(options: Cancellable = {}): Promise<Quality> {
    return this.request('GET', 'v2/quality', options)
  }

  /** Words that are corrected again and again, for the vocabulary of the account. */
  async vocabularyProposals(options: Cancellable = {}): Promise<VocabularyProposals> {
    return this.request('GET', 'v2/quality/proposals', options)
  }
}

export interface GetOptions extends Cancellable {
  /** The revision of the transcript, or `newest`; as recognised unless given. */
  readonly revision?: number | 'newest' | undefined
}

export interface UsageRange {
  readonly from?: string | undefined
  readonly to?: string | undefined
}

const jobPath = (id: string): string => `v2/jobs/${encodeURIComponent(id)}`

function jobFailed({ id, error_code: status, error_message: message, request_id: requestId }: Job) {
  return new ScriptoriumError('job_failed', message ?? `job ${id} failed`, { status, requestId })
}
