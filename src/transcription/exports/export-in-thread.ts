import { Worker } from 'node:worker_threads'
import type { ExportFormat } from '../../contract/export-formats.ts'
import type { TranscriptExport } from './transcript-export.ts'

export interface ExportRequest {
  readonly format: ExportFormat
  readonly exported: TranscriptExport
}

/**
 * `exportAs` in a thread of its own, which lasts as long as that: a document of two hours of speech takes 0.5 s, captions and
 * Markdown 0.2 s.
 */
export async function exportInThread(request: ExportRequest): Promise<string | Uint8Array> {
  const worker = new Worker(new URL('export-thread.ts', import.meta.url), { workerData: request })
  return new Promise((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('the thread that exports a transcript has ended')))
  })
}
