import type { Kysely } from 'kysely'
import type { SettingName } from '../../contract/settings.ts'
import type { Dialect } from '../databases/dialect.ts'
import type { Db, Schema } from '../schema.ts'

/** A document of an account, as of its newest revision. */
export interface StoredSetting {
  /** As JSON; null while it is what it is initially. */
  readonly json: string | null
  /** 0 before the first change. */
  readonly revision: number
}

/** A document of an account. */
export async function storedSetting(db: Db, account: number, name: SettingName): Promise<StoredSetting> {
  const found = await db
    .selectFrom('account_settings')
    .select(['value as json', 'revision'])
    .where('account', '=', account)
    .where('name', '=', name)
    .executeTakeFirst()
  return found ?? { json: null, revision: 0 }
}

/** What accounts have set for those who work in them. The words of `vocabulary` are added to new jobs by add-jobs.ts. */
export class SettingsStore {
  readonly #db: Kysely<Schema>

  constructor({ db }: Dialect) {
    this.#db = db
  }

  async get(account: number, name: SettingName): Promise<StoredSetting> {
    return storedSetting(this.#db, account, name)
  }

  /**
   * Replaces a document. Its row stays from then on, so that no revision comes twice.
   * @param json null to return to what it is initially
   * @param from the revision, as `get` gave it, that has to be the newest one still; null for any
   * @returns the new revision; null when there is a newer one than `from`
   */
  async set(
    account: number,
    name: SettingName,
    json: string | null,
    from: number | null = null,
  ): Promise<number | null> {
    const set = await this.#db
      .insertInto('account_settings')
      .values({ account, name, value: json, revision: 1 })
      .onConflict((conflict) =>
        conflict
          .columns(['account', 'name'])
          .doUpdateSet((eb) => ({ value: json, revision: eb('account_settings.revision', '+', 1) }))
          .where((eb) => (from === null ? eb.lit(true) : eb('account_settings.revision', '=', from))),
      )
      .returning('revision')
      .executeTakeFirst()
    return set?.revision ?? null
  }
}
