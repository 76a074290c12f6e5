import { acceptRetranscription } from '../transcripts/accept-retranscription.ts'
import { TranscriptMaker } from '../transcripts/transcript-maker.ts'
import { isTransient } from '../jobs/store-error.ts'
import { WakeLoop } from '../queue/wake-loop.ts'
import type { Base } from './base.ts'

/** Interval at which to look for transcripts that a killed node has left. */
const IDLE_MS = 60_000
/** New transcripts to read at a time. */
const BATCH = 16

/** Turns new transcripts whose requests accept them into revisions: only one each, even if two nodes do so. */
export function acceptRetranscriptions({ store, log, started }: Base): WakeLoop {
  const { transcripts, retranscriptions } = store
  const maker = new TranscriptMaker(transcripts)
  const accept = async (found: Awaited<ReturnType<typeof retranscriptions.accepted>>[number]) => {
    const { account, id } = found
    try {
      if ((await acceptRetranscription(store, maker, found)) !== 'full') return
      log.warn({ job: id }, 'a new transcript could not be accepted: there are too many revisions')
    } catch (error) {
      if (isTransient(error)) throw error
      log.warn({ err: error, job: id }, 'a new transcript could not be accepted: accept or reject it by hand')
    }
    await retranscriptions.hold(account, id)
  }
  const loop = new WakeLoop(
    async () => {
      for (;;) {
        const found = await retranscriptions.accepted(BATCH)
        for (const one of found) if (!loop.isClosed) await accept(one)
        if (found.length === 0 || loop.isClosed) break
      }
      loop.wakeIn(IDLE_MS)
    },
    (error) => log.error({ err: error }, 'new transcripts could not be accepted; retrying'),
  )
  started.defer(async () => {
    await loop.close()
    await maker.close()
  })
  loop.wake()
  return loop
}
