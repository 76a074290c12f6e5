/** The changes of a job that can be taken back, and made again. One is made after the other. */
import { batch, computed, type Signal, signal } from '@preact/signals'
import { t } from '../../languages/language.ts'

/** Someone else has changed the same utterances; those of the job are the newest now. */
export class ConflictError extends Error {
  override readonly name = 'ConflictError'

  constructor() {
    super(t().transcript.conflict)
  }
}

interface Change {
  /** What was done, as in “Undo: …”. */
  readonly label: string
  readonly makeAgain: () => Promise<void>
  readonly takeBack: () => Promise<void>
}

export class ChangeHistory {
  /** What {@link undo} takes back; null for nothing. */
  readonly lastChange = computed(() => this.#made.value.at(-1)?.label ?? null)
  /** What {@link redo} makes again; null for nothing. */
  readonly lastUndone = computed(() => this.#undone.value.at(-1)?.label ?? null)
  readonly #made = signal<readonly Change[]>([])
  readonly #undone = signal<readonly Change[]>([])
  /** The change before. */
  #turn: Promise<unknown> = Promise.resolve()

  /** Makes a new change. Those that were taken back are forgotten. */
  async make(change: Change): Promise<void> {
    await this.#inTurn(async () => {
      await change.makeAgain()
      batch(() => {
        this.#made.value = [...this.#made.value, change]
        this.#undone.value = []
      })
    })
  }

  /** Takes the last change back; one that cannot be any more is forgotten. @returns what that was; null if there is none */
  async undo(): Promise<string | null> {
    return this.#move(this.#made, this.#undone, async ({ takeBack }) => takeBack())
  }

  /** Makes the change again that was taken back last. @returns what that was; null if there is none */
  async redo(): Promise<string | null> {
    return this.#move(this.#undone, this.#made, async ({ makeAgain }) => makeAgain())
  }

  async #move(
    from: Signal<readonly Change[]>,
    to: Signal<readonly Change[]>,
    action: (change: Change) => Promise<void>,
  ): Promise<string | null> {
    return this.#inTurn(async () => {
      const last = from.value.at(-1)
      if (last === undefined) return null
      try {
        await action(last)
      } catch (error) {
        // The changes before it can still be.
        if (error instanceof ConflictError) from.value = from.value.slice(0, -1)
        throw error
      }
      batch(() => {
        from.value = from.value.slice(0, -1)
        to.value = [...to.value, last]
      })
      return last.label
    })
  }

  async #inTurn<Result>(action: () => Promise<Result>): Promise<Result> {
    const result = this.#turn.then(action)
    this.#turn = result.catch(() => {})
    return result
  }
}
