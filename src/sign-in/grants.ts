/** The roles that the groups of a person grant. */
import type { Grant } from '../store/people/grant-store.ts'

export interface GroupGrants {
  readonly groups: readonly (Grant & { readonly group: string })[]
  /** The grant for everybody who signs in; null for none. */
  readonly everyone: Grant | null
}

export function grantsOf(names: readonly string[], { groups, everyone }: GroupGrants): Grant[] {
  const own = new Set(names)
  const given = groups.filter(({ group }) => own.has(group)).map(({ account, role }) => ({ account, role }))
  return everyone === null ? given : [...given, everyone]
}

/** The groups in a claim; null if there are too many to include, which Microsoft Entra ID indicates by `_claim_names`. */
export function groupsIn(claims: Readonly<Record<string, unknown>>, name: string): string[] | null {
  const { [name]: value, _claim_names: elsewhere } = claims
  if (value === undefined && typeof elsewhere === 'object' && elsewhere !== null && name in elsewhere)
    return null
  return [value].flat().filter((group) => typeof group === 'string')
}
