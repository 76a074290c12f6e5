/** The thread that `export-in-thread.ts` starts. */
import { parentPort, workerData } from 'node:worker_threads'
import type { ExportRequest } from './export-in-thread.ts'
import { exportAs } from './exporters.ts'

const { format, exported } = workerData as ExportRequest
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- not a window
parentPort?.postMessage(await exportAs(format, exported))
