import pg from 'pg'

/** Milliseconds after which a connection attempt fails. */
const CONNECT_TIMEOUT_MS = 10_000
/** Milliseconds without traffic after which the connection is checked, so that a loss without a close is noticed. */
const KEEP_ALIVE_MS = 10_000

/** Opens a connection that stays open for minutes without a query, as for a lock. Its `end` follows each error. */
export async function connectDirectly(url: string, name: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: name,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
  })
  client.on('error', () => {})
  await client.connect()
  return client
}
