/** Uploads with an idempotency key. Since they take long, the key is recorded when the upload begins, before there is a response. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type IdempotencyKey, KeyUsedError } from '../../jobs/idempotency.ts'
import { untilStored } from '../../jobs/retry-store.ts'
import type { StoredFile } from '../../jobs/stored-file.ts'
import { keyInUse } from '../errors.ts'
import { idempotencyKeyOf, replayed } from '../idempotency.ts'
import type { Parts } from '../parts.ts'

type UploadParts = Pick<Parts, 'store' | 'node' | 'log' | 'drain'>

/** An upload that has yet to be received. */
export interface IncomingUpload {
  /** Stores the upload, and calls `write` to insert the row of its file. */
  receive(write: (file: StoredFile) => Promise<void>): Promise<StoredFile>
  /** Reads the upload without storing it. */
  skip(): Promise<void>
  /** SHA-256 of the upload. Call it after the upload has been received or skipped. */
  fingerprint(): string
}

/** Receives an upload, unless its key already has a stored response or an upload in progress. */
export async function uploadOnce<Answer>(
  request: FastifyRequest,
  reply: FastifyReply,
  parts: UploadParts,
  incoming: IncomingUpload,
  answer: (file: StoredFile) => Answer,
): Promise<Answer> {
  const { store, node } = parts
  const { files, idempotency } = store
  const { account } = request
  const key = idempotencyKeyOf(request)
  if (key === null) return answer(await incoming.receive(async (file) => files.add(account, file)))
  if (!(await idempotency.begin(key, node))) {
    const kept = await idempotency.find(key)
    if (kept === null) throw keyInUse()
    await incoming.skip()
    return replayed(reply, kept, incoming.fingerprint()) as Answer
  }
  const keep = (file: StoredFile) => JSON.stringify(answer(file))
  const write = async (file: StoredFile) =>
    files.add(account, file, { ...key, node, fingerprint: incoming.fingerprint(), answer: keep })
  try {
    return answer(await incoming.receive(write))
  } catch (error) {
    await release(key, parts)
    throw error instanceof KeyUsedError ? keyInUse() : error
  }
}

/** Releases a key. If the database fails, perhaps the reason why the upload failed, retries in the background until it is back. */
async function release(key: IdempotencyKey, { store, node, log, drain }: UploadParts): Promise<void> {
  const abandon = async () => store.idempotency.abandon(key, node)
  await abandon().catch(() => {
    untilStored(abandon, { log, signal: drain }).catch((error: unknown) => {
      // After this node has stopped, its keys are free anyway.
      if (!drain.aborted) log.error({ err: error }, 'idempotency key could not be released')
    })
  })
}
