import type { DatabaseConnection, Driver } from 'kysely'
import { StoreError, type StoreFault } from '../../jobs/store-error.ts'

/** The error that the triggers of `move/change-log.ts` raise for a write to a database that is being moved. */
export const MOVED = 'the database is read-only: its data are being moved, or were moved, to another one'

/** Makes a driver throw StoreErrors. `faultOf` classifies the errors of its database. */
export function withStoreErrors<D extends Driver>(driver: D, faultOf: (error: unknown) => StoreFault): D {
  const classified = async <T>(operation: Promise<T>): Promise<T> =>
    operation.catch((error: unknown) => {
      throw new StoreError(faultOf(error), error instanceof Error ? error.message : String(error), {
        cause: error,
      })
    })
  const known = new WeakSet<DatabaseConnection>()
  const acquire = driver.acquireConnection.bind(driver)
  driver.acquireConnection = async (options) => {
    const connection = await classified(acquire(options))
    if (known.has(connection)) return connection
    known.add(connection)
    // Replaced in place, as Kysely does for logging, because the driver keeps more in the connection than its interface declares.
    const execute = connection.executeQuery.bind(connection)
    connection.executeQuery = async (query, more) => classified(execute(query, more))
    return connection
  }
  return driver
}
