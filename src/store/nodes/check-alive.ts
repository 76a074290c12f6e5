import { NotOwnerError } from '../../jobs/live.ts'
import type { NodeId } from '../../jobs/node.ts'
import type { Db } from '../schema.ts'

/**
 * Lets a transaction of a node on PostgreSQL continue only while others have not declared the node dead. It holds a lock on the
 * row of the node for which that waits, so that the next transaction is refused; the node itself extends its lease meanwhile.
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
