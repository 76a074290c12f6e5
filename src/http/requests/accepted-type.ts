/**
 * The media type that a request prefers (RFC 9110, section 12.5.1).
 * @param accept the header; if undefined, any type is accepted
 * @param available the available types, the default first
 * @returns null if none of them is accepted
 */
export function acceptedType<Type extends string>(
  accept: string | undefined,
  available: readonly Type[],
): Type | null {
  const ranges = (accept ?? '*/*').split(',').map((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
    const weight = parameters.find((parameter) => parameter.startsWith('q='))
    return { type, weight: weight === undefined ? 1 : Number(weight.slice(2)) }
  })
  /** The weight of the most specific range that matches. */
  const weightOf = (type: string): number => {
    const forms = [type, `${type.split('/')[0]}/*`, '*/*']
    const found = forms.flatMap((form) => ranges.find((range) => range.type === form) ?? [])
    return found[0]?.weight ?? 0
  }
  const [best] = available.toSorted((a, b) => weightOf(b) - weightOf(a))
  return best !== undefined && weightOf(best) > 0 ? best : null
}
