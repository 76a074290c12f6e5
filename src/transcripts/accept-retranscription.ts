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
 * Makes the new transcript of a job a revision, with what people made of the newest one, also if that is another one than was read;
 * none if nothing differs.
 * @returns null when there is no new transcript that is ready; `full` when the transcript has as many revisions as it may have
 * @throws {LimitError} when the account may not store so much
 * @throws {BusyError} when others are waited for too long
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
    // It was corrected, or accepted by somebody else, meanwhile.
  }
}
