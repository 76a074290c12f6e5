/** A text with the decimal digits of all scripts replaced by 0 to 9; its length stays the same. */
export function withAsciiDigits(text: string): string {
  return text.replaceAll(/(?![0-9])\p{Nd}/gu, (digit) => {
    // Digits outside the basic plane are mostly mathematical ornaments, and ASCII ones would be shorter.
    if (digit.length > 1) return digit
    // Unicode encodes the ten digits of a script in sequence.
    const code = digit.charCodeAt(0)
    let zero = code
    while (code - zero < 9 && /\p{Nd}/u.test(String.fromCharCode(zero - 1))) zero--
    return String(code - zero)
  })
}
