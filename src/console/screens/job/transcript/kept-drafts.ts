/** Drafts that could not be saved when their job was left. They are restored when the job is opened again. */
import type { Utterance } from '../../../../contract/transcript.ts'
import { notify } from '../../../announce.ts'
import { ScriptoriumError } from '../../../api.ts'
import { forget, keep, recall } from '../../../kept-here.ts'
import { t } from '../../../languages/language.ts'
import { ConflictError } from '../change-history.ts'
import { type Draft, saidNow } from './draft.ts'
import { without } from './transcript-changes.ts'

const nameOf = (job: string): string => `draft ${job}`

/** Stores a draft, and notifies the user. @param of who edited it @param job its id @param error why it was not saved */
export function keepDraft(of: string, job: string, draft: Draft, error: Error): void {
  keep(of, nameOf(job), draft)
  const texts = t().transcript
  const isSignedOut = error instanceof ScriptoriumError && error.status === 401
  notify(texts.kept(isSignedOut ? texts.signedOut : error.message), { isError: true })
}

/** Removes a stored draft, and returns it, or null. @param utterances the current ones of the job */
export function takeDraft(of: string, job: string, utterances: readonly Utterance[]): Draft | null {
  const draft = recall(of, nameOf(job)) as Draft | null
  if (draft === null) return null
  forget(of, nameOf(job))
  const isThere = without(utterances, draft.opened) !== null
  return {
    ...draft,
    replaced: isThere ? draft.opened : saidNow(draft, utterances),
    isSaving: false,
    error: isThere ? null : new ConflictError(),
  }
}
