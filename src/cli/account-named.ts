import { AccountBeingDeletedError } from '../jobs/deletion.ts'
import type { Store } from '../store/open-store.ts'
import { DEFAULT_ACCOUNT } from '../service/default-key.ts'
import { CommandError } from './errors.ts'

/**
 * Returns the id of an account. The default account is created if the service has not been started yet.
 * @throws {CommandError | AccountBeingDeletedError} if there is no such account
 */
export async function accountNamed({ accounts, accountDeletions }: Store, name: string): Promise<number> {
  if (name === DEFAULT_ACCOUNT) return accounts.ensure(name)
  const id = await accounts.find(name)
  if (id !== null) return id
  if (await accountDeletions.isOf(name)) throw new AccountBeingDeletedError(name)
  throw new CommandError(
    `There is no account ${name}: see "scriptorium accounts list", or create it with "scriptorium accounts create"`,
  )
}
