/** Undo and redo for a job. Changes are made one after the other. */
import { batch, computed, type Signal, signal } from '@preact/signals'
import { t } from '../../languages/language.ts'

/** Someone else has changed the same utterances. The job now has the newest ones. */
export class ConflictError extends Error {
  override readonly name = 'ConflictError'

  constructor() {
    super(t().transcript.conflict)
  }
}

interface Change {
  /** Describes the change, as in “Undo: …”. */
  readonly label: string
  readonly makeAgain: () => Promise<void>
  readonly takeBack: () => Promise<void>
}

export class ChangeHistory {
  /** The change that {@link undo} would undo, or null. */
  readonly lastChange = computed(() => this.#made.value.at(-1)?.label ?? null)
  /** The change that {@link redo} would redo, or null. */
  readonly lastUndone = computed(() => this.#undone.value.at(-1)?.label ?? null)
  readonly #made = signal<readonly Change[]>([])
  readonly #undone = signal<readonly Change[]>([])
  /** Settles when the previous change is done. */
  #turn: Promise<unknown> = Promise.resolve()

  /** Makes a new change. Undone changes can no longer be redone. */
  async make(change: Change): Promise<void> {
    await this.#inTurn(async () => {
      await change.makeAgain()
      batch(() => {
        this.#made.value = [...this.#made.value, change]
        this.#undone.value = []
      })
    })
  }

  /** Undoes the last change. It is forgotten if that is no longer possible. @returns its label, or null if there is none */
  async undo(): Promise<string | null> {
    return this.#move(this.#made, this.#undone, async ({ takeBack }) => takeBack())
  }

  /** Redoes the change that was undone last. @returns its label, or null if there is none */
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
        // Earlier changes can still be undone or redone.
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
