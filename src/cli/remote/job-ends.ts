import type { Job, Scriptorium } from '../../../clients/typescript/src/index.ts'

/** The callback for the end of a job. Each job has one, whether or not its request has a callback URL. */
export interface JobEnd {
  readonly id: string
  readonly event: string
  readonly method: 'POST'
}

const FIELDS = ['id', 'kind', 'status', 'created_at'] as const
type ChangedJob = Pick<Job, (typeof FIELDS)[number]>

/** Finds jobs of an account that end, among those that are open at the start or are created later. */
export class JobEnds {
  readonly #client: Scriptorium
  readonly #signal: AbortSignal
  /** When the newest job at the start was created. */
  readonly #since: string
  /** The cursor after the changes read so far. */
  #after: string
  /** Found by a call of `look` that failed later. */
  readonly #ends: JobEnd[] = []
  /** The kinds of open jobs by their ids. */
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
    // Before the lists, so that a job that ends while they are read is found.
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

  /** The ends since the last call. */
  async look(): Promise<JobEnd[]> {
    const pages = this.#client.changes({ after: this.#after, fields: FIELDS }, { signal: this.#signal })
    for await (const { items, next } of pages) {
      for (const item of items) if (!('deleted' in item) && this.#hasEnded(item)) this.#ends.push(endOf(item))
      this.#after = next
    }
    return this.#ends.splice(0)
  }

  /** Whether a job has ended since the start. One that ended before may still have changed. */
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
