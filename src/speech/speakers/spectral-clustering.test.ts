import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { spectralClusters } from './spectral-clustering.ts'
import { unit } from '../../models/vectors.ts'

const { signal } = new AbortController()
const SIZE = 32

/** Voices around random directions, 30 of each. */
const clouds = (groups: number) =>
  fc.record({
    centres: fc.array(numbers(), { minLength: groups, maxLength: groups }),
    members: fc.array(numbers(), { minLength: 30 * groups, maxLength: 30 * groups }),
  })

/** Uniform: with this many dimensions, random directions are nearly orthogonal. */
function numbers() {
  return fc.array(fc.integer({ min: -1000, max: 1000 }), { minLength: SIZE, maxLength: SIZE, size: 'max' })
}

for (const groups of [2, 3, 4])
  test(`${groups} groups of voices are found, none of them split`, async () => {
    await fc.assert(
      fc.asyncProperty(clouds(groups), async ({ centres, members }) => {
        fc.pre(
          centres.every((centre, i) =>
            centres.slice(i + 1).every((other) => Math.abs(cosine(centre, other)) < 0.5),
          ),
        )
        const voices = members.map((noise, i) => {
          const centre = unit(Float32Array.from(centres[i % groups] ?? []))
          const around = unit(Float32Array.from(noise))
          return unit(centre.map((value, d) => value + 0.7 * (around[d] ?? 0)))
        })
        const labels = await spectralClusters(voices, { min: 1, max: 8, searched: 8 }, signal)
        const pairs = new Set(labels.map((label, i) => `${label} ${i % groups}`))
        assert.equal(new Set(labels).size, groups)
        assert.equal(pairs.size, groups)
        const limited = await spectralClusters(voices, { min: 1, max: 2, searched: 8 }, signal)
        assert.equal(new Set(limited).size, 2)
      }),
      { numRuns: 20, seed: 5 },
    )
  })

function cosine(a: readonly number[], b: readonly number[]): number {
  const [x, y] = [unit(Float32Array.from(a)), unit(Float32Array.from(b))]
  return x.reduce((sum, value, i) => sum + value * (y[i] ?? 0), 0)
}

test('clustering stops when it is aborted', async () => {
  const reason = new Error('aborted')
  const voices = Array.from({ length: 10 }, () => new Float32Array(SIZE).fill(SIZE ** -0.5))
  await assert.rejects(
    spectralClusters(voices, { min: 1, max: 8, searched: 8 }, AbortSignal.abort(reason)),
    reason,
  )
})
