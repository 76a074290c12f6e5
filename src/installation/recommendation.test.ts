/** A recommendation that does not fit the machine costs its user gigabytes; one with the wrong licence costs more. */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { CatalogueEntry } from '../models/pulled/catalogue-entry.ts'
import type { Installation } from './in-use.ts'
import type { Machine } from './machine.ts'
import { memoryFor, recommended } from './recommendation.ts'

const machine: Machine = { cores: 4, memory: 16e9, concurrency: 1, hasGpu: false }

function entry(name: string, priority: number, size: number, rest: object = {}): CatalogueEntry {
  return {
    name,
    priority,
    about: 'tests',
    purpose: 'recognition',
    engine: 'nemo-transducer',
    licence: 'MIT',
    languages: ['de', 'en'],
    identifiesLanguages: false,
    punctuates: true,
    published: [],
    source: { repository: 'a/b' },
    files: { model: { path: 'model.onnx', size } },
    ...rest,
  }
}

const NONE: Installation = { pulled: [], speechServer: null }

const small = entry('small', 1, 100e6)
const large = entry('large', 2, 2.9e9)

const nameFor = (entries: CatalogueEntry[], own: Partial<Machine> = {}, language: 'de' | 'fr' = 'de') =>
  recommended(entries, 'recognition', language, { ...machine, ...own }, NONE).model?.name

suite('the recommendation', () => {
  test('is the model of the highest priority that fits the language, the memory and the cores', () => {
    assert.equal(nameFor([small, large]), 'large')
    assert.equal(nameFor([small, large], {}, 'fr'), undefined)
    assert.equal(nameFor([small, large], { memory: 6e9 }), 'small')
    assert.equal(nameFor([small, large], { memory: 3e9 }), undefined)
    assert.equal(nameFor([small, large], { concurrency: 4 }), 'small')
    assert.equal(nameFor([small, large], { cores: 2 }), 'small')
  })

  test('counts a GPU for the engines that run on one', () => {
    const whisper = entry('large', 2, 2.9e9, { engine: 'whisper' })
    assert.equal(nameFor([small, whisper], { cores: 2, hasGpu: true }), 'large')
    assert.equal(nameFor([small, large], { cores: 2, hasGpu: true }), 'small')
  })

  test('leaves out models that may not be used commercially, and says so', () => {
    const restriction = { says: 'forbids commercial use', url: 'https://example.com' }
    const { model, leftOut } = recommended(
      [small, entry('better', 3, 100e6, { restriction })],
      'recognition',
      'de',
      machine,
      NONE,
    )
    assert.equal(model?.name, 'small')
    assert.match(leftOut[0]?.because ?? '', /forbids commercial use, see https:\/\/example\.com/)
  })

  test('is the bundled model, by name, if there is nothing else', () => {
    assert.partialDeepStrictEqual(recommended([], 'recognition', 'en', machine, NONE), {
      model: null,
      current: 'moonshine',
    })
    assert.partialDeepStrictEqual(recommended([], 'recognition', 'de', machine, NONE), {
      model: null,
      current: 'whisper',
    })
  })

  test('adds a model for punctuation to one that writes none', () => {
    const bare = entry('bare', 1, 100e6, { punctuates: false })
    const marks = entry('marks', 1, 100e6, { purpose: 'punctuation', languages: ['de'] })
    const punctuationIn = (model: CatalogueEntry, language: 'de' | 'en') =>
      recommended([model, marks], 'recognition', language, machine, NONE).punctuation?.name
    assert.equal(punctuationIn(bare, 'de'), 'marks')
    assert.equal(punctuationIn(bare, 'en'), undefined)
    assert.equal(punctuationIn(small, 'de'), undefined)
  })

  test('is compared with what is in use, which stays unless a model has a higher priority', () => {
    const inUse = (installation: Partial<Installation>) => {
      const { model, current, isBundled } = recommended([small, large], 'recognition', 'de', machine, {
        ...NONE,
        ...installation,
      })
      return [model?.name, current, isBundled]
    }
    const pulled = (name: string, priority: number) => ({ pulled: [entry(name, priority, 1) as never] })
    assert.deepEqual(inUse({}), ['large', 'whisper', true])
    assert.deepEqual(inUse(pulled('small', 1)), ['large', 'small', false])
    assert.deepEqual(inUse(pulled('large', 2)), ['large', 'large', false])
    assert.deepEqual(inUse(pulled('of-a-repository', 100)), [undefined, 'of-a-repository', false])
    const speechServer = { model: 'server', languages: ['de'] } as never
    assert.deepEqual(inUse({ speechServer }), [undefined, 'server', false])
  })

  test('counts a model once for each thread that cannot share it', () => {
    const own = (engine: string) => memoryFor([entry('a', 1, 1e9, { engine })], machine)
    assert.equal(own('whisper') - own('nemo-transducer'), 1.3e9)
    const both = memoryFor([small, large], machine)
    assert.ok(both > memoryFor([large], machine))
  })
})
