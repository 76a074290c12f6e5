/** A store with ended jobs and a callback dispatcher, without the rest of the service. */
import { randomUUID } from 'node:crypto'
import type { TestContext } from 'node:test'
import { pino } from 'pino'
import { CallbackDispatcher, type DispatcherOptions } from '../../src/callbacks/dispatcher.ts'
import { preRecordedParamsOf, preRecordedRequest } from '../../src/contract/pre-recorded-request.ts'
import type { TranscriptionResult } from '../../src/contract/result.ts'
import type { LoggedDelivery } from '../../src/jobs/delivery.ts'
import type { Outcome } from '../../src/jobs/work.ts'
import { createGuardedSend } from '../../src/platform/net/guarded-send.ts'
import type { Store } from '../../src/store/open-store.ts'
import { openTestStore } from '../../src/store/testing/open-test-store.ts'
import type { FreshDatabase } from './on-each-store.ts'
import { temporaryFolder } from './scriptorium.ts'
import { dialectOf, type StorePlace } from './store-place.ts'
import { until } from './until.ts'

export const RESULT: TranscriptionResult = {
  metadata: {
    audio_duration: 2,
    number_of_distinct_channels: 1,
    billing_time: 2,
    transcription_time: 0.5,
    unrecognised_speech: [],
  },
  transcription: {
    full_transcript: 'Grüße, "Welt"!',
    languages: ['de'],
    utterances: [
      {
        start: 0.1,
        end: 0.9,
        confidence: 0.9,
        channel: 0,
        words: [{ word: 'Grüße,', start: 0.1, end: 0.5, confidence: 0.9 }],
        text: 'Grüße, "Welt"!',
        language: 'de',
      },
    ],
  },
}
const DONE: Outcome = { status: 'done', result: RESULT }

/** Three attempts, 40 ms apart. */
export const QUICK = { delays: [40, 40], jitter: 0 }

/** Callback options of a request. */
interface Asked {
  readonly callback?: boolean
  readonly callback_config?: { readonly url: string; readonly method?: 'POST' | 'PUT' }
  readonly callback_url?: string
}

export class CallbackWorld {
  readonly place: StorePlace
  readonly store: Store
  readonly account: number
  dispatcher: CallbackDispatcher

  private constructor(place: StorePlace, store: Store, account: number, options: Partial<DispatcherOptions>) {
    this.place = place
    this.store = store
    this.account = account
    this.dispatcher = this.newDispatcher(options)
  }

  static async make(
    t: TestContext,
    fresh: () => Promise<FreshDatabase>,
    options: Partial<DispatcherOptions> = {},
  ): Promise<CallbackWorld> {
    const database = await fresh()
    const place = { dataDir: temporaryFolder(), databaseUrl: database.url }
    const store = await openTestStore(dialectOf(place))
    const world = new CallbackWorld(place, store, await store.accounts.ensure('default'), options)
    t.after(async () => {
      await world.dispatcher.close(0)
      await store.close()
      await database.drop()
    })
    return world
  }

  /** Starts a new dispatcher. The previous one must be closed. */
  newDispatcher(options: Partial<DispatcherOptions> = {}): CallbackDispatcher {
    this.dispatcher = new CallbackDispatcher({
      store: this.store.deliveries,
      node: randomUUID(),
      send: createGuardedSend({ allowPrivate: true }),
      concurrency: { total: 50, perEndpoint: 8 },
      timeoutMs: 10_000,
      schedule: QUICK,
      log: pino({ level: 'silent' }),
      ...options,
    })
    return this.dispatcher
  }

  /** Creates a job and ends it. @returns its id */
  async endedJob(asked: Asked, outcome: Outcome = DONE, account = this.account): Promise<string> {
    const request = preRecordedRequest.parse({ audio_url: 'https://example.com/talk.mp3', ...asked })
    const { id } = await this.store.jobs.create(account, {
      kind: 'pre-recorded',
      customMetadata: { customer: 'acme' },
      requestParams: preRecordedParamsOf(request),
      fileId: null,
    })
    await this.store.work.finish(id, outcome)
    this.dispatcher.wake()
    return id
  }

  /** The deliveries of a job as shown to its account. */
  async deliveries(jobId: string): Promise<LoggedDelivery[]> {
    const page = { state: null, after: null, limit: 10_000 }
    return (await this.store.deliveryLog.ofJob(this.account, jobId, page)) ?? []
  }

  /** The deliveries of a job, once none is waiting. */
  async settled(jobId: string): Promise<LoggedDelivery[]> {
    return until(
      async () => this.deliveries(jobId),
      (shown) => shown.every(({ state }) => state !== 'waiting'),
    )
  }
}
