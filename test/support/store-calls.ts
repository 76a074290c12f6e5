/** Calls every method of a store, in every form that executes different statements. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { OPERATOR } from '../../src/jobs/caller.ts'
import type { JobField } from '../../src/contract/common.ts'
import type { Transcription } from '../../src/contract/transcript.ts'
import { liveParamsOf, liveRequest } from '../../src/contract/live-request.ts'
import { retranscriptionRequest } from '../../src/contract/retranscription.ts'
import type { ListFilter } from '../../src/contract/list-query.ts'
import type { LiveResult } from '../../src/contract/result.ts'
import type { DeliveryDecision, EndpointHealth } from '../../src/jobs/delivery.ts'
import type { NewJob } from '../../src/jobs/job.ts'
import type { NewRevision } from '../../src/jobs/transcript.ts'
import type { Outcome, Work, WorkStage } from '../../src/jobs/work.ts'
import { changeBetween } from '../../src/transcripts/revised-transcript.ts'
import { LEASE_MS, NODE } from './claim-work.ts'
import type { Store } from '../../src/store/open-store.ts'
import { deletionOf } from './deletion-of.ts'
import type { Call } from './store-call.ts'
import { NO_FILTER } from './no-filter.ts'
import { peopleCalls } from './people-calls.ts'
import { requestParams } from './request-params.ts'
import { listed } from './store-list.ts'

const DONE: Outcome = {
  status: 'done',
  result: { transcription: { full_transcript: 'hello world', languages: ['en'], utterances: [] } } as never,
  voices: new Uint8Array(12),
}
const FAILED: Outcome = { status: 'error', code: 422, message: 'the audio cannot be used' }
const CALLBACK = { callback: true, callback_config: { url: 'https://example.com/callback', method: 'POST' } }
const JOB: NewJob = { kind: 'pre-recorded', customMetadata: null, requestParams: CALLBACK, fileId: null }
const LATER = Date.UTC(2100, 0, 1)

export async function callEveryMethod(store: Store, call: Call): Promise<void> {
  const account = await accountCalls(store, call)
  await jobCalls(store, call, account)
  await nodeCalls(store, call)
  await liveCalls(store, call, account)
  await transcriptCalls(store, call, account)
  await listCalls(store, call, account)
  await deliveryCalls(store, call, account)
  await removalCalls(store, call, account)
  await keyCalls(store, call, account)
  await peopleCalls(store, call, account, (await store.jobs.create(account, JOB)).id)
  await accountDeletionCalls(store, call)
}

async function accountCalls(
  { accounts, keys, callers, audit, settings, consoleSessions }: Store,
  call: Call,
): Promise<number> {
  const account = await call('accounts.ensure', async () => accounts.ensure('default'))
  await call('accounts.find', async () => accounts.find('default'))
  await call('keys.create', async () => keys.create(account, 'first'))
  await call('keys.ensure', async () => keys.ensure(account, 'second', 'secret', ['third']))
  const caller = await call('callers.authenticate', async () => callers.authenticate('secret'))
  assert.ok(caller)
  const token = await call('consoleSessions.begin', async () => consoleSessions.begin(caller, 'a browser'))
  await call('consoleSessions.find', async () => consoleSessions.find(token))
  await call('consoleSessions.end', async () => consoleSessions.end(token))
  await call('accounts.jobChanges', async () => accounts.jobChanges([account]))
  await call('accounts.count', async () => accounts.count())
  const [key] = await call('keys.list', async () => keys.list())
  await call('keys.ofAccount', async () => keys.ofAccount(account))
  await call('keys.revoke', async () => keys.revoke(key?.id ?? ''))
  await call('accounts.callbackSecrets', async () => accounts.callbackSecrets(account))
  await call('accounts.rotateCallbackSecret', async () => accounts.rotateCallbackSecret(account))
  await call('settings.get', async () => settings.get(account, 'views'))
  await call('settings.set', async () => settings.set(account, 'views', '{"items":[]}'))
  await call('settings.set, from a revision', async () => settings.set(account, 'views', null, 1))
  const change = { operation: 'createKey', account, by: OPERATOR, details: {}, id: randomUUID(), age: 0 }
  await call('audit.add', async () => audit.add([change]))
  const window = { account, operations: null, by: null, from: null, before: null, after: null, limit: 2 }
  await call('audit.page', async () => audit.page(window))
  await call('audit.page, of all accounts', async () => audit.page({ ...window, account: null }))
  await call('audit.page, of operations', async () =>
    audit.page({ ...window, operations: ['createKey', 'revokeKey'] }),
  )
  const after = { at: Date.now(), id: change.id }
  await call('audit.page, of somebody at some time', async () =>
    audit.page({ ...window, by: 'operator', from: 1, before: LATER, after }),
  )
  await call('audit.removeExpired', async () => audit.removeExpired(LATER, 10))
  await call('accounts.usage', async () => accounts.usage(account, 0, 1))
  await call('accounts.create', async () => accounts.create('default'))
  await call('accounts.change', async () =>
    accounts.change(account, { limits: {}, priority: 0, paused: true }),
  )
  await accounts.change(account, { paused: false })
  await call('accounts.get', async () => accounts.get(account))
  await call('accounts.list', async () => accounts.list())
  return account
}

/** An account with a row for each statement. */
async function accountDeletionCalls({ accountDeletions, ...store }: Store, call: Call): Promise<void> {
  const account = await store.accounts.ensure('gone')
  const invitation = {
    role: 'admin',
    email: null,
    createdBy: OPERATOR,
    expiresAt: Date.now() + 60_000,
  } as const
  const { token } = await store.invitations.create(account, invitation)
  await store.invitations.accept(token, { name: 'Anna' })
  for (const outcome of [DONE, null]) {
    const file = fileOf()
    await store.uploads.begin(file.id, NODE)
    await store.files.add(account, file)
    const { id } = await store.jobs.create(account, { ...JOB, fileId: outcome === null ? null : file.id })
    if (outcome !== null) await store.work.finish(id, outcome)
  }
  await call('accountDeletions.begin', async () => accountDeletions.begin(account))
  await call('accountDeletions.begun', async () => accountDeletions.begun())
  await call('accountDeletions.isOf', async () => accountDeletions.isOf('gone'))
  await call('accountDeletions.advance', async () => {
    while ((await accountDeletions.advance(account, 100)).state === 'more');
  })
}

