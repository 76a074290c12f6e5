/** A running service with clients of two accounts, whose log is checked at the end. */
import assert from 'node:assert/strict'
import type { PreRecordedJob } from '../../src/contract/job.ts'
import { liveParamsOf, liveRequest } from '../../src/contract/live-request.ts'
import type { Store } from '../../src/store/open-store.ts'
import { Client } from './client.ts'
import type { FreshDatabase } from './on-each-store.ts'
import { type RunningService, runService } from './running-service.ts'

export interface TwoAccounts {
  readonly service: RunningService
  readonly client: Client
  /** A client of another account. */
  readonly stranger: Client
  /** A live job of the first account. */
  readonly liveJob: string
  /** Closes the service, and checks its log and its audit log. */
  close(): Promise<void>
}

/** Starts a service that may fetch from 127.0.0.1; on SQLite by default. */
export async function serveTwoAccounts(
  database?: FreshDatabase,
  env: Readonly<Record<string, string>> = {},
): Promise<TwoAccounts> {
  let [strangersKey, liveJob] = ['', '']
  const fill = async ({ accounts, keys, jobs }: Store) => {
    strangersKey = (await keys.create(await accounts.ensure('other'), 'theirs')).key
    const requestParams = liveParamsOf(liveRequest.parse({}))
    const live = { kind: 'live', customMetadata: null, requestParams, fileId: null } as const
    liveJob = (await jobs.create(await accounts.ensure('default'), live)).id
  }
  const service = await runService({ ALLOW_PRIVATE_URLS: '1', ...env }, fill, database)
  const client = await Client.of(service)
  const stranger = client.as(strangersKey)
  const close = async () => {
    const transcripts = await transcriptsOf(client)
    const { body: audit } = await client.get('/v2/audit?account=*&limit=1000')
    await service.close()
    checkRequests(service, [client, stranger])
    checkSecrets([service.log, audit], [service.key, strangersKey, ...transcripts.flatMap(phrases)])
  }
  return { service, client, stranger, liveJob, close }
}

async function transcriptsOf(client: Client): Promise<string[]> {
  const { body } = await client.get<{ items: PreRecordedJob[] }>('/v2/pre-recorded?status=done&limit=1000')
  return body.items.map((job) => job.result?.transcription?.full_transcript ?? '')
}

/** Every three consecutive words: fewer may be in a log by chance. */
function phrases(transcript: string): string[] {
  const words = transcript.split(' ')
  return words.slice(2).map((_word, i) => words.slice(i, i + 3).join(' '))
}

/** Checks for one line per request; the line of a refused one has the request_id of the answer. */
function checkRequests({ log }: RunningService, clients: readonly Client[]): void {
  const requests = log.filter((line) => line['msg'] === 'request')
  for (const line of requests) {
    assert.match(String(line['request_id']), /^G-[0-9a-f]{8}$/)
    assert.equal(typeof line['ms'], 'number')
  }
  const lines = Map.groupBy(requests, (line) => line['request_id'])
  for (const { request_id, statusCode, path } of clients.flatMap(({ errors }) => errors)) {
    const [line, ...others] = lines.get(request_id) ?? []
    assert.partialDeepStrictEqual(line, { status: statusCode, path })
    assert.equal(others.length, 0, `${request_id} has several lines`)
  }
  assert.ok(requests.length >= clients.reduce((sum, { answered }) => sum + answered, 0))
}

function checkSecrets(logs: readonly unknown[], secrets: readonly string[]): void {
  const text = JSON.stringify(logs)
  for (const secret of secrets) assert.ok(!text.includes(secret), `"${secret}" was logged`)
}
