/**
 * Milliseconds that a `Retry-After` header asks for (RFC 9110, section 10.2.3: seconds, or a date), 0 for a date in the
 * past; null if it is absent or malformed. Some servers send fractions of a second.
 */
export function parseRetryAfter(header: unknown, now = Date.now()): number | null {
  if (typeof header !== 'string') return null
  const ms = /^\s*\d+(?:\.\d+)?\s*$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now
  return Number.isFinite(ms) ? Math.max(0, ms) : null
}
