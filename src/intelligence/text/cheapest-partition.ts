/**
 * Cuts a list into consecutive pieces so that the sum of their costs is least (the method of Knuth and Plass, "Breaking
 * Paragraphs into Lines", 1981).
 * @param costsFrom the costs of the pieces that begin at an index: of the piece of one item, of two, and so on up to
 *   the longest piece allowed; at least one
 */
export function cheapestPartition<Item>(
  items: readonly Item[],
  costsFrom: (index: number) => readonly number[],
): Item[][] {
  // For each end: the least cost of everything before it, and where the last piece begins then.
  const best = [{ cost: 0, from: 0 }]
  for (let from = 0; from < items.length; from += 1) {
    const soFar = best[from]?.cost ?? Infinity
    for (const [more, pieceCost] of costsFrom(from).entries()) {
      const cost = soFar + pieceCost
      const end = from + more + 1
      if (cost < (best[end]?.cost ?? Infinity)) best[end] = { cost, from }
    }
  }
  const pieces: Item[][] = []
  for (let end = items.length; end > 0;) {
    const from = best[end]?.from ?? end - 1
    pieces.unshift(items.slice(from, end))
    end = from
  }
  return pieces
}
