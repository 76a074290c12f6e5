import { createCipheriv, createDecipheriv, hash, randomBytes } from 'node:crypto'
import { type ExpressionBuilder, type Kysely, sql, type Transaction } from 'kysely'
import {
  type IdempotencyKey,
  type KeptAnswer,
  type KeyedRequest,
  KeyUsedError,
} from '../../jobs/idempotency.ts'
import type { NodeId } from '../../jobs/node.ts'
import type { Schema } from '../schema.ts'

/** Milliseconds for which a key is valid. */
export const KEY_MS = 24 * 3_600_000

/** The answers to requests with an idempotency key. Only answers of successful requests are kept. */
export class IdempotencyStore {
  readonly #db: Kysely<Schema>

  constructor(db: Kysely<Schema>) {
    this.#db = db
  }

  /** The answer to the request with this key; null if there is none yet. */
  async find(key: IdempotencyKey): Promise<KeptAnswer | null> {
    const row = await this.#db
      .selectFrom('idempotency_keys')
      .select(['fingerprint', 'answer'])
      .where('account', '=', key.account)
      .where('operation', '=', key.operation)
      .where('key_hash', '=', hashOf(key))
      .where('created_at', '>=', Date.now() - KEY_MS)
      .executeTakeFirst()
    if (row === undefined || row.fingerprint === null || row.answer === null) return null
    return { fingerprint: row.fingerprint, answer: unsealed(key, row.answer) }
  }

  /**
   * Begins a request that takes longer than a transaction. No other request with the key can begin until this one has been answered or
   * abandoned, or its node is dead.
   * @returns false if another request with the key is in progress or has been answered
   */
  async begin(key: IdempotencyKey, node: NodeId): Promise<boolean> {
    return put(this.#db, key, { fingerprint: null, answer: null, owner: node }, (eb) =>
      eb.and([
        eb('idempotency_keys.owner', 'is not', null),
        eb.not(
          eb.exists(
            eb
              .selectFrom('nodes')
              .select('nodes.id')
              .whereRef('nodes.id', '=', 'idempotency_keys.owner')
              .where('nodes.dead', '=', 0),
          ),
        ),
      ]),
    )
  }

  /** Ends a failed request, so that the next one with the key can begin. */
  async abandon(key: IdempotencyKey, node: NodeId): Promise<void> {
    await this.#db
      .deleteFrom('idempotency_keys')
      .where('account', '=', key.account)
      .where('operation', '=', key.operation)
      .where('key_hash', '=', hashOf(key))
      .where('owner', '=', node)
      .execute()
  }

  /** Deletes at most `limit` expired keys. @returns whether there may be more */
  async removeExpired(limit: number): Promise<boolean> {
    const { numDeletedRows } = await this.#db
      .deleteFrom('idempotency_keys')
      .where((eb) =>
        eb(
          eb.refTuple('account', 'operation', 'key_hash'),
          'in',
          eb
            .selectFrom('idempotency_keys')
            .select(['account', 'operation', 'key_hash'])
            .where('created_at', '<', Date.now() - KEY_MS)
            .orderBy('created_at')
            .limit(limit)
            .$asTuple('account', 'operation', 'key_hash'),
        ),
      )
      .executeTakeFirst()
    return numDeletedRows === BigInt(limit)
  }
}

/**
 * Stores the answer to a request, in the transaction that creates the resource.
 * @throws {KeyUsedError} if another request has already used the key
 */
export async function keepAnswer<Created>(
  db: Transaction<Schema>,
  request: KeyedRequest<Created> | null | undefined,
  created: Created,
): Promise<void> {
  if (!request) return
  const { fingerprint, node } = request
  const answer = sealed(request, request.answer(created))
  const isFirst = await put(db, request, { fingerprint, answer, owner: null }, (eb) =>
    eb('idempotency_keys.owner', '=', node),
  )
  if (!isFirst) throw new KeyUsedError('the key was used by another request')
}

/** Writes the row of a key, unless a row exists that has not expired and may not be replaced. @returns whether it was written */
async function put(
  db: Kysely<Schema>,
  key: IdempotencyKey,
  content: Pick<Schema['idempotency_keys'], 'fingerprint' | 'answer' | 'owner'>,
  isReplaceable: (
    eb: ExpressionBuilder<Schema, 'idempotency_keys'>,
  ) => ReturnType<ExpressionBuilder<Schema, 'idempotency_keys'>['or']>,
): Promise<boolean> {
  const created_at = Date.now()
  const row = { ...content, created_at }
  const written = await db
    .insertInto('idempotency_keys')
    .values({ account: key.account, operation: key.operation, key_hash: hashOf(key), ...row })
    .onConflict((conflict) =>
      conflict
        .columns(['account', 'operation', 'key_hash'])
        .doUpdateSet(row)
        .where((eb) => {
          const rows = eb as unknown as ExpressionBuilder<Schema, 'idempotency_keys'>
          return rows.or([rows('idempotency_keys.created_at', '<', created_at - KEY_MS), isReplaceable(rows)])
        }),
    )
    .returning(sql<number>`1`.as('written'))
    .executeTakeFirst()
  return written !== undefined
}

/*
 * An answer may contain a secret: the URL of a live session contains its token. Therefore, only the hash of a key is stored and answers
 * are encrypted with the key. A copy of the database only reveals answers whose keys can be guessed.
 */

const digestOf = (use: string, { account, operation, key }: IdempotencyKey): Buffer =>
  hash('sha256', `${use} ${account} ${operation} ${key}`, 'buffer')

const hashOf = (key: IdempotencyKey): string => digestOf('key', key).toString('hex')

const CIPHER = 'aes-256-gcm'
/** Sizes of the initialisation vector and of the authentication tag, in bytes. */
const [IV, TAG] = [12, 16]

function sealed(key: IdempotencyKey, text: string): string {
  const iv = randomBytes(IV)
  const cipher = createCipheriv(CIPHER, digestOf('answer', key), iv)
  const bytes = Buffer.concat([cipher.update(text), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), bytes]).toString('base64')
}

function unsealed(key: IdempotencyKey, text: string): string {
  const bytes = Buffer.from(text, 'base64')
  const options = { authTagLength: TAG }
  const decipher = createDecipheriv(CIPHER, digestOf('answer', key), bytes.subarray(0, IV), options)
  decipher.setAuthTag(bytes.subarray(IV, IV + TAG))
  return Buffer.concat([decipher.update(bytes.subarray(IV + TAG)), decipher.final()]).toString()
}