async function keyCalls({ idempotency, jobs, accounts }: Store, call: Call, account: number): Promise<void> {
  const key = { account, operation: '/v2/pre-recorded', key: 'a key' }
  await call('idempotency.begin', async () => idempotency.begin(key, NODE))
  await call('idempotency.abandon', async () => idempotency.abandon(key, NODE))
  const request = { ...key, fingerprint: 'hash', node: null, answer: () => '{}' }
  await call('jobs.create, with a key', async () => jobs.create(account, { ...JOB, request }))
  await accounts.change(account, { limits: { open_jobs: 100, minutes_per_day: 60 } })
  await call('jobs.create, with limits', async () => jobs.create(account, JOB))
  await call('idempotency.find', async () => idempotency.find(key))
  await call('idempotency.removeExpired', async () => idempotency.removeExpired(10))
}

async function jobCalls(
  { files, uploads, jobs, work, queue, texts, failedJobs, accounts }: Store,
  call: Call,
  account: number,
): Promise<void> {
  const upload = fileOf()
  await call('uploads.begin', async () => uploads.begin(upload.id, NODE))
  await call('files.add', async () => files.add(account, upload))
  await call('files.get', async () => files.get(account, upload.id))

  await call('files.derived', async () => files.derived(account, upload.id))
  const derived = { playback: randomUUID(), peaks: randomUUID() }
  for (const id of Object.values(derived)) await uploads.begin(id, NODE)
  await call('files.addDerived', async () => files.addDerived(account, upload.id, derived))

  const withAll = { ...JOB, customMetadata: { plan: 'free', tags: ['a'] }, fileId: upload.id }
  const first = await call('jobs.create, with metadata and a file', async () => jobs.create(account, withAll))
  await call('jobs.get', async () => jobs.get(account, first.id, null))
  await call('jobs.setDetails', async () => jobs.setDetails(account, first.id, { title: 'A talk' }, OPERATOR))
  await call('jobs.state', async () => jobs.state(account, first.id))
  await call('queue.load', async () => queue.load())
  await call('queue.position', async () => queue.position(first.id))
  await call('jobs.fileOf', async () => jobs.fileOf(account, first.id, null))

  await call('queue.setPriority', async () => queue.setPriority(account, first.id, 1))
  await call('queue.setPriority, the first', async () => queue.setPriority(account, first.id, 'first'))
  const claim = async (stage: WorkStage) => claimed(work.claim(NODE, { stage, leaseMs: LEASE_MS }))
  const own = await call('work.claim', async () => claim('transcribe'))
  await call('work.beat', async () => work.beat([{ ...own, progress: null }], LEASE_MS))
  await call('queue.progress', async () => queue.progress(first.id))
  await call('texts.add, the first', async () => texts.add(own, 'attempt', { from: 0, text: 'Hello' }))
  await call('texts.add', async () => texts.add(own, 'attempt', { from: 5, text: ' again' }))
  await call('texts.read', async () => texts.read(first.id, null))
  await call('work.putBack', async () => work.putBack(own))
  await accounts.change(account, { limits: { max_running: 1 } })
  const again = await call('work.claim, with a limit', async () => claim('transcribe'))
  await accounts.change(account, { limits: { max_running: 'default' } })
  await call('work.finish, done', async () => work.finish(again, DONE))
  const second = await call('jobs.create', async () => jobs.create(account, JOB))
  const fetched = await call('work.claim, to fetch', async () => claim('fetch'))
  const audio = fileOf()
  await uploads.begin(audio.id, NODE)
  await call('work.attachFile', async () => work.attachFile(fetched, audio))
  await call('work.releaseExpired', async () => work.releaseExpired())
  await call('work.finish, failed', async () => work.finish(second.id, FAILED))
  await call('failedJobs.requeue', async () => failedJobs.requeue(account, second.id, null))
  await work.finish(second.id, FAILED)
  await call('failedJobs.faults', async () => failedJobs.faults(account, 100))
}

