import type { Job, Scriptorium } from '../../../clients/typescript/src/index.ts'

/** The callback for the end of a job, which it has whether or not its request names a URL. */
export interface JobEnd {
  readonly id: string
  readonly event: string
  readonly method: 'POST'
}

const FIELDS = ['id', 'kind', 'status', 'created_at'] as const
type ChangedJob = Pick<Job, (typeof FIELDS)[number]>

/** Finds the jobs of an account that end, of those that are open at the beginning or are created later. */
export class JobEnds {
  readonly #client: Scriptorium
  readonly #signal: AbortSignal
  /** When the newest job was created that there was at the beginning. */
  readonly #since: string
  /** The cursor after what was read. */
  #after: string
  /** Found by a look that failed later. */
  readonly #ends: JobEnd[] = []
  /** Ids and kinds. */
  readonly #open: Map<string, ChangedJob['kind']>

  private constructor(
    client: Scriptorium,
    signal: AbortSignal,
    { since, after, open }: { since: string; after: string; open: Map<string, ChangedJob['kind']> },
  ) {
    this.#client = client
    this.#signal = signal
    this.#since = since
    this.#after = after
    this.#open = open
  }

  static async begin(client: Scriptorium, signal: AbortSignal): Promise<JobEnds> {
    // Before the lists: a job that ends while they are read is found.
    const { value: now } = await client.changes({ after: 'now' }, { signal }).next()
    const list = (filters: Parameters<Scriptorium['list']>[0]) =>
      client.list({ ...filters, fields: FIELDS }, { signal })
    const { value: first } = await list({ limit: 1 }).pages().next()
    const open = await Array.fromAsync(list({ status: ['queued', 'processing'], limit: 1_000 }))
    return new JobEnds(client, signal, {
      ...{ since: first?.items[0]?.created_at ?? '', after: now!.next },
      open: new Map(open.map(({ id, kind }) => [id, kind])),
    })
  }

  get hasOpenSession(): boolean {
    return [...this.#open.values()].includes('live')
  }

  /** The ends since the last look. */
  async look(): Promise<JobEnd[]> {
    const pages = this.#client.changes({ after: this.#after, fields: FIELDS }, { signal: this.#signal })
    for await (const { items, next } of pages) {
      for (const item of items) if (!('deleted' in item) && this.#hasEnded(item)) this.#ends.push(endOf(item))
      this.#after = next
    }
    return this.#ends.splice(0)
  }

  /** Whether it has ended since the beginning; otherwise, it was changed after its end. */
  #hasEnded({ id, kind, status, created_at }: ChangedJob): boolean {
    if (status === 'queued' || status === 'processing') {
      this.#open.set(id, kind)
      return false
    }
    return this.#open.delete(id) || created_at > this.#since
  }
}

function endOf({ id, kind, status }: ChangedJob): JobEnd {
  if (kind === 'live') return { id: `${id}_end_session`, event: 'live.end_session', method: 'POST' }
  const event = status === 'done' ? 'transcription.success' : 'transcription.error'
  return { id: `${id}_end`, event, method: 'POST' }
}
