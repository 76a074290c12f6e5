/** Languages with the same value. */
export interface LanguageGroup<Code extends string, Value> {
  readonly languages: readonly Code[]
  readonly value: Value
}

/**
 * Groups languages by their value.
 * @param keyOf - returns the same text for values that belong together
 * @returns the smallest group first
 */
export function groupedLanguages<Code extends string, Value>(
  languages: readonly Code[],
  valueOf: (language: Code) => Value,
  keyOf: (value: Value) => string,
): LanguageGroup<Code, Value>[] {
  const valued = languages.map((language) => ({ language, value: valueOf(language) }))
  return [...Map.groupBy(valued, ({ value }) => keyOf(value)).values()]
    .toSorted((a, b) => a.length - b.length)
    .map((group) => ({ languages: group.map(({ language }) => language), value: group[0]!.value }))
}