async function transcriptCalls(store: Store, call: Call, account: number): Promise<void> {
  const { jobs, work, transcripts, quality } = store
  const { id } = await jobs.create(account, JOB)
  await work.finish(id, DONE)
  const spoken: Transcription = { full_transcript: 'hello world', languages: [], utterances: [] }
  const change = { ...changeBetween(spoken, spoken), changes: 1, by: OPERATOR }
  await call('transcripts.add', async () => transcripts.add(account, id, { ...change, from: 0 }))
  await call('transcripts.add, after another', async () =>
    transcripts.add(account, id, { ...change, from: 1 }),
  )
  await call('transcripts.add, with names that move', async () =>
    transcripts.add(account, id, { ...change, from: 2, moves: [{ from: 0, to: 1, seconds: 1 }] }),
  )
  const measured = {
    errors: [{ language: 'en', model: 'moonshine', words: 100, wrong: 3 }],
    corrections: [{ heard: 'ward', typed: 'word' }],
  } as const
  await call('transcripts.add, with corrected words', async () =>
    transcripts.add(account, id, { ...change, from: 3, measured }),
  )
  await call('quality.ofAccount', async () => quality.ofAccount(account))
  await call('quality.ofAll', async () => quality.ofAll())
  await call('quality.correctedWords', async () => quality.correctedWords(account, 10))
  await call('quality.correctionsOf', async () =>
    quality.correctionsOf(account, 'word', { forms: 5, jobs: 3 }),
  )
  await call('transcripts.voices', async () => transcripts.voices(account, id))
  await call('transcripts.state', async () => transcripts.state(account, id))
  for (const [name, revision] of Object.entries({ recognised: 0, older: 1, newest: 4 })) {
    await call(`transcripts.get, ${name}`, async () => transcripts.get(account, id, revision))
    await call(`transcripts.json, ${name}`, async () => transcripts.json(account, id, revision))
  }
  for (const before of [null, 2])
    await call(`transcripts.list${before === null ? '' : ', before a revision'}`, async () =>
      transcripts.list(account, id, { before, limit: 10 }),
    )
  await retranscriptionCalls(store, call, account, { ...change, from: 0 })
  await call('jobs.delete, with revisions', async () => jobs.delete(account, id, null))
}

