import { StatusLine } from './status-line.ts'

const WIDTH = 30

/** A progress bar on standard error; nothing is shown unless that is a terminal. */
export class ProgressBar {
  readonly #label: string
  readonly #line = new StatusLine(process.stderr)

  constructor(label: string) {
    this.#label = label
  }

  /**
   * @param progress 0 to 1
   * @param seconds that are likely to be left; null if that is unknown
   */
  show(progress: number, seconds: number | null = null): void {
    const share = Math.min(1, Math.max(0, progress))
    const done = Math.round(share * WIDTH)
    const bar = '█'.repeat(done) + '░'.repeat(WIDTH - done)
    const percent = String(Math.round(share * 100)).padStart(3)
    const left = seconds === null ? '' : `${minutes(seconds)} left  `
    this.#line.show(`${bar} ${percent} %  ${left}${this.#label}`)
  }

  clear(): void {
    this.#line.clear()
  }
}

/** Such as `1:05`. */
function minutes(seconds: number): string {
  const whole = Math.ceil(seconds)
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}
