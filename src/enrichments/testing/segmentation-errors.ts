/**
 * How far a segmentation is from the true one: WindowDiff (Pevzner and Hearst, "A Critique and Improvement of an
 * Evaluation Metric for Text Segmentation", 2002) and Pk (Beeferman, Berger and Lafferty, "Statistical Models for Text
 * Segmentation", 1999). 0 means equal; the window is half the mean true segment.
 * @param truth the segment of each word: equal neighbours are in one segment
 * @param found the same for the segmentation to be judged, of equal length
 */
export function segmentationErrors(
  truth: readonly string[],
  found: readonly number[],
): { windowDiff: number; pk: number } {
  const [borders, foundBorders] = [bordersBefore(truth), bordersBefore(found)]
  const segments = borders.at(-1)! + 1
  const window = Math.max(1, Math.round(truth.length / segments / 2))
  const windows = truth.length - window
  let [differing, separated] = [0, 0]
  for (let from = 0; from < windows; from += 1) {
    const count = borders[from + window]! - borders[from]!
    const foundCount = foundBorders[from + window]! - foundBorders[from]!
    if (count !== foundCount) differing += 1
    if (count > 0 !== foundCount > 0) separated += 1
  }
  return { windowDiff: differing / windows, pk: separated / windows }
}

/** For each position, the number of boundaries up to it. */
function bordersBefore(labels: readonly unknown[]): number[] {
  let borders = 0
  return labels.map((label, index) => {
    if (index > 0 && label !== labels[index - 1]) borders += 1
    return borders
  })
}
