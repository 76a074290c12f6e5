import type { Job, Scriptorium } from '../../../clients/typescript/src/index.ts'
import { ScriptoriumError } from '../../../clients/typescript/src/index.ts'

const PAGE = 1_000

type KnownJob = Pick<Job, 'id' | 'kind'>

/** The callback for the end of a job, which it has whether or not its request names a URL. */
export interface JobEnd {
  readonly id: string
  readonly event: string
  readonly method: 'POST'
}

/** Finds the jobs of an account that end, of those that are open at the first look or are created later. */
export class JobEnds {
  readonly #client: Scriptorium
  readonly #signal: AbortSignal
  /** Those that were open at the last look. */
  #open = new Map<string, KnownJob>()
  /** Jobs that are older than this instant were listed before; null before the first look. */
  #since: string | null = null
  readonly #ended = new Set<string>()

  constructor(client: Scriptorium, signal: AbortSignal) {
    this.#client = client
    this.#signal = signal
  }

  /** The ends since the last look; at the first one, none. */
  async look(): Promise<JobEnd[]> {
    const isFirst = this.#since === null
    // Before the open ones: what is created after this and has ended before that is among them at the next look.
    const created = await this.#created()
    const open = await this.#openJobs()
    const seen = new Map([...this.#open, ...created.map((job) => [job.id, job] as const)])
    const ended = [...seen.values()].filter(({ id }) => !open.has(id) && !this.#ended.has(id))
    const ends: (JobEnd | null)[] = []
    if (!isFirst) for (const job of ended) ends.push(await this.#endOf(job))
    // Only now: a look that failed is repeated.
    this.#open = open
    for (const { id } of ended) this.#ended.add(id)
    this.#since = created[0]?.created_at ?? this.#since ?? ''
    return ends.filter((end) => end !== null)
  }

  /** Jobs as new as the newest of the last look, newest first; at the first look, a page. */
  async #created(): Promise<(KnownJob & Pick<Job, 'created_at'>)[]> {
    const since = this.#since
    // The filter leaves out the instant itself, in which others may have been created since.
    const after = since ? { after_date: new Date(Date.parse(since) - 1).toISOString() } : {}
    const fields = ['id', 'kind', 'created_at'] as const
    const pages = this.#client.list({ ...after, fields, limit: PAGE }, { signal: this.#signal })
    if (since !== null) return Array.fromAsync(pages)
    for await (const { items } of pages.pages()) return [...items]
    return []
  }

  async #openJobs(): Promise<Map<string, KnownJob>> {
    const fields = ['id', 'kind'] as const
    const open = this.#client.list(
      { status: ['queued', 'processing'], fields, limit: PAGE },
      { signal: this.#signal },
    )
    const jobs = await Array.fromAsync(open)
    return new Map(jobs.map((job) => [job.id, job]))
  }

  /** Null for a job that was deleted. */
  async #endOf({ id, kind }: KnownJob): Promise<JobEnd | null> {
    if (kind === 'live') return { id: `${id}_end_session`, event: 'live.end_session', method: 'POST' }
    try {
      const { status } = await this.#client.progress(id, { signal: this.#signal })
      const event = status === 'done' ? 'transcription.success' : 'transcription.error'
      return { id: `${id}_end`, event, method: 'POST' }
    } catch (error) {
      if (error instanceof ScriptoriumError && error.code === 'not_found') return null
      throw error
    }
  }
}
