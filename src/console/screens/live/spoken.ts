/** The utterances of a recording as they are recognised. Final ones are stored in the browser, as the audio is. */
import { computed, signal } from '@preact/signals'
import type { LiveMessage } from '../../../../clients/typescript/src/types.ts'
import { change, keysOf, read, type SpokenUtterance } from './kept-recordings.ts'

type TranscriptMessage = Extract<LiveMessage, { type: 'transcript' }>

export class Spoken {
  readonly #recording: string
  readonly #byId = signal<ReadonlyMap<string, SpokenUtterance>>(new Map())
  readonly utterances = computed(() => [...this.#byId.value.values()].toSorted((a, b) => a.start - b.start))

  /** @param recording its id */
  constructor(recording: string) {
    this.#recording = recording
  }

  /** Adds the utterances that an earlier page has stored. */
  async restore(): Promise<void> {
    const kept = await read<SpokenUtterance[]>('utterances', (store) => store.getAll(keysOf(this.#recording)))
    this.#byId.value = new Map([...kept.map((one) => [one.id, one] as const), ...this.#byId.value])
  }

  receive({ data: { id, is_final: isFinal, utterance } }: TranscriptMessage): void {
    const { start, text, language } = utterance
    // A partial may be repeated after a reconnection.
    if (this.#byId.value.get(id)?.isFinal && !isFinal) return
    const spoken = { id, start, text: text.trim(), language, isFinal }
    this.#byId.value = new Map([...this.#byId.value, [id, spoken]])
    // Storing it may fail, since the job has it in any case.
    if (isFinal) change((store) => store('utterances').put(spoken, [this.#recording, id])).catch(() => {})
  }

  /** Removes partials that never became final, since nothing was recognised in the end. */
  end(): void {
    this.#byId.value = new Map([...this.#byId.value].filter(([, { isFinal }]) => isFinal))
  }
}
