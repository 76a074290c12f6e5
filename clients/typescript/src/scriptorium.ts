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
  /** Called whenever the job's progress has changed. */
  readonly onProgress?: ((progress: JobProgress) => void) | undefined
  /** Milliseconds after which waiting fails with the code `timeout`; the job continues. Default: no limit. */
  readonly timeoutMs?: number | undefined
}

export interface DeleteOptions extends Cancellable {
  /** Moves the job to the trash instead of deleting it permanently. Default: false. */
  readonly trash?: boolean | undefined
}

export interface TranscribeOptions extends WaitOptions {
  readonly filename?: UploadOptions['filename']
  /** Called while the audio is sent. */
  readonly onUpload?: UploadOptions['onProgress']
}

/** A pre-recorded job that is done. */
export type DoneJob = PreRecordedJob & { result: NonNullable<PreRecordedJob['result']> }

/** Milliseconds between polls of a job: initial and maximum. */
const POLL_MS = 250
const MAX_POLL_MS = 2_000
/** Milliseconds for which `wait` tolerates a service that does not answer, for example during a restart. */
const PATIENCE_MS = 120_000

/** A Scriptorium service, used as the account of a key. Every method may throw a {@link ScriptoriumError}. */
export class Scriptorium {
  readonly #transport: Transport
  readonly #WebSocket: JoinOptions['WebSocket']

  constructor({ WebSocket, ...options }: ScriptoriumOptions) {
    this.#transport = new Transport(options)
    this.#WebSocket = WebSocket
  }

