/** The thread that `sqlite-reader.ts` starts. */
import { parentPort, workerData } from 'node:worker_threads'
import { NodeSqliteDatabase } from './node-sqlite.ts'
import type { ReadRequest, ReadResponse } from './sqlite-reader.ts'

const database = new NodeSqliteDatabase(workerData as string, { readOnly: true })

parentPort?.on('message', ({ sql, parameters }: ReadRequest) => {
  const response = read(sql, parameters)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- not a window
  parentPort?.postMessage(response, 'rows' in response ? buffersOf(response.rows) : [])
})

function read(sql: string, parameters: readonly unknown[]): ReadResponse {
  try {
    return { rows: database.prepare(sql).all(parameters) }
  } catch (error) {
    const { message, errcode } = error as { message: string; errcode?: number }
    return { error: { message, errcode } }
  }
}

/** The memory of the blobs in rows, which is transferred instead of copied. */
function buffersOf(rows: readonly unknown[]): ArrayBuffer[] {
  const values = (rows as Record<string, unknown>[]).flatMap((row) => Object.values(row))
  return values.flatMap((value) => (value instanceof Uint8Array ? [value.buffer as ArrayBuffer] : []))
}
