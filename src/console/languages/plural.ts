/** A text that depends on a number, which `#` stands for. */
export type Plural = (count: number, one: string, other: string) => string

export function pluralIn(locale: string): Plural {
  const rules = new Intl.PluralRules(locale)
  const numbers = new Intl.NumberFormat(locale)
  return (count, one, other) =>
    (rules.select(count) === 'one' ? one : other).replace('#', numbers.format(count))
}
