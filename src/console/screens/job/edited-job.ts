/** A job and the changes that are made to it here. Each can be taken back. */
import { batch, computed, signal } from '@preact/signals'
import type { JobDetails, JobDetailsPatch } from '../../../contract/details.ts'
import type { Job } from '../../../contract/job.ts'
import type { CorrectedUtterance } from '../../../contract/revisions.ts'
import type { Transcription, Utterance } from '../../../contract/transcript.ts'
import { ScriptoriumError, getVersion, patch, put, type Versioned } from '../../api.ts'

/** A change of a transcript: the utterances that it no longer has, and those it has instead. */
export interface TranscriptChange {
  readonly removed: readonly CorrectedUtterance[]
  readonly inserted: readonly CorrectedUtterance[]
}

/** Someone else has changed the same utterances; those of the job are the newest now. */
export class ConflictError extends Error {
  override readonly name = 'ConflictError'

  constructor() {
    super('Someone else has changed this part of the transcript meanwhile.')
  }
}

interface SavedChange {
  /** What was done, as in “Undo: …”. */
  readonly label: string
  readonly takeBack: () => Promise<void>
}

export class EditedJob {
  readonly details
  /** Those of the newest revision. */
  readonly utterances
  /** What {@link undo} takes back; null for nothing. */
  readonly lastChange = computed(() => this.#saved.value.at(-1)?.label ?? null)
  readonly #saved = signal<readonly SavedChange[]>([])
  /** As it was loaded. */
  readonly loaded: Job
  readonly #path: string
  /** The change before: one is made after the other. */
  #turn: Promise<unknown> = Promise.resolve()

  /** @param job with the newest revision of its transcript */
  constructor(job: Job) {
    const { id, details, result } = job
    this.loaded = job
    this.#path = `v2/jobs/${id}`
    this.details = signal<JobDetails>(details)
    this.utterances = signal<readonly Utterance[]>(result?.transcription?.utterances ?? [])
  }

  async setDetails(changes: JobDetailsPatch, label: string): Promise<void> {
    return this.#inTurn(async () => {
      const before = this.details.value
      await this.#patch(changes)
      this.#remember(label, async () => this.#patch(reversed(changes, before)))
    })
  }

  /**
   * @param onSaved called when the utterances change, before they are shown
   * @throws {ConflictError} when an utterance that is removed is no longer there
   */
  async correct({ removed, inserted }: TranscriptChange, label: string, onSaved?: () => void): Promise<void> {
    return this.#inTurn(async () => {
      await this.#change({ removed, inserted }, onSaved)
      this.#remember(label, async () => this.#change({ removed: inserted, inserted: removed }))
    })
  }

  /** Takes the last change back. @returns what that was; null if there is none */
  async undo(): Promise<string | null> {
    return this.#inTurn(async () => {
      const last = this.#saved.value.at(-1)
      if (last === undefined) return null
      await last.takeBack()
      this.#saved.value = this.#saved.value.slice(0, -1)
      return last.label
    })
  }

  async #inTurn<Result>(action: () => Promise<Result>): Promise<Result> {
    const result = this.#turn.then(action)
    this.#turn = result.catch(() => {})
    return result
  }

  #remember(label: string, takeBack: () => Promise<void>): void {
    this.#saved.value = [...this.#saved.value, { label, takeBack }]
  }

  async #patch(changes: JobDetailsPatch): Promise<void> {
    const { revision } = this.details.value
    this.details.value = { ...(await patch<JobDetails>(this.#path, changes)), revision }
  }

  async #change({ removed, inserted }: TranscriptChange, onSaved?: () => void): Promise<void> {
    for (;;) {
      const kept = without(this.utterances.value, removed)
      if (kept === null) throw new ConflictError()
      const body = { utterances: [...kept, ...inserted].map(asCorrected) }
      try {
        const etag = `"${this.details.value.revision}"`
        const saved = await put<Transcription>(`${this.#path}/transcript`, body, etag)
        batch(() => {
          this.#show(saved)
          onSaved?.()
        })
        return
      } catch (error) {
        if (!(error instanceof ScriptoriumError) || error.status !== 412) throw error
        // If other utterances were changed, this change still applies.
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

/** The patch that restores what another one changes. */
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

/** An utterance as it is sent. */
export function asCorrected({
  start,
  end,
  channel,
  speaker,
  language,
  text,
}: CorrectedUtterance): CorrectedUtterance {
  return { start, end, channel, text, ...(language && { language }), ...(speaker != null && { speaker }) }
}

/** Whether both are the same utterance, also when one was loaded later. */
export const isSame = (a: CorrectedUtterance, b: CorrectedUtterance): boolean => keyOf(a) === keyOf(b)

const keyOf = ({ start, end, channel, speaker, text }: CorrectedUtterance): string =>
  JSON.stringify([start, end, channel, speaker, text])

/** All but some; null if one of these is not there. */
function without(all: readonly Utterance[], some: readonly CorrectedUtterance[]): Utterance[] | null {
  const missing = some.map(keyOf)
  const others = all.filter((one) => {
    const at = missing.indexOf(keyOf(one))
    if (at >= 0) missing.splice(at, 1)
    return at < 0
  })
  return missing.length === 0 ? others : null
}
