/** Audio without speech for tests, and helpers to concatenate audio. */
import { SAMPLE_RATE } from '../../audio/recording.ts'

export function silence(seconds: number): Float32Array {
  return new Float32Array(Math.round(seconds * SAMPLE_RATE))
}

/** White noise, identical at every call; `level` is its peak. */
export function noise(seconds: number, level: number): Float32Array {
  let state = 1
  return silence(seconds).map(() => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return level * (state / 2 ** 31 - 1)
  })
}

export function tone(seconds: number, hertz: number): Float32Array {
  return silence(seconds).map((_, i) => 0.3 * Math.sin((2 * Math.PI * hertz * i) / SAMPLE_RATE))
}

export function joined(...parts: readonly Float32Array[]): Float32Array {
  const whole = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
