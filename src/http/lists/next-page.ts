/**
 * Builds a page of a list with a cursor.
 * @param found the items of the page, and one more if another page follows
 * @param path URL of the list
 * @param query the other parameters; null and undefined are left out, and a list becomes a repeated parameter
 * @param cursorAfter returns the cursor parameter of the next page, given the last item of this one
 * @returns the items of the page, and the URL of the next page; null on the last page
 */
export function nextPage<Item>(
  found: readonly Item[],
  path: string,
  query: Readonly<Record<string, string | number | readonly string[] | null | undefined>> & {
    readonly limit: number
  },
  cursorAfter: (last: Item) => Readonly<Record<string, string | number>>,
): { shown: Item[]; next: string | null } {
  const shown = found.slice(0, query.limit)
  const last = found.length > query.limit ? shown.at(-1) : undefined
  if (last === undefined) return { shown, next: null }
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries({ ...query, ...cursorAfter(last) }))
    for (const one of [value ?? []].flat()) search.append(name, String(one))
  return { shown, next: `${path}?${search.toString()}` }
}
