/** A text that depends on a number, which `#` stands for. */
export type Plural = (count: number, one: string, other: string) => string

/** A text with what a user has typed in the place of its `{}`. It is filled in last, since it may have a `#`. */
export const filled = (text: string, part: string): string => text.replace('{}', () => part)

export function pluralIn(locale: string): Plural {
  const rules = new Intl.PluralRules(locale)
  const numbers = new Intl.NumberFormat(locale)
  return (count, one, other) =>
    (rules.select(count) === 'one' ? one : other).replace('#', numbers.format(count))
}