/** Transcribes a job again: successfully, in vain, and by a run. @param change its next revision */
async function retranscriptionCalls(
  { files, jobs, uploads, bulkRequests, retranscriptions, transcripts, work }: Store,
  call: Call,
  account: number,
  change: NewRevision,
): Promise<void> {
  const done = async () => {
    const file = fileOf()
    await uploads.begin(file.id, NODE)
    await files.add(account, file)
    const requested = { ...JOB, requestParams: requestParams('pre-recorded'), fileId: file.id }
    const { id } = await jobs.create(account, { ...requested, customMetadata: { plan: 'again' } })
    await work.finish(id, DONE)
    return id
  }
  const [id, other] = [await done(), await done()]
  const requested = { options: retranscriptionRequest.parse({ accept: true }), by: OPERATOR, trace: null }
  await call('retranscriptions.request', async () => retranscriptions.request(account, id, requested))
  const claim = async (stage: WorkStage) => claimed(work.claim(NODE, { stage, leaseMs: LEASE_MS }))
  const own = await call('work.claim, again', async () => claim('transcribe'))
  await call('work.finish, again', async () => work.finish(own, DONE))
  await call('retranscriptions.get', async () => retranscriptions.get(account, id))
  const page = { jobId: null, state: null, before: null, limit: 10 }
  await call('retranscriptions.page', async () => retranscriptions.page(account, page))
  await call('retranscriptions.page, in a state and before a job', async () =>
    retranscriptions.page(account, { ...page, state: 'ready', before: 999 }),
  )
  await call('retranscriptions.page, of a job', async () =>
    retranscriptions.page(account, { ...page, jobId: id }),
  )
  await call('retranscriptions.accepted', async () => retranscriptions.accepted(10))
  await call('retranscriptions.hold', async () => retranscriptions.hold(account, id))
  const proposal = await call('retranscriptions.proposal', async () => retranscriptions.proposal(account, id))
  const recognised = proposal?.again ?? assert.fail('it is ready')
  await call('transcripts.add, recognised again', async () =>
    transcripts.add(account, id, { ...change, recognised }),
  )
  await retranscriptions.request(account, id, requested)
  await call('work.finish, again and in vain', async () => work.finish(id, FAILED))
  await call('retranscriptions.remove', async () => retranscriptions.remove(account, id))
  const filter = { ...NO_FILTER, customMetadata: { plan: 'again' } }
  const options = retranscriptionRequest.parse({ idle: true })
  await call('bulkRequests.begin, again', async () =>
    bulkRequests.begin(account, { kind: 'retranscribe', options, filter, requestedBy: OPERATOR }),
  )
  await call('bulkRequests.advance, again', async () => {
    while (await bulkRequests.advance(10));
  })
  await call('work.claim, when idle', async () => claim('idle'))
  for (const gone of [id, other]) await jobs.delete(account, gone, null)
}

async function claimed(work: Promise<Work | null>): Promise<Work> {
  return (await work) ?? assert.fail('there is work')
}

async function nodeCalls({ nodes }: Store, call: Call): Promise<void> {
  const node = { id: NODE, roles: [], version: '1', models: {}, host: 'here', pid: 1 }
  await call('nodes.register', async () => nodes.register(node, LEASE_MS, 'another'))
  await call('nodes.beat', async () => nodes.beat(NODE, LEASE_MS, null))
  await call('nodes.state', async () => nodes.state(NODE))
  await call('nodes.tell', async () => nodes.tell(NODE, 'running'))
  await call('nodes.first', async () => nodes.first())
  await call('nodes.isAnyWorking', async () => nodes.isAnyWorking())
  await call('nodes.running', async () => nodes.running())
  await call('nodes.bury', async () => nodes.bury(NODE))
}

