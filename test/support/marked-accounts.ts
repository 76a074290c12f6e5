/** Two accounts with one of everything. Every text contains a mark of its account, which answers to the other must not contain. */
import { randomUUID } from 'node:crypto'
import { liveParamsOf, liveRequest } from '../../src/contract/live-request.ts'
import { preRecordedParamsOf, preRecordedRequest } from '../../src/contract/pre-recorded-request.ts'
import { OPERATOR } from '../../src/jobs/caller.ts'
import type { Store } from '../../src/store/open-store.ts'
import type { Client } from './client.ts'
import { transcriptOf } from './console-jobs.ts'
import type { Operation } from './published-api.ts'
import { SILENCE } from './sample.ts'

export const ACCOUNTS = ['default', 'other'] as const
export type Account = (typeof ACCOUNTS)[number]

/** Refused by the service itself, without a connection. */
const CALLBACK = 'http://127.0.0.1:1/'

/** Ids of the things of an account, by kind. */
export type Ids = Readonly<Record<'job' | 'live' | 'file' | 'key' | 'deletion' | 'delivery', string>>

/** Part of everything that the account can read. */
export const markOf = (account: Account): string => `only-for-${account}`

export function unknownIds(): Ids {
  const id = randomUUID()
  return { job: id, live: id, file: id, key: id, deletion: id, delivery: `${id}_end` }
}

/** The first example of its body, with the audio of the other account. */
export function bodyOf({ api }: Client, { requestBody }: Operation, theirs: Ids): object | null {
  const schema = requestBody?.content['application/json']?.schema
  if (schema === undefined) return null
  const named = api.document.components.schemas[schema.$ref?.split('/').at(-1) ?? '']
  const example = (named ?? schema).examples?.[0] ?? {}
  return 'audio_url' in example ? { ...example, audio_url: `http://127.0.0.1/file/${theirs.file}` } : example
}

export async function thingsOfAll(store: Store, client: Client): Promise<Record<Account, Ids>> {
  const things = {} as Record<Account, Ids>
  for (const account of ACCOUNTS)
    things[account] = await thingsOf(store, client, account, await store.accounts.ensure(account))
  return things
}

/** Creates a finished job with audio and a delivery, and one of everything else that has an id. */
async function thingsOf(store: Store, client: Client, account: Account, id: number): Promise<Ids> {
  const { keys, jobs, work } = store
  const mark = markOf(account)
  const uploader = client.as((await keys.create(id, mark)).key)
  const { audio_url } = await uploader.upload(SILENCE, `${mark}.wav`)
  const deletion = await uploader.send<{ id: string }>('DELETE', '/v2/jobs?custom_metadata[mark]=none')
  const file = new URL(audio_url).pathname.split('/').at(-1) ?? ''
  const request = { audio_url, callback: true, callback_config: { url: `${CALLBACK}${mark}` } }
  const params = preRecordedParamsOf(preRecordedRequest.parse(request))
  const customMetadata = { mark }
  const { id: job } = await jobs.create(id, {
    kind: 'pre-recorded',
    customMetadata,
    requestParams: params,
    fileId: file,
  })
  const result = {
    metadata: {
      audio_duration: 1,
      number_of_distinct_channels: 1,
      billing_time: 1,
      transcription_time: 1,
      unrecognised_speech: [],
    },
    transcription: transcriptOf([mark]),
  }
  await work.finish(job, { status: 'done', result })
  await jobs.setDetails(id, job, { title: mark }, OPERATOR)
  const live = await jobs.create(id, {
    kind: 'live',
    customMetadata,
    requestParams: liveParamsOf(liveRequest.parse({})),
    fileId: null,
  })
  return {
    job,
    live: live.id,
    file,
    key: (await keys.create(id, mark)).id,
    deletion: deletion.body.id,
    delivery: `${job}_end`,
  }
}
