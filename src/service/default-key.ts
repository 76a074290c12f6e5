import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { KEY_NAMES } from '../jobs/keys.ts'
import type { Store } from '../store/open-store.ts'
import { type Config, ConfigError } from './config.ts'
import { readIfPresent } from '../platform/files/if-present.ts'

/** The account whose key is SERVICE_KEY, and whose admins are the operators. */
export const DEFAULT_ACCOUNT = 'default'

/**
 * Ensures that the default account has the configured key: SERVICE_KEY, or, if that is not set, the one in
 * DATA_DIR/service-key, which is generated at the first start. Revokes keys that were configured at an earlier start but
 * no longer are; keys that the operator created are not touched.
 * @returns the account, and the key if it has just been generated
 * @throws {ConfigError} if the operator has revoked the configured key
 */
export async function ensureDefaultKey(
  { accounts, keys }: Store,
  { dataDir, serviceKey }: Config['storage'],
): Promise<{ readonly account: number; readonly newKey: string | null }> {
  const account = await accounts.ensure(DEFAULT_ACCOUNT)
  const ensureKey = async (name: string, key: string, remedy: string) => {
    if (await keys.ensure(account, name, key, Object.values(KEY_NAMES))) return
    throw new ConfigError(`${remedy}: the current one was revoked, or is a key of another account`)
  }
  if (serviceKey !== null) {
    await ensureKey(KEY_NAMES.variable, serviceKey, 'SERVICE_KEY: set another key')
    return { account, newKey: null }
  }
  const file = join(dataDir, KEY_NAMES.file)
  // A full disk leaves an empty file.
  const existing = readIfPresent(file)?.trim() || null
  const key = existing ?? randomBytes(32).toString('base64url')
  if (existing === null) writeFileSync(file, `${key}\n`)
  await ensureKey(KEY_NAMES.file, key, `delete ${file}, and another key is generated`)
  return { account, newKey: existing === null ? key : null }
}
