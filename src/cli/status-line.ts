import { controlled } from './filtered-output.ts'
import { duration } from './remote/formatting.ts'
import { fit, type Output, printable } from './terminal.ts'

const CLEAR = '\r\u001B[K'
/** Characters of the bar. */
const WIDTH = 30

/** A line that is rewritten in place, shown only on a terminal. */
export class StatusLine {
  readonly #output: Output
  #isShown = false

  constructor(output: Output) {
    this.#output = controlled(output)
  }

  /** @param part which part to show if the text is longer than a line */
  show(text: string, part: 'start' | 'end' = 'start'): void {
    if (this.#output.isTTY !== true) return
    this.#output.write(`${CLEAR}${fit(printable(text), (this.#output.columns ?? 80) - 1, part)}`)
    this.#isShown = true
  }

  clear(): void {
    if (this.#isShown) this.#output.write(CLEAR)
    this.#isShown = false
  }
}

/** A progress bar on standard error, shown only on a terminal. */
export class ProgressBar {
  readonly #label: string
  readonly #line = new StatusLine(process.stderr)

  constructor(label: string) {
    this.#label = label
  }

  /**
   * @param progress 0 to 1
   * @param seconds estimated to be left; null if unknown
   * @param label what is being done
   */
  show(progress: number, seconds: number | null = null, label = this.#label): void {
    const share = Math.min(1, Math.max(0, progress))
    const done = Math.round(share * WIDTH)
    const bar = '█'.repeat(done) + '░'.repeat(WIDTH - done)
    const percent = String(Math.round(share * 100)).padStart(3)
    const left = seconds === null ? '' : `${duration(Math.ceil(seconds))} left  `
    this.#line.show(`${bar} ${percent} %  ${left}${label}`)
  }

  clear(): void {
    this.#line.clear()
  }
}
