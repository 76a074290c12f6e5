/** The name that an e-mail address suggests, such as `Anna Example` for `anna.example@…`; empty if it suggests none. */
export function nameFrom(email: string | null): string {
  const words = email?.split('@')[0]?.split(/[._-]/) ?? []
  if (!words.every((word) => /^\p{L}{2,}$/u.test(word))) return ''
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ')
}
