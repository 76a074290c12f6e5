import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import * as fc from 'fast-check'
import { type LanguageCode, languageCode } from '../../../contract/languages.ts'
import type { PiiEntityType } from '../../../contract/features/pii-entity-type.ts'
import { preRecordedParamsOf, preRecordedRequest } from '../../../contract/pre-recorded-request.ts'
import { transcriptionResult } from '../../../contract/result.ts'
import type { Utterance } from '../../../contract/transcript.ts'
import { enrich } from '../../runner/enrich.ts'
import { readMarkedTexts } from '../../entities/testing/marked-text.ts'
import { EnrichmentError } from '../../../contract/features/enrichment-error.ts'
import type { EnrichmentContext } from '../../enrichment.ts'
import { recordingOf } from '../../../speech/testing/memory-recording.ts'
import { testContext } from '../../testing/context.ts'
import { isLong } from '../../../../test/support/long.ts'
import { scriptedModel } from '../../../models/language/testing/language-model.ts'
import { assertWellFormed, said, transcriptionOf, unwritten } from '../../../text/testing/utterances.ts'

interface Options {
  readonly types?: PiiEntityType | PiiEntityType[]
  readonly form?: 'MARKER' | 'MASK'
  readonly features?: object
  readonly context?: Partial<EnrichmentContext>
}

/** The result for some utterances, checked against the contract. */
async function redacted(
  utterances: Utterance[],
  { types = 'NAME', form = 'MARKER', features = {}, context = {} }: Options = {},
) {
  const request = preRecordedRequest.parse({
    audio_url: 'https://example.com/a',
    pii_redaction: true,
    pii_redaction_config: { entity_types: types, processed_text_type: form },
    ...features,
  })
  const transcription = transcriptionOf(...utterances)
  const result = await enrich(transcription, preRecordedParamsOf(request), testContext(context))
  const metadata = {
    audio_duration: 60,
    number_of_distinct_channels: 1,
    billing_time: 60,
    transcription_time: 1,
    unrecognised_speech: [],
  }
  transcriptionResult.parse({ metadata, ...result })
  assertWellFormed(result.transcription.utterances)
  return result
}

async function textOf(text: string, options: Options = {}, language: LanguageCode = 'en'): Promise<string> {
  return (await redacted([said(text, { language })], options)).transcription.full_transcript
}

const FORMS: [string, PiiEntityType[], string, string][] = [
  ['Hello, Sarah Jones!', ['NAME'], 'Hello, [NAME]!', 'Hello, ##### #####!'],
  [
    "It's Maria's, in Paris.",
    ['NAME', 'LOCATION'],
    "It's [NAME]'s, in [LOCATION].",
    "It's #####'s, in #####.",
  ],
  [
    'Write to ann.b@web.de, please.',
    ['EMAIL_ADDRESS'],
    'Write to [EMAIL_ADDRESS], please.',
    'Write to ############, please.',
  ],
  ['You get Ann at web dot de.', ['EMAIL_ADDRESS'], 'You get [EMAIL_ADDRESS].', 'You get ### ## ### ### ##.'],
  ['Nobody is called here.', ['NAME'], 'Nobody is called here.', 'Nobody is called here.'],
  [
    'It is 4111 1111 1111 1111, ok?',
    ['PHONE_NUMBER', 'CREDIT_CARD'],
    'It is [CREDIT_CARD], ok?',
    'It is #### #### #### ####, ok?',
  ],
]

