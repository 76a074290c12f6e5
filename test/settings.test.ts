/** The settings of an account for its members: presets, vocabulary, views and webhooks. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { JobPage } from '../src/contract/job.ts'
import { MAX } from '../src/contract/limits.ts'
import { SETTING_NAMES, type SettingName, SETTINGS, type Views } from '../src/contract/settings.ts'
import type { Client } from './support/client.ts'
import { JOB } from './support/idempotent-requests.ts'
import { onEachStore } from './support/on-each-store.ts'
import { serveTwoAccounts, type TwoAccounts } from './support/two-accounts.ts'

const pathOf = (name: SettingName) => `/v2/settings/${name}`

/** Valid settings. */
const CHOSEN: Readonly<Record<SettingName, object>> = {
  presets: {
    items: [
      { id: 'calls', name: 'Calls', options: { diarization: true, diarization_config: { max_speakers: 2 } } },
      { id: 'empty', name: 'Nothing', options: {} },
    ],
    default: null,
  },
  vocabulary: { words: ['Ada', { value: 'Nguyen', pronunciations: ['win'], intensity: 0.7 }] },
  views: {
    items: [{ id: 'failed', name: 'Failed', query: 'status=error&tag=a%20b&custom_metadata[plan]=pro' }],
  },
  webhooks: {
    items: [{ id: 'archive', url: 'https://example.com/w?a=b', events: ['job.deleted', 'live.end_session'] }],
  },
}

const preset = (options: object) => ({ items: [{ id: 'a', name: 'A', options }], default: null })
const webhook = (one: object) => ({
  items: [{ id: 'a', url: 'https://example.com', events: ['job.shared'], ...one }],
})
const view = (query: string) => ({ items: [{ id: 'a', name: 'A', query }] })

/** Invalid settings, and what the answer says about each. */
const FAULTY: readonly (readonly [SettingName, object, ...RegExp[]])[] = [
  ['presets', {}, /^items: is required$/, /^default: /],
  ['presets', preset({ nothing: 1 }), /^items\.0\.options\.nothing: is unknown$/],
  [
    'presets',
    preset({ audio_url: 'https://example.com/a.wav' }),
    /^items\.0\.options\.audio_url: is unknown$/,
  ],
  ['presets', preset({ diarisation: true }), /^items\.0\.options\.diarisation: did you mean diarization\?$/],
  [
    'presets',
    preset({ subtitles: true, subtitles_config: { formats: ['doc'] } }),
    /^items\.0\.options\.subtitles_config\.formats\.0: must be one of "srt", "vtt"$/,
  ],
  [
    'presets',
    preset({ subtitles: true, subtitles_config: { colour: 'red' } }),
    /^items\.0\.options\.subtitles_config\.colour: is unknown$/,
  ],
  [
    'presets',
    preset({ translation: true }),
    /^items\.0\.options\.translation_config: is required when translation is true$/,
  ],
  ['presets', preset({ sentences: 'yes' }), /^items\.0\.options\.sentences: must be true or false/],
  ['presets', { items: [], default: 'gone' }, /^default: must be the id of one of the items, or null$/],
  [
    'presets',
    { items: [1, 2].map((n) => ({ id: 'a', name: `${n}`, options: {} })), default: 'a' },
    /^items\.1\.id: is already the id of another item$/,
  ],
  [
    'presets',
    { items: [{ id: 'No Slug', name: '', options: {} }], default: null },
    /^items\.0\.id: /,
    /^items\.0\.name: /,
  ],
  ['vocabulary', { words: ['a'.repeat(MAX.phrase + 1)] }, /^words\.0: /],
  ['vocabulary', { words: Array.from({ length: MAX.accountVocabulary + 1 }, (_, i) => `${i}`) }, /^words: /],
  [
    'vocabulary',
    { words: Array.from({ length: 10 }, (_, i) => ({ value: `${i}`, pronunciations: Array(20).fill('a') })) },
    /^words: must have at most 200 words, pronunciations included$/,
  ],
  ['vocabulary', { words: [{ value: 'a', weight: 1 }] }, /^words\.0\.weight: is unknown$/],
  ['views', view('status=broken'), /^items\.0\.query: status: must be one of queued, /],
  ['views', view('statuss=done'), /^items\.0\.query: statuss: did you mean status\?$/],
  ['views', view('a'.repeat(2001)), /^items\.0\.query: must have at most 2000 characters$/],
  [
    'views',
    { items: Array.from({ length: MAX.views + 1 }, (_, i) => ({ id: `${i}`, name: 'A', query: '' })) },
    /^items: must have at most 100 items$/,
  ],
  ['webhooks', webhook({ url: 'ftp://example.com' }), /^items\.0\.url: must be an http:\/\/ or https:/],
  ['webhooks', webhook({ events: ['job.gone'] }), /^items\.0\.events\.0: must be one of /],
  ['webhooks', webhook({ events: [] }), /^items\.0\.events: /],
  ['webhooks', webhook({ method: 'PUT' }), /^items\.0\.method: is unknown$/],
  [
    'webhooks',
    { items: Array.from({ length: MAX.webhooks + 1 }, (_, i) => ({ ...webhook({}).items[0], id: `${i}` })) },
    /^items: must have at most 10 items$/,
  ],
]

