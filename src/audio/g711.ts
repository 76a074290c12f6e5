/** Telephone speech: A-law and µ-law of ITU-T G.711, which encode 13 and 14 bits in 8. */

/** Value of each byte, −1 … 1, on the scale of 16-bit samples: the loudest is 32,256 / 32,768. */
export const A_LAW = tabulate((byte) => {
  const code = byte ^ 0x55
  const exponent = (code >> 4) & 7
  const mantissa = ((code & 15) << 4) + 8
  const magnitude = exponent === 0 ? mantissa : (mantissa + 256) << (exponent - 1)
  return code & 0x80 ? magnitude : -magnitude
})

/** Value of each byte, −1 … 1, on the scale of 16-bit samples: the loudest is 32,124 / 32,768. */
export const MU_LAW = tabulate((byte) => {
  const code = ~byte
  const exponent = (code >> 4) & 7
  const biased = (((code & 15) << 3) + 132) << exponent
  return code & 0x80 ? 132 - biased : biased - 132
})

function tabulate(expand: (byte: number) => number): Float32Array {
  return Float32Array.from({ length: 256 }, (_, byte) => expand(byte) / 32_768)
}