suite('redaction', () => {
  for (const [text, types, marker, mask] of FORMS)
    test(text, async () => {
      assert.equal(await textOf(text, { types }), marker)
      assert.equal(await textOf(text, { types, form: 'MASK' }), mask)
    })

  test('MASK keeps each word and its times; MARKER covers the times of the words it replaces', async () => {
    const utterance = said('So I met Maria Lopez, twice.')
    const mask = await redacted([utterance], { form: 'MASK' })
    assert.deepEqual(unwritten(mask.transcription.utterances), unwritten([utterance]))
    const marked = await redacted([utterance])
    assert.deepEqual(
      marked.transcription.utterances[0]?.words.map(({ word, start, end }) => [word, start, end]),
      [
        ['So', 0, 0.8],
        [' I', 1, 1.8],
        [' met', 2, 2.8],
        [' [NAME],', 3, 4.8],
        [' twice.', 5, 5.8],
      ],
    )
  })

  test('a name that continues in the next utterance is redacted in both', async () => {
    const { transcription } = await redacted([
      said('I saw Maria', { start: 3 }),
      said('Lopez, twice.', { start: 6 }),
    ])
    assert.equal(transcription.full_transcript, 'I saw [NAME] [NAME], twice.')
  })

  test('a name that continues after an interjection does not fail the job', async () => {
    const { transcription } = await redacted([
      said('So I spoke to the sister of Maria van', { speaker: 0 }),
      said('Mhm.', { start: 9, speaker: 1 }),
      said('der Lopez, twice.', { start: 10, speaker: 0 }),
    ])
    assert.doesNotMatch(transcription.full_transcript, /Maria|Lopez/)
  })

  test('an answer in pieces is redacted until the topic changes, as are repetitions of its parts', async () => {
    const turns: [number, string][] = [
      [0, 'And the sort code?'],
      [1, "Twenty, um, forty five. No, sorry, it's twenty, forty six, seventeen."],
      [0, 'Thanks. And the surname?'],
      [1, "It's O'Hara, O apostrophe H A R A."],
      [0, "So it's forty pounds for two adults, at half past ten, Mr O'Hara."],
      [1, "Yes. That's from the account ending double five two."],
      [0, 'Which one? I have 4719 0552 here.'],
    ]
    const { transcription } = await redacted(
      turns.map(([speaker, text], index) => said(text, { speaker, start: index * 20 })),
      { types: ['NAME', 'ROUTING_NUMBER', 'BANK_ACCOUNT', 'MONEY'] },
    )
    assert.equal(
      transcription.full_transcript,
      "And the sort code? [ROUTING_NUMBER], um, [ROUTING_NUMBER]. No, sorry, it's [ROUTING_NUMBER]. Thanks. And the " +
        "surname? It's [NAME], [NAME]. So it's [MONEY] for two adults, at half past ten, Mr [NAME]. Yes. That's from the " +
        'account ending [BANK_ACCOUNT]. Which one? I have [BANK_ACCOUNT] here.',
    )
  })

  const exchanges: [risk: string, ...turns: string[]][] = [
    [
      'a name that is a word as well is a word where it is said as one',
      'Your manager?',
      '[NAME]. But he is out.',
    ],
    ['a known name begins a sentence', "That's [NAME].", '[NAME] put it in. Will you check?'],
    ['a name in a company is kept', 'My name is [NAME].', 'From Parker and May Opticians?'],
    ['capitals are spelled', 'And your surname?', '[NAME], with an [NAME].'],
    ['an address comes in pieces', 'Your e-mail?', '[EMAIL_ADDRESS].', 'Yes?', '[EMAIL_ADDRESS].'],
    ['a provider needs no dot', 'Your e-mail?', "It's [EMAIL_ADDRESS], [EMAIL_ADDRESS]."],
    ['what is ordinary is kept', 'What phone is it?', "It's the Pixel 9. I can't reach the VPN."],
  ]
  const values = [
    ['Hazel'],
    ['Hazel', 'Hazel'],
    ['Jodie Parker'],
    ['M, little C, big A, double L', 'S'],
    ['garden gnome sixty six', 'at yahoo dot com'],
    ['autumn leaves ninety nine', 'all together, at g mail'],
    [],
  ]
  for (const [index, [risk, ...turns]] of exchanges.entries())
    test(risk, async () => {
      const left = [...values[index]!]
      const utterances = turns.map((turn, at) =>
        said(
          turn.replaceAll(/\[\w+\]/g, () => left.shift()!),
          { speaker: at % 2, start: at * 20 },
        ),
      )
      const { transcription } = await redacted(utterances, {
        types: ['NAME', 'EMAIL_ADDRESS', 'PHONE_NUMBER'],
      })
      assert.equal(transcription.full_transcript, turns.join(' '))
    })

  test('parts of a name are redacted everywhere, across channels, unless they are ordinary words', async () => {
    const { transcription } = await redacted([
      said('My name is Will Okonkwo.'),
      said('mister okonkwo, will you spell that?', { start: 9, channel: 1 }),
    ])
    assert.equal(transcription.full_transcript, 'My name is [NAME]. mister [NAME], will you spell that?')
  })

  test('a spelled-out name is redacted; other spelled words are kept', async () => {
    const text = "I'm Sarah Okonkwo, that's S-A-R-A-H, and o k o n k w o, in the u-s-a."
    assert.equal(await textOf(text), "I'm [NAME], that's [NAME], and [NAME], in the u-s-a.")
  })

  test('an utterance without words is redacted by its text', async () => {
    const utterance = { ...said('I met Sarah in Paris.'), words: [] }
    const { transcription } = await redacted([utterance])
    assert.equal(transcription.full_transcript, 'I met [NAME] in Paris.')
    assert.ok(!JSON.stringify(transcription).includes('Sarah'))
  })

  test('text that is not in the words of an utterance is not leaked', async () => {
    const utterance = { ...said('I met Sarah.'), text: 'I met Sarah. She is Sarah.' }
    const { transcription } = await redacted([utterance])
    assert.equal(transcription.full_transcript, 'I met [NAME].')
  })

  test('digits of other scripts are recognised', async () => {
    const number = '٤١١١ ١١١١ ١١١١ ١١١١'
    assert.equal(await textOf(`رقمي ${number} نعم`, { types: 'CREDIT_CARD' }, 'ar'), 'رقمي [CREDIT_CARD] نعم')
    const phone = await textOf('मेरा नंबर +९१ ९८७६५ ४३२१० है', { types: 'PHONE_NUMBER' }, 'hi')
    assert.equal(phone, 'मेरा नंबर [PHONE_NUMBER] है')
  })

  test('languages written without spaces are redacted', async () => {
    const text = 'アドレスは192.168.1.1です。'
    assert.equal(await textOf(text, { types: 'IP_ADDRESS' }, 'ja'), 'アドレスは[IP_ADDRESS]です。')
  })

  test('an empty transcript stays empty', async () => {
    const { transcription } = await redacted([])
    assert.deepEqual(transcription.utterances, [])
  })
})