async function liveCalls(
  { live, accounts, uploads, jobs, nodes }: Store,
  call: Call,
  account: number,
): Promise<void> {
  const params = liveParamsOf(liveRequest.parse({}))
  const result: LiveResult = {
    metadata: {
      audio_duration: 1,
      number_of_distinct_channels: 1,
      billing_time: 1,
      transcription_time: 1,
      unrecognised_speech: [],
    },
    transcription: { full_transcript: 'hello', languages: ['en'], utterances: [] },
    messages: [],
  }
  const done = { status: 'done', result } as const
  const url = 'https://live.example.com/callback'
  const message = (key: string) => ({ key, type: 'transcript', text: '{}' })
  const { id } = await call('live.begin', async () =>
    live.begin(account, { customMetadata: null, params, key: null }, 'hash'),
  )
  const node = 'a node'
  await nodes.register(
    { id: node, roles: [], version: '1', models: {}, host: 'here', pid: 1 },
    LEASE_MS,
    null,
  )
  await call('live.find, by job', async () => live.find({ jobId: id }))
  await call('live.find, by token', async () => live.find({ tokenHash: 'hash' }))
  await call('live.start', async () => live.start(id, node))
  await call('live.ask', async () => live.ask(id, node, 'release'))
  await call('live.interruptions', async () => live.interruptions(node))
  await call('live.owned', async () => live.owned(node))
  await call('live.release', async () => live.release(id, node))
  await call('live.abandoned', async () => live.abandoned(0, 100))
  const received = [{ jobId: id, seconds: 1, bytes: 32_000 }]
  await accounts.change(account, { limits: { minutes_per_day: 60 } })
  await live.start(id, node)
  await call('live.countAudio', async () => live.countAudio(node, received))
  await live.release(id, node)
  await accounts.change(account, { limits: { minutes_per_day: 'default' } })
  await call('live.addMessages', async () => live.addMessages(id, url, [message('a'), message('b')]))
  const recording = fileOf()
  await uploads.begin(recording.id, NODE)
  await call('live.finish', async () =>
    live.finish(id, node, done, recording, { url, messages: [message('end')] }),
  )
  await call('live.isCancelled', async () => live.isCancelled(id))
  await call('live.closedReason', async () => live.closedReason('hash'))
  await call('jobs.setPostSessionMetadata', async () => jobs.setPostSessionMetadata(account, id, '{}'))
}

async function listCalls(store: Store, call: Call, account: number): Promise<void> {
  const page = async (
    form: string,
    filter: Partial<ListFilter>,
    window: { offset?: number; limit?: number; cursor?: number } = {},
    fields?: readonly JobField[],
  ) =>
    call(`jobs.page, ${form}`, async () =>
      listed(store, account, filter, { limit: 20, ...window }, fields ?? ['id', 'status', 'result']),
    )
  const free = { plan: 'free' }
  const two = { plan: 'free', tags: ['a'] }
  await call('jobs.facets', async () => store.jobs.facets(account))
  await page('first page', {})
  await page('without results', {}, {}, ['id', 'status'])
  await page('at a cursor', {}, { cursor: 3 })
  await page('at an offset', {}, { offset: 1 })
  await page('long, read in chunks', {}, { limit: 65 })
  await page('by kind', { kinds: ['live'] })
  await page('by status', { statuses: ['done'] })
  await page('by date', { createdFrom: 0, createdBefore: LATER })
  await page('by metadata', { customMetadata: free })
  await page('by metadata, at an offset', { customMetadata: free }, { offset: 1 })
  await page('by metadata and status', { customMetadata: free, statuses: ['done'] })
  await page('by two values of metadata', { customMetadata: two })
  await page('by two values of metadata, kind and status', {
    customMetadata: two,
    kinds: ['pre-recorded'],
    statuses: ['done'],
  })
  await page('by language', { language: 'en' })
  const changes = async (form: string, limit: number) =>
    call(`jobs.changes, ${form}`, async () => {
      const { items } = (await store.jobs.changes(account, null, limit)) ?? assert.fail()
      if (!Buffer.isBuffer(items)) for await (const _ of items);
    })
  await changes('first page', 20)
  await changes('long, read in chunks', 1_000)
  await call('jobs.changedIds', async () => {
    const newest = await call('jobs.newestChange', async () => store.jobs.newestChange(account))
    return store.jobs.changedIds(account, { ...newest, change: 0 }, 20)
  })
  await page('by words', { words: ['hello', 'world'] })
  await page('by words, metadata and status', {
    words: ['hello'],
    customMetadata: free,
    statuses: ['done', 'error'],
  })
}

/** After everything is due. Also the time at which the lease ends: it has expired for the next claim. */
const CLAIM = { node: NODE, perEndpoint: 8, now: LATER, until: LATER }
const failed = (health: EndpointHealth): EndpointHealth => ({
  failures: health.failures + 1,
  failingSince: LATER,
  pausedUntil: null,
})

