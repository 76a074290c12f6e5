/** Pseudo-random numbers that are the same in every run. */
export interface Random {
  /** In [0, 1). */
  unit(): number
  /** A whole number in [0, below). */
  below(below: number): number
  /** A UUID, version 4. */
  uuid(): string
}

/** The mulberry32 generator; consecutive seeds give unrelated numbers. */
export function random(seed: number): Random {
  let state = Math.imul(seed + 1, 0x9e3779b1)
  const word = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return (t ^ (t >>> 14)) >>> 0
  }
  const hex = (): string => word().toString(16).padStart(8, '0')
  return {
    unit: () => word() / 2 ** 32,
    below: (below) => Math.floor((word() / 2 ** 32) * below),
    uuid: () => {
      const [a, b, c, d] = [hex(), hex(), hex(), hex()]
      return `${a}-${b.slice(0, 4)}-4${b.slice(5)}-a${c.slice(1, 4)}-${c.slice(4)}${d}`
    },
  }
}
