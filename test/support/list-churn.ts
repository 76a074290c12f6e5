/** Jobs that are created, finished and deleted in a running service. */
import { preRecordedParamsOf, preRecordedRequest } from '../../src/contract/pre-recorded-request.ts'
import { DEFAULT_ACCOUNT } from '../../src/service/default-key.ts'
import type { Store } from '../../src/store/open-store.ts'
import { serveSlowAudio } from './list-slow-audio.ts'
import type { FreshDatabase } from './on-each-store.ts'
import { type RunningService, runService } from './running-service.ts'
import { claimNext } from './claim-work.ts'
import { until } from './until.ts'

/** A job that may be finished and deleted. */
export interface ChurningJob {
  readonly id: string
  /** URL of its audio. */
  readonly name: string
  readonly customMetadata: { readonly odd: boolean }
  finished: boolean
}

/** A service whose jobs the test creates, finishes and deletes over HTTP, one at a time. */
export interface Churn {
  readonly service: RunningService
  /** The present jobs, newest first. */
  jobs(): ChurningJob[]
  create(): Promise<void>
  /** Ends the oldest unfinished job, if any. */
  finishOne(): Promise<void>
  /** Deletes a job if it is finished. */
  remove(job: ChurningJob | undefined): Promise<void>
  close(): Promise<void>
}

/** @param finished number of finished jobs at the start */
export async function startChurn(finished: number, database: FreshDatabase): Promise<Churn> {
  const audio = await serveSlowAudio()
  let jobs: ChurningJob[] = []
  let made = 0
  const nextJob = () => {
    const name = `audio ${made++}`
    const customMetadata = { odd: made % 2 === 1 }
    return { name, request: { audio_url: audio.url(name), custom_metadata: customMetadata }, customMetadata }
  }
  const put = async ({ accounts, jobs: store, work }: Store) => {
    const account = await accounts.ensure(DEFAULT_ACCOUNT)
    for (let i = 0; i < finished; i++) {
      const { name, request, customMetadata } = nextJob()
      const requestParams = preRecordedParamsOf(preRecordedRequest.parse(request))
      const job = { kind: 'pre-recorded', customMetadata, requestParams, fileId: null } as const
      const { id } = await store.create(account, job)
      await claimNext(work)
      await work.finish(id, { status: 'error', code: 422, message: 'the audio cannot be used' })
      jobs.unshift({ id, name, customMetadata, finished: true })
    }
  }
  const service = await runService({ ALLOW_PRIVATE_URLS: '1' }, put, database)
  const send = async (method: string, path: string, body?: object) => {
    const json = body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
    const response = await service.request(path, { method, ...json })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
    return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>)
  }
  return {
    service,
    jobs: () => jobs,
    create: async () => {
      const { name, request, customMetadata } = nextJob()
      const { id } = await send('POST', '/v2/pre-recorded', request)
      jobs.unshift({ id: String(id), name, customMetadata, finished: false })
    },
    finishOne: async () => {
      const job = jobs.findLast((each) => !each.finished)
      if (job === undefined) return
      audio.breakOff(job.name)
      await until(async () => (await send('GET', `/v2/pre-recorded/${job.id}`)).status === 'error')
      job.finished = true
    },
    remove: async (job) => {
      if (job?.finished !== true) return
      await send('DELETE', `/v2/pre-recorded/${job.id}`)
      jobs = jobs.filter((each) => each !== job)
    },
    close: async () => {
      await service.close()
      await audio.close()
    },
  }
}
