import type { Kysely } from 'kysely'
import { TooManySignInsError } from '../../jobs/sign-ins.ts'
import { newToken, tokenHash } from '../../jobs/token.ts'
import type { Dialect } from '../databases/dialect.ts'
import type { Schema } from '../schema.ts'

/** Milliseconds after which a sign-in in progress expires. */
const CHALLENGE_MS = 10 * 60_000

/** Maximum number of sign-ins in progress. Limited because anybody can begin one. */
const MAX_CHALLENGES = 10_000

type Purpose = Schema['sign_in_challenges']['purpose']

/** The state of sign-ins in progress. Each can be used once, on any node. */
export class ChallengeStore {
  readonly #db: Kysely<Schema>

  constructor({ db }: Dialect) {
    this.#db = db
  }

  /**
   * Begins a sign-in.
   * @param data state for its end, which must be serialisable as JSON
   * @returns a random token for `take`
   * @throws {TooManySignInsError}
   */
  async begin(purpose: Purpose, data: unknown): Promise<string> {
    const now = Date.now()
    const token = newToken()
    await this.#db.deleteFrom('sign_in_challenges').where('expires_at', '<=', now).execute()
    const { begun } = await this.#db
      .selectFrom('sign_in_challenges')
      .select((eb) => eb.fn.countAll<number | string>().as('begun'))
      .executeTakeFirstOrThrow()
    if (Number(begun) >= MAX_CHALLENGES) throw new TooManySignInsError()
    await this.#db
      .insertInto('sign_in_challenges')
      .values({
        hash: tokenHash(token),
        purpose,
        data: JSON.stringify(data),
        expires_at: now + CHALLENGE_MS,
      })
      .execute()
    return token
  }

  /** The state of a sign-in, which can be taken only once; null if it has already ended, has expired, or never began. */
  async take(purpose: Purpose, token: string): Promise<unknown> {
    const taken = await this.#db
      .deleteFrom('sign_in_challenges')
      .where('hash', '=', tokenHash(token))
      .where('purpose', '=', purpose)
      .where('expires_at', '>', Date.now())
      .returning('data')
      .executeTakeFirst()
    return taken === undefined ? null : (JSON.parse(taken.data) as unknown)
  }
}
