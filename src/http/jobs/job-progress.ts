import type { JobProgress } from '../../contract/progress.ts'
import type { Parts } from '../parts.ts'

/** The progress of a job on any node; null if the account has no such job. */
export async function jobProgress(
  { store, work }: Pick<Parts, 'store' | 'work'>,
  account: number,
  id: string,
): Promise<JobProgress | null> {
  const state = await store.jobs.state(account, id)
  if (state === null) return null
  const { kind, status } = state
  const unknown = {
    status,
    stage: null,
    fraction: null,
    queue_position: null,
    waiting_for: null,
    eta_seconds: null,
  }
  if (status === 'error') return unknown
  if (status === 'done') return { ...unknown, fraction: 1, eta_seconds: 0 }
  if (kind === 'live') return { ...unknown, stage: status === 'processing' ? 'live' : null }
  const current = work?.progress(id) ?? (await store.queue.progress(id))
  if (current === null) {
    const queue_position = await store.queue.position(id)
    // If it is not waiting, it has just been claimed.
    const isWaiting = status === 'queued' || queue_position !== null
    const waitingFor = async () => ((await store.nodes.isAnyWorking()) ? 'turn' : 'process')
    return { ...unknown, fraction: 0, queue_position, waiting_for: isWaiting ? await waitingFor() : null }
  }
  const { stage, fraction, etaSeconds } = current
  return {
    ...unknown,
    stage,
    fraction: Math.floor(fraction * 1000) / 1000,
    eta_seconds: etaSeconds === null ? null : Math.ceil(etaSeconds),
  }
}