const FEATURES = {
  diarization: true,
  custom_vocabulary: true,
  custom_vocabulary_config: { vocabulary: ['Zweig'] },
  custom_spelling: true,
  custom_spelling_config: { spelling_dictionary: { Zweig: ['branch'] } },
  name_consistency: true,
  punctuation_enhanced: true,
  sentences: true,
  subtitles: true,
  display_mode: true,
  summarization: true,
  chapterization: true,
  named_entity_recognition: true,
  sentiment_analysis: true,
  moderation: true,
  structured_data_extraction: true,
  structured_data_extraction_config: { classes: ['person', 'phone', 'email'] },
  translation: true,
  translation_config: { target_languages: ['en', 'fr'] },
  audio_to_llm: true,
  audio_to_llm_config: { prompts: ['Who speaks?'] },
}

/** The modules that fail with the echoing model, and those that fail without a model. Each succeeds in half of the runs. */
const FAIL_WITH_ECHO = ['summarization', 'chapterization']
const FAIL_WITHOUT_MODEL = ['audio_to_llm']
/** The modules that could leak redacted text. */
const MODULES = [
  'diarization',
  'name_consistency',
  'sentences',
  'display_mode',
  'summarization',
  'chapterization',
  'named_entity_recognition',
  'sentiment_analysis',
  'moderation',
  'structured_data_extraction',
  'translation',
  'audio_to_llm',
] as const

const quiet = recordingOf(new Float32Array(16_000), new Float32Array(16_000))

/** A language model that echoes the text it is given, and fails if the answer is not a text. */
function echo({ name, text }: { name: string; text: string }): object {
  if (name === 'prompt_answer') return { response: text }
  if (name !== 'translation') return new EnrichmentError(502, 'No answer.')
  const { lines } = JSON.parse(text) as { lines: object[] }
  return { translations: lines }
}

