import { AccountBeingDeletedError } from '../jobs/deletion.ts'
import type { Store } from '../store/open-store.ts'
import { DEFAULT_ACCOUNT } from '../service/default-key.ts'
import { CommandError } from './errors.ts'

/**
 * The id of an account. The default one is there before the first start.
 * @throws {CommandError | AccountBeingDeletedError} when there is none
 */
export async function accountNamed({ accounts, accountDeletions }: Store, name: string): Promise<number> {
  if (name === DEFAULT_ACCOUNT) return accounts.ensure(name)
  const id = await accounts.find(name)
  if (id !== null) return id
  if (await accountDeletions.isOf(name)) throw new AccountBeingDeletedError(name)
  throw new CommandError(
    `There is no account ${name}: see "scriptorium accounts list", or make it with "scriptorium accounts create"`,
  )
}
