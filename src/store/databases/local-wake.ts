import type { Topic, Wake } from '../../jobs/wake.ts'

/** Wakes listeners within this process. */
export class LocalWake implements Wake {
  readonly #listeners = new Map<Topic, ((about: string) => void)[]>()

  notify(topic: Topic, about = ''): void {
    for (const listener of this.#listeners.get(topic) ?? []) listener(about)
  }

  listen(topic: Topic, listener: (about: string) => void): void {
    this.#listeners.set(topic, [...(this.#listeners.get(topic) ?? []), listener])
  }

  async close(): Promise<void> {}
}
