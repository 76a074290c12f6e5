/** Compares live transcripts with the batch transcript of the same audio. */

/** Number of utterances with exactly the words of the reference, ignoring case and punctuation. */
export function sameUtterances(utterances: readonly string[], reference: string): number {
  const expected = wordsOf(reference)
  const actual = utterances.map(wordsOf)
  const wrong = new Set<number>()
  const owners = actual.flatMap((words, i) => words.map(() => i))
  const steps = alignment(actual.flat(), expected)
  for (const { step, at } of steps) {
    // A missing word is attributed to the utterance before it.
    const owner = owners[step === 'missing' ? Math.max(0, at - 1) : at]
    if (step !== 'same' && owner !== undefined) wrong.add(owner)
  }
  return utterances.length - wrong.size
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? []
}

/** A step of an alignment, and its index in the first list. */
interface Step {
  readonly step: 'same' | 'other' | 'extra' | 'missing'
  readonly at: number
}

/** The shortest edit script from the first list to the second (Wagner and Fischer 1974). */
function alignment(a: readonly string[], b: readonly string[]): Step[] {
  const width = b.length + 1
  const cost = new Uint32Array((a.length + 1) * width)
  for (let j = 0; j <= b.length; j++) cost[j] = j
  for (let i = 1; i <= a.length; i++) {
    cost[i * width] = i
    for (let j = 1; j <= b.length; j++) {
      const replaced = cost[(i - 1) * width + j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      cost[i * width + j] = Math.min(replaced, cost[(i - 1) * width + j]! + 1, cost[i * width + j - 1]! + 1)
    }
  }
  const steps: Step[] = []
  for (let [i, j] = [a.length, b.length]; i > 0 || j > 0;) {
    const here = cost[i * width + j]!
    const isSame = a[i - 1] === b[j - 1]
    if (i > 0 && j > 0 && here === cost[(i - 1) * width + j - 1]! + (isSame ? 0 : 1)) {
      steps.push({ step: isSame ? 'same' : 'other', at: --i })
      j--
    } else if (i > 0 && here === cost[(i - 1) * width + j]! + 1) steps.push({ step: 'extra', at: --i })
    else {
      steps.push({ step: 'missing', at: i })
      j--
    }
  }
  return steps
}
