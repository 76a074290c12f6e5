import type { Kysely } from 'kysely'
import { TooManySignInsError } from '../../jobs/sign-ins.ts'
import { newToken, tokenHash } from '../../jobs/token.ts'
import type { Dialect } from '../databases/dialect.ts'
import type { Schema } from '../schema.ts'

/** Milliseconds within which a sign-in that has begun has to end. */
const CHALLENGE_MS = 10 * 60_000

/** Sign-ins that may have begun at a time: anybody can begin one. */
const MAX_CHALLENGES = 10_000

type Purpose = Schema['sign_in_challenges']['purpose']

/** What sign-ins that have begun need to end. Each counts once, on whichever node it ends. */
export class ChallengeStore {
  readonly #db: Kysely<Schema>

  constructor({ db }: Dialect) {
    this.#db = db
  }

  /**
   * Begins a sign-in.
   * @param data what its end needs; JSON
   * @returns a random token, by which it is taken up again
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

  /** What a sign-in needs to end; null when it ended or expired before, or never began. */
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
