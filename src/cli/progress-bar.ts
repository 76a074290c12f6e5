const WIDTH = 30

/** One line on standard error that shows how far something is. Shows nothing where that is no terminal. */
export class ProgressBar {
  readonly #label: string

  constructor(label: string) {
    this.#label = label
  }

  /** @param share how much is done, 0 to 1 */
  show(share: number): void {
    if (!process.stderr.isTTY) return
    const done = Math.round(Math.min(1, Math.max(0, share)) * WIDTH)
    const bar = '█'.repeat(done) + '░'.repeat(WIDTH - done)
    process.stderr.write(
      `\r\u001B[K${bar} ${String(Math.round((done / WIDTH) * 100)).padStart(3)} %  ${this.#label}`,
    )
  }

  clear(): void {
    if (process.stderr.isTTY) process.stderr.write('\r\u001B[K')
  }
}