async function deliveryCalls(store: Store, call: Call, account: number): Promise<void> {
  const { deliveries, deliveryLog } = store
  await webhookCalls(store, call, account)
  const { endpoints } = await call('deliveries.waitingEndpoints', async () => deliveries.waitingEndpoints())
  const [endpoint] = endpoints
  if (endpoint === undefined) throw new Error('nothing is waiting')
  const [delivery] = await call('deliveries.claim', async () =>
    deliveries.claim({ ...CLAIM, shares: new Map([[endpoint.id, 1]]) }),
  )
  if (delivery === undefined) throw new Error('nothing is due')
  const { id, jobId } = delivery
  await call('deliveries.bodyOf', async () => deliveries.bodyOf(delivery))
  await call('deliveries.extend', async () => deliveries.extend([delivery], 1))
  await call('deliveries.putBack', async () => deliveries.putBack([delivery]))

  const record = async (form: string, type: 'transcription' | 'live', decision: DeliveryDecision) => {
    const waiting = (await deliveries.waitingEndpoints()).endpoints
    const shares = new Map(waiting.map((one) => [one.id, 1]))
    const leased = await deliveries.claim({ ...CLAIM, shares })
    const one = leased.find(({ event }) => event.startsWith(type))
    if (one === undefined) throw new Error(`no delivery of ${type} is due`)
    const attempt = { at: LATER, duration: 1, status: 500, answer: 'no', error: null }
    await call(`deliveries.record, ${form}`, async () =>
      deliveries.record([{ delivery: one, attempt, decision, isEndpointFailure: true }], failed),
    )
    await deliveries.putBack(leased)
    return one
  }
  await record('to be sent again', 'transcription', { state: 'waiting', nextAt: 0 })
  await record('gone', 'transcription', { state: 'failed', isGone: true })
  const message = await record('of a session', 'live', { state: 'delivered' })
  await call('deliveries.giveUp', async () => deliveries.giveUp(message.endpoint, LATER))

  const pageOf = (state: 'failed' | null, after: string | null) => ({ state, after, limit: 10 })
  await call('deliveryLog.ofJob', async () => deliveryLog.ofJob(account, jobId, pageOf(null, null)))
  await call('deliveryLog.ofJob, after a delivery and in a state', async () =>
    deliveryLog.ofJob(account, jobId, pageOf('failed', id)),
  )
  const ofAccount = { jobId: null, ...pageOf(null, null) }
  await call('deliveryLog.ofAccount', async () => deliveryLog.ofAccount(account, ofAccount))
  await call('deliveryLog.ofAccount, after a delivery, in a state and of a job', async () =>
    deliveryLog.ofAccount(account, { jobId, ...pageOf('failed', id) }),
  )
  await call('deliveryLog.one', async () => deliveryLog.one(account, jobId, id))
  await call('deliveryLog.bodyOf', async () => deliveryLog.bodyOf(account, jobId, id))
  const other = randomUUID()
  await call('deliveryLog.bodyOf, of an end', async () => deliveryLog.bodyOf(account, other, `${other}_end`))
  await call('deliveryLog.redeliver', async () => deliveryLog.redeliver(account, jobId, id))
}

/** What is recorded for account webhooks is the same for every change of its jobs. */
async function webhookCalls({ jobs, settings, webhooks }: Store, call: Call, account: number): Promise<void> {
  const items = [{ id: 'a', url: 'https://example.com', events: ['transcription.created'] }]
  await settings.set(account, 'webhooks', JSON.stringify({ items }))
  await call('jobs.create, reported to a webhook', async () => jobs.create(account, JOB))
  await settings.set(account, 'webhooks', null)
  await call('webhooks.dropRemoved', async () => webhooks.dropRemoved(account))
  await call('webhooks.removeOld', async () => webhooks.removeOld())
}

