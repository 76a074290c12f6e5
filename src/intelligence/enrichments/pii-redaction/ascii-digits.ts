/** A text with the decimal digits of all scripts as 0 to 9; of the same length. */
export function withAsciiDigits(text: string): string {
  return text.replaceAll(/(?![0-9])\p{Nd}/gu, (digit) => {
    // Those of two units are ornaments, and none would be as long.
    if (digit.length > 1) return digit
    // The digits of a script stand in a row of ten, in order.
    const code = digit.charCodeAt(0)
    let zero = code
    while (code - zero < 9 && /\p{Nd}/u.test(String.fromCharCode(zero - 1))) zero--
    return String(code - zero)
  })
}