  /**
   * Calls any operation of the API that returns JSON.
   * @param path such as `v2/limits`
   * @returns the body of the response; null if it is empty
   */
  async request<Answer>(method: string, path: string, options: RequestOptions = {}): Promise<Answer> {
    return (await this.#transport.json<Answer>(method, path, options)).body
  }

  /**
   * Uploads audio, which can then be transcribed any number of times. A file that no job uses is deleted after a day.
   * @param source a stream is sent while it is read, and cannot be retried; other sources are sent again if a connection fails
   */
  async upload(source: AudioSource, options: UploadOptions = {}): Promise<Upload> {
    return upload(this.#transport, source, options)
  }

  /** Creates a job that transcribes uploaded audio or the audio at a public URL. */
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
   * @returns the job, with the status `done` or `error`
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
   * Lists the account's jobs, newest first. `for await` yields jobs, `.pages()` whole pages.
   * @param filters.fields returns only these fields of each job
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
   * Yields the jobs that have changed, page by page until there are no more. A mirror applies each page and stores its `next`.
   * @param options.after the last `next`; `now` for changes from now on. Default: all jobs
   * @throws with the status 410 after a backup was restored: the mirror must start over
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
   * Reports which jobs of the account change, and optionally one job's progress and its text while it is recognised. It never ends by
   * itself: it reconnects as needed, and misses no change.
   */
  events(options: EventOptions = {}): AsyncGenerator<AccountEvent, void, undefined> {
    return follow(this.#transport, options)
  }

  /** Creates a new job with the request of another one, whose audio must still exist. */
  async retry(id: string, options: CreateOptions = {}): Promise<JobCreated> {
    const { kind, request_params, custom_metadata } = await this.get(id, options)
    if (kind === 'live')
      throw new ScriptoriumError('conflict', `job ${id} is a live session, which cannot be repeated`)
    return this.create(
      { ...(request_params as JobRequest), ...(custom_metadata !== null && { custom_metadata }) },
      options,
    )
  }

  /** Queues a failed job again, under the same id. */
  async requeue(id: string, options: Cancellable = {}): Promise<void> {
    await this.request('POST', `${jobPath(id)}/requeue`, options)
  }

  /** Queues up to 100 jobs again that failed because of the service. */
  async requeueFaults(options: Cancellable = {}): Promise<Requeued> {
    return this.request<Requeued>('POST', 'v2/jobs/requeue', options)
  }

  /** Transcribes a job's audio again. The job keeps its transcript until the new one is accepted. */
  async retranscribe(
    id: string,
    request: RetranscriptionRequest = {},
    options: Cancellable = {},
  ): Promise<Retranscription> {
    return this.request('POST', `${jobPath(id)}/retranscribe`, { ...options, body: request })
  }

  /** Transcribes all finished files again that match the filters. At least one filter is required. */
  async retranscribeAll(
    filters: Omit<JobFilters, 'limit' | 'offset'>,
    request: RetranscriptionRequest = {},
    options: Cancellable = {},
  ): Promise<RetranscriptionRun> {
    return this.request('POST', 'v2/jobs/retranscribe', { ...options, query: filters, body: request })
  }

  /** Returns the progress of a job's retranscription, and what it would change. */
  async retranscription(id: string, options: Cancellable = {}): Promise<Retranscription> {
    return this.request('GET', `${jobPath(id)}/retranscription`, options)
  }

  /** Lists the retranscriptions that are in progress or wait to be accepted, newest first. */
  retranscriptions({ signal }: Cancellable = {}): Pages<RetranscriptionItem, RetranscriptionPage> {
    return new Pages(new URLSearchParams(), async (query) =>
      this.request('GET', 'v2/retranscriptions', { query, signal }),
    )
  }

  /** Makes the new transcript of a job its newest revision. */
  async acceptRetranscription(id: string, options: Cancellable = {}): Promise<Transcription> {
    return this.request('POST', `${jobPath(id)}/retranscription/accept`, options)
  }

  /** Discards a job's new transcript, or cancels its retranscription. */
  async discardRetranscription(id: string, options: Cancellable = {}): Promise<void> {
    await this.request('DELETE', `${jobPath(id)}/retranscription`, options)
  }

  /**
   * Sets the priority of a waiting job among those of its account; `first` places it before all of them.
   * @returns the priority as a number
   */
  async setPriority(id: string, priority: number | 'first', options: Cancellable = {}): Promise<number> {
    const path = `${jobPath(id)}/priority`
    return (await this.request<JobPrioritySet>('PUT', path, { ...options, body: { priority } })).priority
  }

  /** Cancels a job that is queued or processing. It ends in error with the code 499. */
  async cancel(id: string, options: Cancellable = {}): Promise<void> {
    await this.request('POST', `${jobPath(id)}/cancel`, options)
  }

  /** Deletes a job that has ended, with its result and audio, or moves it to the trash, which keeps it for some days. */
  async delete(id: string, { trash, signal }: DeleteOptions = {}): Promise<void> {
    await this.request('DELETE', jobPath(id), { query: { trash }, signal })
  }

  /** Lists the jobs in the trash, most recently deleted first. */
  trash({ signal }: Cancellable = {}): Pages<TrashedJob, TrashPage> {
    return new Pages(new URLSearchParams(), async (query) =>
      this.request('GET', 'v2/trash', { query, signal }),
    )
  }

  /** Restores a job from the trash. */
  async restore(id: string, options: Cancellable = {}): Promise<void> {
    await this.request('POST', `v2/trash/${encodeURIComponent(id)}/restore`, options)
  }

  /** Returns a job's audio as it was received; the body is a stream. */
  async audio(id: string, options: Cancellable = {}): Promise<Response> {
    return this.#transport.send('GET', `${jobPath(id)}/file`, options)
  }

  /** Returns a job's transcript as a file, such as `srt` or `docx`; `content-disposition` has its name. */
  async export(
    id: string,
    format: ExportFormat,
    { signal, ...options }: ExportOptions & Cancellable = {},
  ): Promise<Response> {
    return this.#transport.send('GET', `${jobPath(id)}/export`, { query: { format, ...options }, signal })
  }

  /** Returns the transcripts of up to 200 jobs in a ZIP; its `missing.txt` lists the jobs without one, with the reason. */
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
   * Opens a live session. Its job appears in the lists at once.
   * @param request by default, audio is 16-bit PCM at 16 kHz with one channel
   */
  async live(request: LiveRequest = {}, options: LiveOptions = {}): Promise<LiveSession> {
    return joinLive(await this.createLive(request, options), { WebSocket: this.#WebSocket, ...options })
  }

  /** Creates a live session for another program to join with `joinLive`, such as a web page, which then needs no key. */
  async createLive(request: LiveRequest = {}, options: CreateOptions = {}): Promise<LiveSessionCreated> {
    return createLive(this.#transport, request, options)
  }

  /** Lists the account's callbacks with their attempts, newest first. */
  deliveries(filters: DeliveryFilters = {}, { signal }: Cancellable = {}): Pages<Delivery, DeliveryPage> {
    const first = this.#transport.urlOf('v2/deliveries', filters).searchParams
    return new Pages(first, async (query) => this.request('GET', 'v2/deliveries', { query, signal }))
  }

  /** Sends a callback again. */
  async redeliver(jobId: string, deliveryId: string, options: Cancellable = {}): Promise<Delivery> {
    const path = `${jobPath(jobId)}/deliveries/${encodeURIComponent(deliveryId)}/redeliver`
    return this.request('POST', path, options)
  }

  /** Returns a callback as it would be sent now, with its signature in the response headers. */
  async signCallback(jobId: string, deliveryId: string, options: Cancellable = {}): Promise<Response> {
    const path = `${jobPath(jobId)}/deliveries/${encodeURIComponent(deliveryId)}/sign`
    return this.#transport.send('POST', path, options)
  }

  /** Returns the account's usage per day, by default for the last 30 days. @param range dates such as `2025-06-01` */
  async usage(range: UsageRange = {}, { signal }: Cancellable = {}): Promise<Usage> {
    return this.request('GET', 'v2/usage', { query: { ...range }, signal })
  }

  /** Lists the account's changes and sign-ins, newest first. Requires a key with the scope `admin`. */
  audit(filters: AuditFilters = {}, { signal }: Cancellable = {}): Pages<AuditEntry, AuditPage> {
    const first = this.#transport.urlOf('v2/audit', filters).searchParams
    return new Pages(first, async (query) => this.request('GET', 'v2/audit', { query, signal }))
  }

  /** Returns how many words were wrong in corrected transcripts, by model and language. */
  async quality(options: Cancellable = {}): Promise<Quality> {
    return this.request('GET', 'v2/quality', options)
  }

  /** Proposes words that are corrected repeatedly for the account's vocabulary. */
  async vocabularyProposals(options: Cancellable = {}): Promise<VocabularyProposals> {
    return this.request('GET', 'v2/quality/proposals', options)
  }
}

export interface GetOptions extends Cancellable {
  /** The revision of the transcript, or `newest`. Default: the transcript as recognised. */
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
