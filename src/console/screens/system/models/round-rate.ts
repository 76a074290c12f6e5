import { formatRate } from '../../../formatting.ts'

/** A speed with as many digits as it is worth: `0.8×`, `41×`. */
export const roundRate = (rate: number): string =>
  formatRate(rate < 10 ? Math.round(rate * 10) / 10 : Math.round(rate))