async function removalCalls(store: Store, call: Call, account: number): Promise<void> {
  const { files, uploads, jobs, work } = store
  const file = fileOf()
  await uploads.begin(file.id, NODE)
  await files.add(account, file)
  const { id } = await jobs.create(account, { ...JOB, customMetadata: { plan: 'pro' }, fileId: file.id })
  await work.finish(id, DONE)
  await call('files.removeIfUnused', async () => files.removeIfUnused(file.id))
  await call('files.removeUnused', async () => files.removeUnused(LATER, 10))
  await call('jobs.delete', async () => jobs.delete(account, id, null))
  await bulkDeletionCalls(store, call, account)
  await retentionCalls(store, call, account)
  await trashCalls(store, call, account)
  await call('uploads.isRemoving', async () => uploads.isRemoving())
  await call('uploads.release', async () => uploads.release(file.id))
  await call('uploads.releaseAbandoned', async () => uploads.releaseAbandoned(10))
  await call('uploads.forget', async () => uploads.forget(file.id))
}

async function bulkDeletionCalls(
  { bulkRequests, jobs, work }: Store,
  call: Call,
  account: number,
): Promise<void> {
  const job = { ...JOB, customMetadata: { plan: 'gone' } }
  for (let i = 0; i < 2; i++) await work.finish((await jobs.create(account, job)).id, DONE)
  const { id } = await call('bulkRequests.begin', async () =>
    bulkRequests.begin(account, deletionOf({ ...NO_FILTER, customMetadata: job.customMetadata })),
  )
  await call('bulkRequests.get', async () => bulkRequests.get(account, 'delete', id))
  await call('bulkRequests.newest', async () => bulkRequests.newest(account, 'delete', 10))
  await call('bulkRequests.advance', async () => bulkRequests.advance(1))
  await call('bulkRequests.advance, to the end, on a full disk', async () => bulkRequests.advance(10, true))
}

async function trashCalls(store: Store, call: Call, account: number): Promise<void> {
  const { accounts, files, trash, jobs, uploads, work } = store
  const trashed = async (of = account) => {
    const { id } = await jobs.create(of, { ...JOB, customMetadata: { plan: 'pro' } })
    await jobs.setDetails(of, id, { tags: ['team'] }, OPERATOR)
    await work.finish(id, DONE)
    await call('jobs.trash', async () => jobs.trash(of, id, null))
    return id
  }
  const id = await trashed()
  const forEver = { audioDays: null, transcriptDays: null }
  for (const after of [null, { deletedAt: LATER, ordinal: 1 }])
    await call(`trash.page${after === null ? '' : ', after another'}`, async () =>
      trash.page(account, { after, limit: 10 }, 7, forEver),
    )
  await call('trash.restore', async () => trash.restore(account, id))
  const other = await trashed()
  await call('trash.remove', async () => trash.remove(account, other))
  await trashed()
  await call('trash.removeExpired', async () => trash.removeExpired(0, 10))
  await trashed()
  await call('trash.removeOldest', async () => trash.removeOldest(1))
  const full = await accounts.ensure('full')
  await trashed(full)
  const file = fileOf()
  await accounts.change(full, { limits: { storage_gb: (file.size + 1) / 1e9 } })
  await uploads.begin(file.id, NODE)
  await call('files.add, where the trash makes room', async () => files.add(full, file))
  await trashed()
  await call('trash.empty', async () => trash.empty(account))
}

async function retentionCalls({ retention, files, uploads, jobs, work }: Store, call: Call, account: number) {
  await call('retention.set', async () => retention.set(account, { audioDays: 7, transcriptDays: null }))
  await call('retention.get', async () => retention.get(account))
  await call('retention.expiring', async () => retention.expiring({ audioDays: null, transcriptDays: null }))
  await call('retention.reset', async () => retention.reset(account))
  for (const what of ['audio', 'transcript'] as const)
    for (const own of [false, true]) {
      const file = fileOf()
      await uploads.begin(file.id, NODE)
      await files.add(account, file)
      const params = own ? { ...CALLBACK, retention: { [`${what}_days`]: 0 } } : CALLBACK
      await work.finish(
        (await jobs.create(account, { ...JOB, requestParams: params, fileId: file.id })).id,
        DONE,
      )
      await call(`retention.removeExpired, ${what}${own ? ', with a retention of its own' : ''}`, async () =>
        retention.removeExpired({ what, of: own ? null : { account, days: 0 } }, 100),
      )
    }
}

function fileOf() {
  return {
    id: randomUUID(),
    filename: 'talk.wav',
    extension: 'wav',
    source: null,
    size: 32_044,
    duration: 1,
    channels: 1,
  }
}
