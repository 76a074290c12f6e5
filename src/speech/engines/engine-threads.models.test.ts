import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { clipIn, kennedyBeginning, kennedyEnd } from '../testing/speech.ts'
import { EngineThreads } from './engine-threads.ts'
import { loadBundled } from './load-model.ts'
import { moonshine } from './moonshine.ts'
import { whisper } from './whisper.ts'

const engines = new EngineThreads(2)
after(() => engines.close())

test('segments recognised concurrently have the same words as segments recognised alone', async () => {
  const engine = await engines.for('en')
  assert.equal(engine.concurrency, 2)
  const alone = await loadBundled(moonshine)
  const segments = [kennedyBeginning, kennedyEnd, kennedyBeginning].map(({ samples }) => samples)
  const together = await Promise.all(segments.map((samples) => engine.recognise(samples, 'en')))
  const expected = [await alone.recognise(segments[0]!, 'en'), await alone.recognise(segments[1]!, 'en')]
  assert.deepEqual(together, [...expected, expected[0]])
  await alone.close()
})

test('a segment whose language was identified is recognised', async () => {
  const { samples } = kennedyEnd
  const identifier = await engines.languageIdentifier()
  assert.ok((await identifier.identify(samples, ['de', 'en'])).get('en')! > 0.5)
  const engine = await engines.for('en')
  const words = await engine.recognise(samples, 'en')
  assert.deepEqual(words, await engine.recognise(samples.slice(), 'en'))
  assert.match(words.map(({ word }) => word).join(''), /country/)
})

test('the live option reaches the engine', async () => {
  const engine = await engines.for('fr')
  const alone = await loadBundled(whisper)
  const { samples } = clipIn('fr')
  const words = await engine.recognise(samples, 'fr', { isLive: true })
  assert.deepEqual(words, await alone.recognise(samples.slice(), 'fr', { isLive: true }))
  assert.notDeepEqual(words, await alone.recognise(samples.slice(), 'fr'))
  await alone.close()
})

test('a task that is aborted before it begins does not occupy a thread', async () => {
  const engine = await engines.for('en')
  const reason = new Error('no longer wanted')
  const signal = AbortSignal.abort(reason)
  // The thread would reject it, because no engine recognises this language.
  await assert.rejects(engine.recognise(kennedyEnd.samples, 'tlh' as 'en', { signal }), reason)
})

test('an aborted task rejects with its reason, a failed one with its error, and later ones run', async () => {
  const engine = await engines.for('en')
  const { samples } = kennedyEnd
  const reason = new Error('no longer wanted')
  await assert.rejects(engine.recognise(samples, 'en', { signal: AbortSignal.abort(reason) }), reason)
  await assert.rejects(engine.recognise(samples, 'tlh' as 'en'), /No engine recognises tlh/)
  assert.ok((await engine.recognise(samples, 'en')).length > 0)
})
