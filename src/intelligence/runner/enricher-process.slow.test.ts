import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { preRecordedParamsOf, preRecordedRequest } from '../../contract/pre-recorded-request.ts'
import { EnricherProcess } from './enricher-process.ts'
import type { EnrichmentTask } from './enricher-messages.ts'
import { said, transcriptionOf } from '../testing/utterances.ts'

const transcription = transcriptionOf(said('Hello there.'))

const signal = new AbortController().signal

function task(features: object): EnrichmentTask {
  const request = preRecordedRequest.parse({ audio_url: 'https://example.com/a', ...features })
  return {
    transcription,
    params: preRecordedParamsOf(request),
    audioDuration: 1,
    audio: { type: 'file', path: '/nowhere' },
  }
}

async function withEnricher(use: (enricher: EnricherProcess) => Promise<void>, stallSeconds?: number) {
  const enricher = new EnricherProcess(
    { ffmpeg: 'ffmpeg', folder: '/nowhere', cacheFolder: '/nowhere', maxSeconds: 60 },
    stallSeconds,
  )
  try {
    await use(enricher)
  } finally {
    await enricher.close()
  }
}

test('a request without enrichments starts no process', async () => {
  await withEnricher(async (enricher) => {
    assert.deepEqual(await enricher.enrich(task({}), { onFailure: assert.fail, signal }), { transcription })
    assert.equal(enricher.pid, undefined)
  })
})

test('a killed process fails its enrichments only, and the next request starts another', async () => {
  await withEnricher(async (enricher) => {
    const failures: string[] = []
    const hooks = { onFailure: (name: string) => failures.push(name), signal }
    const lost = enricher.enrich(task({ sentences: true, subtitles: true, moderation: true }), hooks)
    process.kill(enricher.pid ?? assert.fail('no process'), 'SIGKILL')
    const result = await lost
    assert.deepEqual(failures.toSorted(), ['moderation', 'sentences'])
    assert.equal(result.sentences?.error?.exception, 'InternalError')
    assert.deepEqual(result.transcription, transcription)
    const next = await enricher.enrich(task({ sentences: true }), hooks)
    assert.deepEqual(next.sentences?.results, ['Hello there.'])
  })
})

test('a process that hangs is replaced', async () => {
  await withEnricher(async (enricher) => {
    await enricher.enrich(task({ sentences: true }), { onFailure: assert.fail, signal })
    process.kill(enricher.pid ?? assert.fail('no process'), 'SIGSTOP')
    const result = await enricher.enrich(task({ sentences: true }), { onFailure: () => {}, signal })
    assert.equal(result.sentences?.success, false)
  }, 3)
})

suite('a transcript whose redaction fails is not returned', () => {
  const redaction = (...entity_types: string[]) => ({
    sentences: true,
    pii_redaction: true,
    pii_redaction_config: { entity_types, processed_text_type: 'MASK' },
  })
  const hooks = { onFailure: assert.fail, signal }

  test('when the process is killed', async () => {
    await withEnricher(async (enricher) => {
      const lost = enricher.enrich(task(redaction('NAME')), hooks)
      process.kill(enricher.pid ?? assert.fail('no process'), 'SIGKILL')
      await assert.rejects(lost, {
        name: 'EnrichmentError',
        statusCode: 500,
        message: /^pii_redaction failed/,
      })
      const next = await enricher.enrich(task(redaction('NAME')), hooks)
      assert.deepEqual(next.sentences?.results, ['Hello there.'])
    })
  })

  test('when the process hangs', async () => {
    await withEnricher(async (enricher) => {
      await enricher.enrich(task({ sentences: true }), hooks)
      process.kill(enricher.pid ?? assert.fail('no process'), 'SIGSTOP')
      await assert.rejects(enricher.enrich(task(redaction('NAME')), hooks), { statusCode: 500 })
    }, 3)
  })

  test('when it cannot be redacted, and the error says why', async () => {
    await withEnricher(async (enricher) => {
      await assert.rejects(enricher.enrich(task(redaction('NAME', 'AGE')), hooks), {
        name: 'EnrichmentError',
        statusCode: 501,
        message: /^pii_redaction cannot find AGE in English without a language model/,
      })
    })
  })
})

test('an aborted request rejects at once with the reason of its signal', async () => {
  await withEnricher(async (enricher) => {
    const controller = new AbortController()
    const hooks = { onFailure: assert.fail, signal: controller.signal }
    const aborted = enricher.enrich(task({ sentences: true }), hooks)
    const reason = new Error('the service stops')
    controller.abort(reason)
    await assert.rejects(aborted, reason)
    const next = await enricher.enrich(task({ sentences: true }), { onFailure: assert.fail, signal })
    assert.deepEqual(next.sentences?.results, ['Hello there.'])
  })
})
