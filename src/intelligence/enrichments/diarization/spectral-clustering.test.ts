import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { spectralClusters } from './spectral-clustering.ts'
import { normalised } from './vectors.ts'

const { signal } = new AbortController()
const SIZE = 32

/** Voices around random directions, `counts` of each. */
const clouds = (groups: number) =>
  fc.record({
    centres: fc.array(numbers(), { minLength: groups, maxLength: groups }),
    members: fc.array(numbers(), { minLength: 30 * groups, maxLength: 30 * groups }),
  })

/** Evenly from −1 to 1: in so many dimensions, directions of them are nearly at right angles. */
function numbers() {
  return fc.array(fc.integer({ min: -1000, max: 1000 }), { minLength: SIZE, maxLength: SIZE, size: 'max' })
}

for (const groups of [2, 3, 4])
  test(`${groups} clouds of voices are found, each whole`, async () => {
    await fc.assert(
      fc.asyncProperty(clouds(groups), async ({ centres, members }) => {
        fc.pre(
          centres.every((centre, i) =>
            centres.slice(i + 1).every((other) => Math.abs(cosine(centre, other)) < 0.5),
          ),
        )
        const voices = members.map((noise, i) => {
          const centre = normalised(Float32Array.from(centres[i % groups] ?? []))
          const around = normalised(Float32Array.from(noise))
          return normalised(centre.map((value, d) => value + 0.7 * (around[d] ?? 0)))
        })
        const labels = await spectralClusters(voices, { least: 1, most: 8 }, signal)
        const pairs = new Set(labels.map((label, i) => `${label} ${i % groups}`))
        assert.equal(new Set(labels).size, groups)
        assert.equal(pairs.size, groups)
      }),
      { numRuns: 20, seed: 5 },
    )
  })

function cosine(a: readonly number[], b: readonly number[]): number {
  const [x, y] = [normalised(Float32Array.from(a)), normalised(Float32Array.from(b))]
  return x.reduce((sum, value, i) => sum + value * (y[i] ?? 0), 0)
}

test('it stops when nobody waits any longer', async () => {
  const reason = new Error('enough')
  const voices = Array.from({ length: 10 }, () => new Float32Array(SIZE).fill(SIZE ** -0.5))
  await assert.rejects(spectralClusters(voices, { least: 1, most: 8 }, AbortSignal.abort(reason)), reason)
})
