/** The marks of a recording, stored in the browser and with its job. */
import { signal } from '@preact/signals'
import { patch } from '../../api.ts'
import type { KeptAudio } from './kept-audio.ts'
import type { KeptMark } from './kept-recordings.ts'

export class KeptMarks {
  readonly #audio: KeptAudio
  /** In the order of their times. */
  readonly all = signal<readonly KeptMark[]>([])
  #saved: readonly KeptMark[]

  constructor(audio: KeptAudio) {
    this.#audio = audio
    this.all.value = audio.recording.marks
    // An earlier page may have failed to save them.
    this.#saved = []
  }

  set(marks: readonly KeptMark[]): void {
    this.all.value = marks.toSorted((a, b) => a.time - b.time)
    this.#audio.note({ marks: this.all.value })
    void this.save()
  }

  /** Saves them with the job. @returns whether all are saved */
  async save(): Promise<boolean> {
    const marks = this.all.value
    if (marks === this.#saved || (marks.length === 0 && this.#saved.length === 0)) return true
    try {
      await patch(`v2/live/${this.#audio.recording.id}`, { post_session_metadata: { marks } })
      this.#saved = marks
      return true
    } catch {
      return false
    }
  }
}