onEachStore('the settings of an account', (fresh) => {
  let world: TwoAccounts
  let client: Client

  before(async () => {
    world = await serveTwoAccounts(await fresh())
    client = world.client
  })
  after(async () => world.close())

  async function change(name: SettingName, document: object | null, ifMatch?: string) {
    return client.send(document === null ? 'DELETE' : 'PUT', pathOf(name), {
      ...(document !== null && { body: document }),
      ...(ifMatch !== undefined && { headers: { 'if-match': ifMatch } }),
    })
  }

  async function paramsOf(request: object): Promise<Readonly<Record<string, unknown>>> {
    return (await client.job(await client.create({ ...JOB, ...request }))).request_params
  }

  for (const name of SETTING_NAMES)
    test(`${name} are replaced as a whole, visible to their account only, and can be reset`, async () => {
      const { body: initial, headers } = await client.get(pathOf(name))
      assert.deepEqual(initial, SETTINGS[name].initial)
      assert.equal(headers.get('etag'), '"0"')
      const set = await change(name, CHOSEN[name])
      assert.deepEqual([set.status, set.body, set.headers.get('etag')], [200, CHOSEN[name], '"1"'])
      const read = await client.get(pathOf(name))
      assert.deepEqual([read.body, read.headers.get('etag')], [CHOSEN[name], '"1"'])
      assert.deepEqual((await world.stranger.get(pathOf(name))).body, initial)
      const reset = await change(name, null, '"1"')
      assert.deepEqual([reset.status, reset.body, reset.headers.get('etag')], [200, initial, '"2"'])
      assert.deepEqual((await client.get(pathOf(name))).body, initial)
    })

  test('cannot be changed without knowing the newest change, nor twice at once', async () => {
    const { headers } = await client.get(pathOf('views'))
    const seen = headers.get('etag') ?? ''
    const documents = ['a', 'b', 'c', 'd'].map((id) => ({ items: [{ id, name: id, query: '' }] }))
    const answers = await Promise.all(documents.map(async (one) => change('views', one, seen)))
    const won = answers.findIndex(({ status }) => status === 200)
    assert.deepEqual(
      answers.map(({ status }) => status),
      documents.map((_one, i) => (i === won ? 200 : 412)),
    )
    const newest = await client.get<Views>(pathOf('views'))
    assert.deepEqual(newest.body, documents[won])
    const tag = newest.headers.get('etag')
    for (const { status, headers: said } of answers) assert.equal(said.get('etag'), tag, `${status}`)
    // A reset is a change too, and no earlier revision is used again.
    assert.equal((await change('views', null, seen)).status, 412)
    assert.equal((await change('views', null, `"9", W/${tag}`)).status, 200)
    for (const old of [seen, tag ?? '', '"0"'])
      assert.equal((await change('views', CHOSEN.views, old)).status, 412)
    assert.equal((await change('views', CHOSEN.views, '*')).status, 200)
  })

  test('are refused with every fault, and stay unchanged', async () => {
    const unchanged = await Promise.all(
      SETTING_NAMES.map(async (name) => (await client.get(pathOf(name))).body),
    )
    for (const [name, body, ...expected] of FAULTY) {
      const { validation_errors: found = [] } = await client.refused(400, 'PUT', pathOf(name), { body })
      assert.equal(found.length, expected.length, found.join('\n'))
      for (const [i, line] of found.entries()) assert.match(line, expected[i] ?? /never/)
    }
    const now = await Promise.all(SETTING_NAMES.map(async (name) => (await client.get(pathOf(name))).body))
    assert.deepEqual(now, unchanged)
  })

  test('initially have presets that a service without a language model accepts', async () => {
    const { items } = SETTINGS.presets.initial
    assert.deepEqual(SETTINGS.presets.schema.parse(SETTINGS.presets.initial), SETTINGS.presets.initial)
    for (const { options } of items) {
      const params = await paramsOf(options)
      assert.deepEqual({ ...params, ...options }, params)
    }
  })

  test('have words that are added to jobs and sessions, unless these opt out', async () => {
    const plain = await paramsOf({})
    const live = async (realtime_processing: object) => {
      const id = await client.create({ realtime_processing }, '/v2/live')
      const { body } = await client.get<JobPage['items'][number]>(`/v2/live/${id}`)
      return (body.request_params as { realtime_processing: Record<string, unknown> }).realtime_processing
    }
    const plainLive = await live({})
    await change('vocabulary', { words: ['Ada', 'Grace'] })
    const added = {
      custom_vocabulary: true,
      custom_vocabulary_config: { vocabulary: ['Ada', 'Grace'], default_intensity: 0.5 },
    }
    // At the same time, so that they are created in groups.
    const all = await Promise.all([{}, { custom_vocabulary: false }, {}, {}].map(paramsOf))
    assert.deepEqual(all, [{ ...plain, ...added }, plain, { ...plain, ...added }, { ...plain, ...added }])
    const own = await paramsOf({ custom_vocabulary: ['Linus', 'ADA'] })
    assert.deepEqual(own['custom_vocabulary_config'], {
      vocabulary: ['Linus', 'ADA', 'Grace'],
      default_intensity: 0.5,
    })
    assert.deepEqual(await live({}), { ...plainLive, ...added })
    assert.deepEqual(await live({ custom_vocabulary: false }), plainLive)
    const theirs = await world.stranger.create(JOB)
    assert.deepEqual((await world.stranger.job(theirs)).request_params, plain)
    for (const none of [{ words: [] }, null]) {
      await change('vocabulary', none)
      assert.deepEqual(await paramsOf({}), plain)
      assert.deepEqual(await live({}), plainLive)
    }
  })

  test('leave a line in the audit log for each change, without the values', async () => {
    const { log } = world.service
    const from = log.length
    await change('vocabulary', { words: ['Confidential'] })
    await client.refused(400, 'PUT', pathOf('presets'), { body: {} })
    await client.get(pathOf('vocabulary'))
    await change('vocabulary', null)
    const audited = log.slice(from).filter(({ msg }) => msg === 'audit')
    assert.deepEqual(
      audited.map(({ operation }) => operation),
      ['setVocabulary', 'resetVocabulary'],
    )
    assert.ok(!JSON.stringify(log).includes('Confidential'))
  })
})
