import type { JobProgress, Scriptorium } from '../../../clients/typescript/src/index.ts'
import { EXIT } from '../exit-codes.ts'
import { StatusLine } from '../status-line.ts'
import { printable } from '../terminal.ts'
import { forEach } from './for-each.ts'
import type { Io } from './io.ts'
import { progressText } from './progress-text.ts'

/** Follows jobs until each has ended, and prints how; with `json`, every step. */
export async function watchJobs(
  io: Io,
  client: Scriptorium,
  ids: readonly string[],
  { json }: { readonly json?: true },
): Promise<void> {
  const { stdout, stderr, interrupted: signal, exitWith } = io
  const status = new StatusLine(stderr)
  await forEach(io, ids, String, async (id) => {
    const onProgress = (progress: JobProgress) =>
      json === true
        ? stdout.write(`${JSON.stringify({ id, ...progress })}\n`)
        : status.show(`${id}: ${progressText(progress)}`)
    const job = await client.wait(id, { signal, onProgress }).finally(() => status.clear())
    if (job.status === 'error') exitWith(EXIT.failed)
    if (json === true) return
    const why = job.status === 'error' ? `  ${job.error_code} ${printable(job.error_message ?? '')}` : ''
    stdout.write(`${id}  ${job.status}${why}\n`)
  })
}
