/**
 * Partitions a list into consecutive parts with the lowest total cost (Knuth and Plass, "Breaking Paragraphs into Lines",
 * 1981).
 * @param costsFrom the costs of the parts that begin at an index: with one item, with two, and so on up to the longest
 *   part allowed; at least one
 */
export function cheapestPartition<Item>(
  items: readonly Item[],
  costsFrom: (index: number) => readonly number[],
): Item[][] {
  // For each end: the lowest cost of everything before it, and where the last part begins.
  const best = [{ cost: 0, from: 0 }]
  for (let from = 0; from < items.length; from += 1) {
    const soFar = best[from]?.cost ?? Infinity
    for (const [more, partCost] of costsFrom(from).entries()) {
      const cost = soFar + partCost
      const end = from + more + 1
      if (cost < (best[end]?.cost ?? Infinity)) best[end] = { cost, from }
    }
  }
  const parts: Item[][] = []
  for (let end = items.length; end > 0;) {
    const from = best[end]?.from ?? end - 1
    parts.unshift(items.slice(from, end))
    end = from
  }
  return parts
}
