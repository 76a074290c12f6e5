import { MAX } from '../contract/limits.ts'
import type { Who } from '../contract/who.ts'
import type { Store } from '../store/open-store.ts'
import type { TranscriptMaker } from './transcript-maker.ts'

/** A new transcript that has become the newest one. */
export interface Accepted {
  readonly revision: number
  /** As JSON, compressed. */
  readonly transcription: Uint8Array
}

/**
 * Turns the new transcript of a job into a revision, with people's changes to the newest revision carried over. If somebody
 * adds a revision meanwhile, starts again with that. Adds no revision if nothing differs.
 * @returns null if no new transcript is ready; `full` if the transcript has the maximum number of revisions
 * @throws {LimitError} if this would exceed the storage limit of the account
 * @throws {BusyError} if it has to wait too long for its turn
 */
export async function acceptRetranscription(
  { transcripts, retranscriptions }: Pick<Store, 'transcripts' | 'retranscriptions'>,
  maker: TranscriptMaker,
  { account, id, by }: { readonly account: number; readonly id: string; readonly by: Who },
): Promise<Accepted | 'full' | null> {
  for (;;) {
    const state = await transcripts.state(account, id)
    const proposal = await retranscriptions.proposal(account, id)
    if (state === null || proposal === null) return null
    const { newest: revision } = state
    if (revision >= MAX.revisions) return 'full'
    const made = await maker.make({ account, id, revision }, 'acceptance', proposal)
    if (made === null) return null
    const { change, transcription } = made
    if (change === null) {
      await retranscriptions.remove(account, id)
      return { revision, transcription }
    }
    const added = await transcripts.add(account, id, {
      ...{ from: revision, by, recognised: proposal.again },
      ...change,
    })
    if (added?.isAdded === true) return { revision: added.newest, transcription }
    // Somebody has corrected the transcript, or accepted the new one, meanwhile.
  }
}
