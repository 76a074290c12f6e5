import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { preRecordedParamsOf, preRecordedRequest } from '../../contract/pre-recorded-request.ts'
import { EnricherProcess } from './enricher-process.ts'
import type { EnrichmentTask } from './enricher-messages.ts'
import { said, transcriptionOf } from '../../text/testing/utterances.ts'

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

/** Longer than a process takes to start beside other tests. */
const STALL_SECONDS = 6

const FAULTY = new URL('../testing/faulty-enricher.ts', import.meta.url)

async function withEnricher(
  use: (enricher: EnricherProcess) => Promise<void>,
  {
    enrichmentSeconds = 600,
    maxResultBytes = 16e6,
    ...options
  }: { enrichmentSeconds?: number; maxResultBytes?: number; stallSeconds?: number; module?: URL } = {},
) {
  const enricher = new EnricherProcess(
    {
      ffmpeg: 'ffmpeg',
      folder: '/nowhere',
      maxSeconds: 60,
      enrichmentSeconds,
      maxResultBytes,
    },
    options,
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

test('transcripts in a killed process are enriched in another, as is the next transcript', async () => {
  await withEnricher(async (enricher) => {
    const hooks = { onFailure: assert.fail, signal }
    const lost = enricher.enrich(task({ sentences: true, subtitles: true, moderation: true }), hooks)
    process.kill(enricher.pid ?? assert.fail('no process'), 'SIGKILL')
    const result = await lost
    assert.deepEqual(result.sentences?.results, ['Hello there.'])
    assert.equal(result.moderation?.success, true)
    assert.equal(result.transcription.subtitles?.length, 1)
    const next = await enricher.enrich(task({ sentences: true }), hooks)
    assert.deepEqual(next.sentences?.results, ['Hello there.'])
  })
})

test('a process that hangs is replaced', async () => {
  await withEnricher(
    async (enricher) => {
      const hooks = { onFailure: assert.fail, signal }
      await enricher.enrich(task({ sentences: true }), hooks)
      process.kill(enricher.pid ?? assert.fail('no process'), 'SIGSTOP')
      const result = await enricher.enrich(task({ sentences: true }), hooks)
      assert.deepEqual(result.sentences?.results, ['Hello there.'])
    },
    { stallSeconds: STALL_SECONDS },
  )
})

suite('an enrichment that does not end', () => {
  test('or ends its process fails alone, even if it blocks the process', async () => {
    await withEnricher(
      async (enricher) => {
        const failures: string[] = []
        const hooks = { onFailure: (name: string) => failures.push(name), signal }
        const features = { moderation: true, named_entity_recognition: true, sentences: true }
        const [stuck, other] = await Promise.all([
          enricher.enrich(task(features), hooks),
          enricher.enrich(task({ sentences: true }), { onFailure: assert.fail, signal }),
        ])
        assert.deepEqual(stuck.moderation?.error, {
          status_code: 504,
          exception: 'EnrichmentError',
          message:
            'moderation did not respond or ended its process on this transcript. ' +
            'Try again without moderation, or with shorter audio.',
        })
        assert.equal(stuck.named_entity_recognition?.error?.status_code, 504)
        assert.deepEqual(stuck.sentences?.results, ['Hello there.'])
        assert.deepEqual(other.sentences?.results, ['Hello there.'])
        assert.deepEqual(new Set(failures), new Set(['moderation', 'named_entity_recognition']))
      },
      { module: FAULTY, stallSeconds: STALL_SECONDS },
    )
  })

  test('fails after its time limit, which grows with the audio', async () => {
    await withEnricher(
      async (enricher) => {
        const hooks = { onFailure: () => {}, signal }
        const result = await enricher.enrich(task({ chapterization: true, sentences: true }), hooks)
        assert.match(result.chapterization?.error?.message ?? '', /^chapterization took longer than 2 s /)
        assert.deepEqual(result.sentences?.results, ['Hello there.'])
      },
      { module: FAULTY, enrichmentSeconds: 1 },
    )
  })
})

suite('a transcript whose redaction fails is not returned', () => {
  const redaction = (...entity_types: string[]) => ({
    sentences: true,
    pii_redaction: true,
    pii_redaction_config: { entity_types, processed_text_type: 'MASK' },
  })
  const hooks = { onFailure: assert.fail, signal }

  test('if redaction blocks its process', async () => {
    await withEnricher(
      async (enricher) => {
        await assert.rejects(enricher.enrich(task(redaction('NAME')), { onFailure: () => {}, signal }), {
          name: 'EnrichmentError',
          statusCode: 504,
          message: /^pii_redaction did not respond/,
        })
      },
      { module: FAULTY, stallSeconds: STALL_SECONDS },
    )
  })

  test('if it cannot be redacted, and the error says why', async () => {
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
