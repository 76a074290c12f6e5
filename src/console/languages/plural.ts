/** Chooses a text by a number, and inserts the number for `#`. */
export type Plural = (count: number, one: string, other: string) => string

/** Replaces `{}` in a text with user input. Called last, since the input may contain `#`. */
export const filled = (text: string, part: string): string => text.replace('{}', () => part)

export function pluralIn(locale: string): Plural {
  const rules = new Intl.PluralRules(locale)
  const numbers = new Intl.NumberFormat(locale)
  return (count, one, other) =>
    (rules.select(count) === 'one' ? one : other).replace('#', numbers.format(count))
}
