/** A job and the changes made to it here. Each can be undone and redone. */
import { batch, signal } from '@preact/signals'
import type { JobDetails, JobDetailsPatch } from '../../../contract/details.ts'
import type { Job } from '../../../contract/job.ts'
import type { Transcription, Utterance } from '../../../contract/transcript.ts'
import { get, getVersion, patch, postVersion, put, ScriptoriumError, type Versioned } from '../../api.ts'
import type { KeptMark } from '../live/kept-recordings.ts'
import { ChangeHistory, ConflictError } from './change-history.ts'
import { asCorrected, type TranscriptChange, without } from './transcript/transcript-changes.ts'

export class EditedJob {
  readonly details
  /** The utterances of the newest revision. */
  readonly utterances
  /** The marks of a live session, ordered by time. */
  readonly marks
  readonly history = new ChangeHistory()
  /** The job as it was loaded. */
  readonly loaded: Job
  readonly #path: string

  /** @param job with the newest revision of its transcript */
  constructor(job: Job) {
    const { id, details, result } = job
    this.loaded = job
    this.#path = `v2/jobs/${id}`
    this.details = signal<JobDetails>(details)
    this.marks = signal(marksOf(job))
    this.utterances = signal<readonly Utterance[]>(result?.transcription?.utterances ?? [])
  }

  async setDetails(changes: JobDetailsPatch, label: string): Promise<void> {
    const { tags } = this.details.value
    let before = this.details.value
    const makeAgain = async () => {
      before = this.details.value
      await this.#patch(changes, tags)
    }
    const takeBack = async () => this.#patch(reversed(changes, { ...before, tags }), changes.tags)
    await this.history.make({ label, makeAgain, takeBack })
  }

  /**
   * @param onSaved called when the utterances change, before they are shown
   * @throws {ConflictError} if an utterance to remove no longer exists
   */
  async correct({ removed, inserted }: TranscriptChange, label: string, onSaved?: () => void): Promise<void> {
    let notify = onSaved
    const makeAgain = async () => {
      await this.#change({ removed, inserted }, notify)
      notify = undefined
    }
    const takeBack = async () => this.#change({ removed: inserted, inserted: removed })
    await this.history.make({ label, makeAgain, takeBack })
  }

