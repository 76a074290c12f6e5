import { isReservedName } from '../jobs/keys.ts'
import { readConfig } from '../service/config.ts'
import { DEFAULT_SCOPES, type Scope, SCOPES } from '../contract/scopes.ts'
import { lockFolder } from '../platform/files/folder-lock.ts'
import { resetSecretKey } from '../store/accounts/sealed-database.ts'
import { accountNamed } from './account-named.ts'
import { CommandError } from './errors.ts'
import { table } from './table.ts'
import { withDatabase, withStore } from './with-store.ts'

interface NewKeyOptions {
  readonly account: string
  readonly admin?: true
  readonly scope?: readonly Scope[]
  readonly expires?: Date
}

/** Creates a key and prints it. */
export async function createKey(
  name: string,
  { account, admin, scope = DEFAULT_SCOPES, expires }: NewKeyOptions,
): Promise<void> {
  if (isReservedName(name))
    throw new CommandError(`The name ${name} is reserved for the configured key: choose another`)
  await withStore(async ({ accounts, keys }, changed) => {
    const grant = { scopes: admin === true ? SCOPES : scope, expiresAt: expires ?? null }
    const owner = await accounts.ensure(account)
    const { id, key } = await keys.create(owner, name, grant)
    changed({ operation: 'createKey', account: owner, details: { id, name } })
    process.stdout.write(`${key}\n`)
  })
}

/** Prints all keys, one per line. */
export async function listKeys(): Promise<void> {
  await withStore(async ({ keys }) => {
    const rows = (await keys.list()).map((key) => [
      key.id,
      key.account,
      key.name,
      key.scopes.join(),
      ...[key.createdAt, key.expiresAt, key.lastUsedAt, key.revokedAt].map((at) => at?.toISOString() ?? ''),
    ])
    if (rows.length === 0)
      return void process.stderr.write('There are no keys: create one with "scriptorium keys create"\n')
    const names = ['ID', 'ACCOUNT', 'NAME', 'SCOPES', 'CREATED', 'EXPIRES', 'LAST USED', 'REVOKED']
    process.stdout.write(`${table([names, ...rows])}\n`)
  })
}

/** Revokes a key by its id. */
export async function revokeKey(id: string): Promise<void> {
  await withStore(async ({ accounts, keys }, changed) => {
    const key = (await keys.list()).find((one) => one.id === id)
    if (key === undefined || !(await keys.revoke(id)))
      throw new CommandError(`There is no active key ${id}: see "scriptorium keys list"`)
    const account = (await accounts.find(key.account)) ?? undefined
    changed({ operation: 'revokeKey', account, details: { id, name: key.name } })
  })
}

/** Prints the secret that signs the callbacks of an account; with `rotate`, replaces it and prints the new one. */
export async function callbackSecret({ account, rotate }: { account: string; rotate?: true }): Promise<void> {
  await withStore(async (store, changed) => {
    const { accounts } = store
    const id = await accountNamed(store, account)
    // Reading creates the secret if there is none, so that rotating always leaves a previous one.
    const [present = ''] = await accounts.callbackSecrets(id)
    process.stdout.write(`${rotate === true ? await accounts.rotateCallbackSecret(id) : present}\n`)
    if (rotate === true) changed({ operation: 'rotateCallbackSecret', account: id })
  })
}

/** Makes a database usable with the configured secret key after its own was lost. */
export async function resetSecret(): Promise<void> {
  const { databaseUrl, dataDir } = readConfig(process.env).storage
  await withDatabase(async (dialect, secretKey) => {
    const unlock = databaseUrl === null ? lockFolder(dataDir) : () => {}
    try {
      await resetSecretKey(dialect, secretKey)
    } finally {
      unlock()
    }
    process.stdout.write(
      'All keys except the configured one are revoked, and every account has a new callback secret.\n',
    )
  })
  await withStore(async (_store, changed) => changed({ operation: 'resetSecretKey' }))
}
