import { NotOwnerError } from '../../jobs/live.ts'
import type { NodeId } from '../../jobs/node.ts'
import type { Db } from '../schema.ts'

/**
 * Fails a transaction on PostgreSQL if its node has been declared dead. Until the transaction ends, it holds a lock on the row of the
 * node, which a declaration of death waits for but an extension of the lease does not. Later transactions of a dead node are refused.
 * @throws {NotOwnerError}
 */
export async function checkAlive(db: Db, node: NodeId): Promise<void> {
  const alive = await db
    .selectFrom('nodes')
    .select('id')
    .where('id', '=', node)
    .where('dead', '=', 0)
    .forKeyShare()
    .executeTakeFirst()
  if (alive === undefined) throw new NotOwnerError('this node was declared dead')
}