  async setMarks(marks: readonly KeptMark[], label: string): Promise<void> {
    const before = this.marks.value
    const save = async (saved: readonly KeptMark[]) => {
      // Other metadata, possibly set by other clients, is kept.
      const { post_session_metadata: metadata } = await get<Job>(this.#path)
      const body = { post_session_metadata: { ...metadata, marks: saved } }
      await patch(`v2/live/${this.loaded.id}`, body)
      this.marks.value = saved
    }
    await this.history.make({
      label,
      makeAgain: async () => save(marks),
      takeBack: async () => save(before),
    })
  }

  /** Detects the speakers again. @param count how many there are; null to detect that, too */
  async detectSpeakers(count: number | null, label: string): Promise<void> {
    const body = count === null ? {} : { number_of_speakers: count }
    const save = async (etag: string) => postVersion<Transcription>(`${this.#path}/speakers`, body, etag)
    let takeBack = async () => {}
    const makeAgain = async () => {
      const before = await this.#save(save)
      const { speaker_names: names } = before.details
      // Names move with the voices that they belong to.
      if (Object.keys(names).length > 0) {
        const { details } = await get<Job>(this.#path)
        this.details.value = { ...details, revision: this.details.value.revision }
      }
      const [found, given] = [this.utterances.value, this.details.value.speaker_names]
      takeBack = async () => {
        await this.#change({ removed: found, inserted: before.utterances })
        const restored = { ...Object.fromEntries(Object.keys(given).map((one) => [one, null])), ...names }
        if (Object.keys(restored).length > 0) await this.#patch({ speaker_names: restored })
      }
    }
    await this.history.make({ label, makeAgain, takeBack: async () => takeBack() })
  }

  /** Makes the new transcript of the job the newest revision, with the corrections carried over. */
  async acceptAgain(label: string): Promise<void> {
    const accept = async (etag: string) =>
      postVersion<Transcription>(`${this.#path}/retranscription/accept`, {}, etag)
    const before = this.utterances.value
    let after: readonly Utterance[] | null = null
    const makeAgain = async () => {
      if (after === null) await this.#save(accept)
      else await this.#change({ removed: before, inserted: after })
      after = this.utterances.value
    }
    const takeBack = async () => this.#change({ removed: after ?? [], inserted: before })
    await this.history.make({ label, makeAgain, takeBack })
  }

  /** @param tags the tags that those of the changes replace. Tags that others have added in the meantime are kept. */
  async #patch(changes: JobDetailsPatch, tags?: JobDetailsPatch['tags']): Promise<void> {
    const sent = { ...changes }
    if (changes.tags != null) {
      const { details } = await get<Job>(this.#path)
      sent.tags = retagged(details.tags, tags ?? [], changes.tags)
    }
    const { revision } = this.details.value
    this.details.value = { ...(await patch<JobDetails>(this.#path, sent)), revision }
  }

  async #change({ removed, inserted }: TranscriptChange, onSaved?: () => void): Promise<void> {
    await this.#save(async (etag) => {
      const kept = without(this.utterances.value, removed)
      if (kept === null) throw new ConflictError()
      const body = { utterances: [...kept, ...inserted].map(asCorrected) }
      return put<Transcription>(`${this.#path}/transcript`, body, etag)
    }, onSaved)
  }

  /**
   * Makes a new revision of the newest one, whoever made that one.
   * @param save called again after a newer revision was loaded
   * @returns the revision it is based on
   */
  async #save(save: (etag: string) => Promise<Versioned<Transcription>>, onSaved?: () => void) {
    for (;;) {
      const before = { utterances: this.utterances.value, details: this.details.value }
      try {
        const saved = await save(`"${before.details.revision}"`)
        batch(() => {
          this.#show(saved)
          onSaved?.()
        })
        return before
      } catch (error) {
        if (!(error instanceof ScriptoriumError) || error.status !== 412) throw error
        // If only other utterances have changed, this change still applies.
        this.#show(await getVersion<Transcription>(`${this.#path}/transcript`, null))
      }
    }
  }

  #show({ value, etag }: Versioned<Transcription>): void {
    const revision = Number(/\d+/.exec(etag ?? '')?.[0] ?? this.details.value.revision)
    this.details.value = { ...this.details.value, revision }
    this.utterances.value = value.utterances
  }
}

/** The marks that the Live screen has saved with a job. Other clients may have saved anything there. */
function marksOf({ post_session_metadata: { marks } }: Job): readonly KeptMark[] {
  const isMark = (one: unknown): one is KeptMark =>
    typeof one === 'object' &&
    one !== null &&
    'time' in one &&
    Number.isFinite(one.time) &&
    'note' in one &&
    typeof one.note === 'string'
  return Array.isArray(marks) ? marks.filter(isMark) : []
}

/** The patch that reverts another one. */
function reversed(changes: JobDetailsPatch, before: JobDetails): JobDetailsPatch {
  const { title, tags, speaker_names: names } = changes
  return {
    ...(title !== undefined && { title: before.title }),
    ...(tags !== undefined && { tags: before.tags }),
    ...(names != null && {
      speaker_names: Object.fromEntries(
        Object.keys(names).map((speaker) => [speaker, before.speaker_names[speaker] ?? null]),
      ),
    }),
  }
}

/** The present tags after the same change that turned `before` into `after`. */
const retagged = (present: readonly string[], before: readonly string[], after: readonly string[]) => [
  ...present.filter((tag) => after.includes(tag) || !before.includes(tag)),
  ...after.filter((tag) => !before.includes(tag) && !present.includes(tag)),
]
