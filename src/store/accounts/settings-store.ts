import type { Kysely } from 'kysely'
import type { SettingName } from '../../contract/settings.ts'
import type { Dialect } from '../databases/dialect.ts'
import type { Db, Schema } from '../schema.ts'

/** The newest revision of a setting. */
export interface StoredSetting {
  /** The value as JSON; null for the initial value. */
  readonly json: string | null
  /** 0 before the first change. */
  readonly revision: number
}

export async function storedSetting(db: Db, account: number, name: SettingName): Promise<StoredSetting> {
  const found = await db
    .selectFrom('account_settings')
    .select(['value as json', 'revision'])
    .where('account', '=', account)
    .where('name', '=', name)
    .executeTakeFirst()
  return found ?? { json: null, revision: 0 }
}

/** The settings of accounts, which apply to all their members. add-jobs.ts adds the words of `vocabulary` to new jobs. */
export class SettingsStore {
  readonly #db: Kysely<Schema>

  constructor({ db }: Dialect) {
    this.#db = db
  }

  async get(account: number, name: SettingName): Promise<StoredSetting> {
    return storedSetting(this.#db, account, name)
  }

  /**
   * Replaces a setting. Its row is never deleted, so that no revision number is used twice.
   * @param json null to restore the initial value
   * @param from the revision that must still be the newest; null for any
   * @returns the new revision; null if there is a newer one than `from`
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
