import { formatRate } from '../../../formatting.ts'

/** A speed with its significant digits: `0.8×`, `41×`. */
export const roundRate = (rate: number): string =>
  formatRate(rate < 10 ? Math.round(rate * 10) / 10 : Math.round(rate))
