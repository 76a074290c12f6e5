import { controlled } from './filtered-output.ts'
import { fit, type Output, printable } from './terminal.ts'

const CLEAR = '\r\u001B[K'

/** A line that is rewritten in place; nothing is shown unless the output is a terminal. */
export class StatusLine {
  readonly #output: Output
  #isShown = false

  constructor(output: Output) {
    this.#output = controlled(output)
  }

  /** @param part what is shown of a text that is longer than a line */
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
