import type { Work } from '../../src/jobs/work.ts'
import type { WorkStore } from '../../src/store/jobs/work-store.ts'

/** A node that need not exist: claims only compare its id. */
export const NODE = 'a-node-of-the-tests'
export const LEASE_MS = 60_000

/** Claims the next job of any stage. */
export async function claimNext(work: WorkStore): Promise<Work | null> {
  const claim = async (stage: 'fetch' | 'transcribe') => work.claim(NODE, { stage, leaseMs: LEASE_MS })
  return (await claim('fetch')) ?? claim('transcribe')
}