test('with every feature on, no part of the result contains redacted text', async () => {
  const name = fc.constantFrom('Oluwaseun', 'Grzegorz', 'Siobhan', 'Katherine', 'Kathryn', 'Nakamura')
  const family = fc.constantFrom('Okonkwo', 'Brzezinski', 'Lindqvist', 'McAllister')
  const frame = fc.constantFrom(
    (one: string) => `Hello, my name is ${one}, and I am calling about the invoice.`,
    (one: string) => `I spoke to Mr. ${one} yesterday, and he was very happy.`,
    (one: string) => `Thank you, ${one}. That is terrible!`,
    () => 'You can reach me at 555-318-2290 or kim.lee@example.com.',
    () => 'The contract was good for everybody.',
  )
  const line = fc.tuple(frame, name, family).map(([say, first, last]) => ({
    text: say(`${first} ${last}`),
    said: [first, last],
  }))
  await fc.assert(
    fc.asyncProperty(
      fc.array(line, { minLength: 1, maxLength: 6 }),
      fc.constantFrom('MARKER' as const, 'MASK' as const),
      fc.boolean(),
      async (lines, form, hasModel) => {
        const languageModel = scriptedModel(echo)
        // Each name is introduced first, so that it is recognised.
        const names = [...new Set(lines.map(({ said: words }) => words.join(' ')))]
        const texts = [...names.map((one) => `My name is ${one}.`), ...lines.map(({ text }) => text)]
        const utterances = texts.map((text, i) => said(text, { start: i * 30, channel: i % 2 }))
        const result = await redacted(utterances, {
          types: ['NAME', 'PHONE_NUMBER', 'EMAIL_ADDRESS'],
          form,
          features: FEATURES,
          context: { audio: async () => quiet, languageModel: hasModel ? languageModel : null },
        })
        const json = JSON.stringify([result, languageModel.asked])
        for (const module of MODULES)
          assert.equal(
            result[module]?.success,
            !(hasModel ? FAIL_WITH_ECHO : FAIL_WITHOUT_MODEL).includes(module),
            module,
          )
        const secret = [...lines.flatMap(({ said: words }) => words), '555-318', 'kim.lee', '2290']
        for (const value of secret) assert.ok(!json.includes(value), `${value} in ${texts.join('\n')}`)
        const { transcription } = result
        assert.deepEqual(result.diarization?.results, transcription.utterances)
        assert.equal(transcription.utterances.length, utterances.length)
        assert.match(transcription.full_transcript, form === 'MASK' ? /#{6}/ : /\[NAME\]/)
      },
    ),
    { seed: 7, numRuns: isLong ? 20 : 6 },
  )
})

suite('the language model', () => {
  const finds = (...values: object[]) => scriptedModel(() => ({ values }))

  test('finds the other types, which are redacted everywhere', async () => {
    const languageModel = finds({ type: 'OCCUPATION', text: 'Nurse' }, { type: 'AGE', text: '42, years' })
    const text = 'I am a nurse. A nurse, 42 years old, nurses people.'
    assert.equal(
      await textOf(text, { types: ['OCCUPATION', 'AGE', 'NAME'], context: { languageModel } }),
      'I am a [OCCUPATION]. A [OCCUPATION], [AGE] old, nurses people.',
    )
    assert.match(languageModel.asked[0]?.instructions ?? '', /- OCCUPATION\n- AGE$/)
  })

  test('is asked for types found without it only if the language requires it', async () => {
    const languageModel = finds({ type: 'NAME', text: 'Amélie' })
    const context = { languageModel }
    assert.equal(await textOf('I met Sarah.', { context }), 'I met [NAME].')
    assert.equal(languageModel.asked.length, 0)
    assert.equal(await textOf('Je suis Amélie.', { context }, 'fr'), 'Je suis [NAME].')
    assert.equal(languageModel.asked.length, 1)
  })

  test('searches for groups, of which some types are found in any case', async () => {
    const context = { languageModel: finds({ type: 'GDPR', text: 'flat nine' }) }
    assert.equal(
      await textOf('I met Sarah in flat nine.', { types: 'GDPR', context }),
      'I met [NAME] in [GDPR].',
    )
  })

  test('reads all parts of a long transcript', async () => {
    const languageModel = scriptedModel(({ text }) => {
      const values = text.includes('plumber') ? [{ type: 'OCCUPATION', text: 'plumber' }] : []
      return { values }
    }, 100)
    const text = `${'We talked about the weather for a while. '.repeat(20)}I am a plumber.`
    const left = await textOf(text, { types: 'OCCUPATION', context: { languageModel } })
    assert.ok(languageModel.asked.length > 5)
    assert.match(left, /I am a \[OCCUPATION\]\.$/)
  })

  test('is asked once more, and then fails, if it lists values that do not occur', async () => {
    let asked = 0
    const learns = scriptedModel(() => ({ values: [{ type: 'AGE', text: asked++ === 0 ? '50' : '42' }] }))
    assert.equal(
      await textOf('I am 42.', { types: 'AGE', context: { languageModel: learns } }),
      'I am [AGE].',
    )
    const languageModel = finds({ type: 'AGE', text: 'forty-two' })
    await assert.rejects(textOf('I am 42.', { types: 'AGE', context: { languageModel } }), {
      name: 'EnrichmentError',
      statusCode: 502,
    })
  })
})

suite('the transcript is withheld', () => {
  test('if a type cannot be found in the language', async () => {
    await assert.rejects(textOf('Je suis Amélie.', { types: ['NAME', 'URL'] }, 'fr'), {
      statusCode: 501,
      message: /^pii_redaction cannot find NAME in French without a language model.* Leave out these types/,
    })
    await assert.rejects(textOf('I am a nurse.', { types: 'OCCUPATION' }), { statusCode: 501 })
  })

  test('if the language model fails; the error does not quote the transcript', async () => {
    const inner = new Error('bad request: "I am a nurse"')
    const languageModel = scriptedModel(() => new EnrichmentError(502, 'No answer.', { cause: inner }))
    const failed = await textOf('I am a nurse.', { types: 'OCCUPATION', context: { languageModel } }).catch(
      (error: unknown) => error,
    )
    assert.ok(failed instanceof EnrichmentError && failed.cause instanceof Error)
    assert.deepEqual([failed.statusCode, failed.message], [502, 'No answer.'])
    for (const error of [failed, failed.cause]) assert.ok(!`${error.message}${error.stack}`.includes('nurse'))
  })

  test('if redaction throws an unexpected error', async () => {
    const languageModel = scriptedModel(() => new TypeError('nurse is not a function'))
    const failed = await textOf('I am a nurse.', { types: 'OCCUPATION', context: { languageModel } }).catch(
      (error: unknown) => error,
    )
    assert.ok(failed instanceof EnrichmentError && failed.cause instanceof Error)
    assert.equal(failed.statusCode, 500)
    assert.match(failed.message, /^pii_redaction failed because of a fault of this service/)
    assert.ok(!`${failed.message}${failed.cause.stack}`.includes('nurse'))
  })
})

suite('translation', () => {
  const features = { translation: true, translation_config: { target_languages: ['en'] } }
  const french = [said('Écrivez à a.b@web.de.', { language: 'fr' })]

  test('does not read the audio, which still contains what was redacted', async () => {
    const audio = () => assert.fail('audio was read')
    const { translation } = await redacted(french, { types: 'EMAIL_ADDRESS', features, context: { audio } })
    assert.equal(translation?.error?.status_code, 501)
    assert.match(translation?.error?.message ?? '', /^With pii_redaction, translation needs a language model/)
  })

  test('by a language model is made from the redacted text', async () => {
    const languageModel = scriptedModel(() => ({
      translations: [{ id: 1, text: 'Write to [EMAIL_ADDRESS].' }],
    }))
    const { translation } = await redacted(french, {
      types: 'EMAIL_ADDRESS',
      features,
      context: { languageModel },
    })
    assert.equal(translation?.results?.[0]?.full_transcript, 'Write to [EMAIL_ADDRESS].')
    assert.ok(!JSON.stringify(languageModel.asked).includes('web.de'))
  })
})

/** The share of the characters of each type that is redacted in marked texts. */
async function recallOn(file: string, types: PiiEntityType[]): Promise<Map<string, number>> {
  const sums = new Map(types.map((type) => [type as string, { all: 0, masked: 0 }]))
  for (const { text, marks } of readMarkedTexts(file)) {
    const left = await textOf(text, { types, form: 'MASK' })
    for (const mark of marks) {
      const sum = sums.get(mark.type)
      if (!sum) continue
      for (let at = mark.from; at < mark.from + mark.text.length; at++) {
        if (/\s/.test(text.charAt(at))) continue
        sum.all++
        if (left[at] === '#') sum.masked++
      }
    }
  }
  return new Map([...sums].map(([type, { all, masked }]) => [`${type} of ${all}`, masked / all]))
}

for (const file of ['marked-text.txt', 'held-out-text.txt'])
  test(`most of the names, places, addresses and telephone numbers in ${file} are redacted`, async (t) => {
    const recall = await recallOn(file, ['NAME', 'LOCATION', 'EMAIL_ADDRESS', 'PHONE_NUMBER'])
    for (const [type, share] of recall) {
      t.diagnostic(`${type}: ${(100 * share).toFixed(1)} %`)
      assert.ok(share >= 0.8, `${type}: ${share}`)
    }
  })

const IN_ANY_LANGUAGE: PiiEntityType[] = ['CREDIT_CARD', 'IP_ADDRESS', 'EMAIL_ADDRESS', 'PHONE_NUMBER', 'URL']
const IN_ENGLISH: PiiEntityType[] = ['NAME', 'SSN', 'BANK_ACCOUNT', 'ROUTING_NUMBER', ...IN_ANY_LANGUAGE]

test('on the evaluation set, redaction of values and preservation of others do not regress', async (t) => {
  const outcome = new Map<string, boolean[]>()
  const errors: string[] = []
  for (const { text: line, marks } of readMarkedTexts(new URL('testing/evaluation.txt', import.meta.url))) {
    const language: LanguageCode = languageCode.parse(line.slice(0, 2))
    const start = line.indexOf('|') + 2
    const types = language === 'en' ? IN_ENGLISH : IN_ANY_LANGUAGE
    const left = await textOf(line.slice(start), { types, form: 'MASK' }, language)
    for (const { type, text, from } of marks) {
      const now = left.slice(from - start, from - start + text.length)
      const isRight = type === 'KEEP' ? now === text : !/[\p{L}\p{N}]/u.test(now)
      outcome.set(type, [...(outcome.get(type) ?? []), isRight])
      if (!isRight) errors.push(`${type} ${text}: ${left}`)
    }
  }
  const kept = outcome.get('KEEP') ?? []
  outcome.delete('KEEP')
  const removed = [...outcome.values()].flat()
  const share = (all: readonly boolean[]) => all.filter(Boolean).length / all.length
  for (const [type, all] of outcome)
    t.diagnostic(`${type}: ${all.filter(Boolean).length} of ${all.length} removed`)
  t.diagnostic(`in all ${share(removed)} of ${removed.length} removed, ${share(kept)} of ${kept.length} kept`)
  if (process.env['TEST_FIGURES']) t.diagnostic(errors.join('\n'))
  assert.ok(share(removed) >= 0.98, errors.join('\n'))
  assert.ok(share(kept) >= 0.94, errors.join('\n'))
})

test('a request for NAME redacts every name, a request for a part of names only that part', async () => {
  const text = 'This is Anna Schmidt. Anna, call Mr. Okafor, and Schmidt.'
  const cases: [PiiEntityType | PiiEntityType[], string][] = [
    ['NAME', 'This is [NAME]. [NAME], call Mr. [NAME], and [NAME].'],
    ['NAME_GIVEN', 'This is [NAME_GIVEN] Schmidt. [NAME_GIVEN], call Mr. Okafor, and Schmidt.'],
    ['NAME_FAMILY', 'This is Anna [NAME_FAMILY]. Anna, call Mr. [NAME_FAMILY], and [NAME_FAMILY].'],
    [
      ['NAME_GIVEN', 'NAME_FAMILY'],
      'This is [NAME_GIVEN] [NAME_FAMILY]. [NAME_GIVEN], call Mr. [NAME_FAMILY], and [NAME_FAMILY].',
    ],
    [['NAME_GIVEN', 'NAME'], 'This is [NAME]. [NAME], call Mr. [NAME], and [NAME].'],
  ]
  for (const [types, expected] of cases) assert.equal(await textOf(text, { types }), expected)
  assert.equal(await textOf(text, { types: 'NAME_GIVEN', form: 'MASK' }), text.replaceAll('Anna', '####'))
  // In doubt, a name is redacted.
  assert.equal(await textOf('Then Taylor arrived.', { types: 'NAME_GIVEN' }), 'Then [NAME_GIVEN] arrived.')
})
