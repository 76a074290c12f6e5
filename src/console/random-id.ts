/** @returns 32 hexadecimal digits; browsers offer UUIDs only with HTTPS */
export const randomId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )
