const WIDTH = 30

/** A progress bar on standard error; nothing is shown unless that is a terminal. */
export class ProgressBar {
  readonly #label: string

  constructor(label: string) {
    this.#label = label
  }

  /** @param progress 0 to 1 */
  show(progress: number): void {
    if (!process.stderr.isTTY) return
    const done = Math.round(Math.min(1, Math.max(0, progress)) * WIDTH)
    const bar = '█'.repeat(done) + '░'.repeat(WIDTH - done)
    process.stderr.write(
      `\r\u001B[K${bar} ${String(Math.round((done / WIDTH) * 100)).padStart(3)} %  ${this.#label}`,
    )
  }

  clear(): void {
    if (process.stderr.isTTY) process.stderr.write('\r\u001B[K')
  }
}
