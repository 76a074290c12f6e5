import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { z } from 'zod'
import { ConfigError, parts, readConfig } from './config.ts'
import { documentation } from './config/variable.ts'
import { languageCode } from '../contract/languages.ts'

function faultsOf(env: Record<string, string>): string[] {
  try {
    readConfig(env)
  } catch (error) {
    assert(error instanceof ConfigError)
    return error.message.split('\n')
  }
  return []
}

const URL = 'http://localhost:11434/v1'

test('there is no language model without LLM_URL, whatever else is set', () => {
  assert.equal(readConfig({}).languageModel, null)
  assert.equal(readConfig({ LLM_MODEL: 'llama', LLM_API_KEY: 'key', LLM_URL: '' }).languageModel, null)
})

test('the variables of a language model become its settings', () => {
  const limits = { LLM_MAX_CHARACTERS: '30000', LLM_MAX_ANSWER_TOKENS: '500', LLM_TIMEOUT_SECONDS: '9' }
  const rest = { LLM_CONCURRENCY: '8', LLM_CALLS_PER_JOB: '7', LLM_API_KEY: 'key' }
  assert.deepEqual(readConfig({ LLM_URL: URL, LLM_MODEL: 'llama', ...limits, ...rest }).languageModel, {
    url: URL,
    model: 'llama',
    apiKey: 'key',
    maxCharacters: 30_000,
    maxAnswerTokens: 500,
    timeoutSeconds: 9,
    concurrency: 8,
    maxCalls: 7,
  })
})

test('faults of the language model are reported without its secrets', () => {
  assert.deepEqual(faultsOf({ LLM_URL: URL }), ['LLM_MODEL: must be set when LLM_URL is'])
  const both = faultsOf({ LLM_URL: 'http://me:secret@host/v1', LLM_MODEL: 'llama', LLM_API_KEY: 'secret' })
  assert.equal(both.length, 1)
  assert.match(both[0] ?? '', /^LLM_API_KEY: must not be set/)
  for (const env of [{ LLM_URL: 'secret:11434' }, { LLM_URL: 'ftp://me:secret@host' }]) {
    const faults = faultsOf({ ...env, LLM_MODEL: 'llama' })
    assert.match(faults[0] ?? '', /^LLM_URL: must be an http\(s\) URL/)
    assert.doesNotMatch(faults.join(), /secret/)
  }
  assert.match(faultsOf({ LLM_CONCURRENCY: '0' })[0] ?? '', /^LLM_CONCURRENCY: /)
})

test('a URL that cannot be parsed is reported with the name of its variable, not as an internal error', () => {
  for (const url of ['localhost', 'my server/v1'])
    assert.deepEqual(faultsOf({ LLM_URL: url, LLM_MODEL: 'llama' }), [
      `LLM_URL: must be an http(s) URL, such as ${URL}`,
    ])
  for (const password of ['100%', '%ff'])
    assert.deepEqual(faultsOf({ SPEECH_URL: `http://me:${password}@host/v1`, SPEECH_MODEL: 'big' }), [
      'SPEECH_URL: must have its user name and password percent-encoded as UTF-8: % as %25',
    ])
})

test('a speech server recognises every language unless some are named', () => {
  assert.equal(readConfig({ SPEECH_MODEL: 'big' }).speechServer, null)
  const server = { SPEECH_URL: 'http://localhost:8000/v1', SPEECH_MODEL: 'big' }
  assert.deepEqual(readConfig(server).speechServer?.languages, languageCode.options)
  assert.deepEqual(readConfig({ ...server, SPEECH_LANGUAGES: 'de, fr' }).speechServer?.languages, [
    'de',
    'fr',
  ])
  assert.deepEqual(faultsOf({ SPEECH_URL: server.SPEECH_URL }), [
    'SPEECH_MODEL: must be set when SPEECH_URL is',
  ])
  assert.match(
    faultsOf({ ...server, SPEECH_LANGUAGES: 'de,german' }).join(),
    /^SPEECH_LANGUAGES: must be a language code/,
  )
})

test('the faults of all parts are reported together, one per line', () => {
  const env = {
    PORT: '70000',
    KEY_HEADERS: 'a b',
    CALLBACK_RETRY_SECONDS: '5,soon',
    LLM_URL: URL,
    STALL_SECONDS: '0',
  }
  assert.deepEqual(faultsOf(env), [
    'PORT: must be at most 65535',
    'KEY_HEADERS: must be header names, separated by commas',
    'STALL_SECONDS: must be at least 1',
    'CALLBACK_RETRY_SECONDS: must be whole numbers, separated by commas',
    'LLM_MODEL: must be set when LLM_URL is',
  ])
})

test('a time that is too long for a timer is refused, instead of elapsing immediately', () => {
  const isTime = (schema: z.ZodType) => documentation.get(schema)?.unit === 's'
  const times = Object.values<{ in: z.ZodObject }>(parts).flatMap(({ in: { shape } }) =>
    Object.keys(shape).filter((name) => isTime(shape[name] as z.ZodType)),
  )
  assert.ok(times.length > 10)
  for (const name of times)
    assert.match(faultsOf({ [name]: '2147484' }).join(), new RegExp(`^${name}: must be at most \\d+$`))
})

test('a limit in GB may have decimals, and anything but a number is refused with an example', () => {
  for (const [text, gigabytes] of [
    ['0.5', 0.5],
    ['20', 20],
    ['0.000000001', 1e-9],
  ] as const)
    assert.equal(readConfig({ LIMIT_STORAGE_GB: text }).limits.storage_gb, gigabytes)
  for (const text of ['0', '0.0', '-1', '0,5', '1e3', '.5', 'half', '0.0000000001'])
    assert.deepEqual(faultsOf({ LIMIT_STORAGE_GB: text }), [
      'LIMIT_STORAGE_GB: must be a number greater than 0, such as 20 or 0.5',
    ])
  assert.deepEqual(faultsOf({ LIMIT_OPEN_JOBS: '0.5' }), ['LIMIT_OPEN_JOBS: must be a whole number'])
})

test('an empty variable counts as unset', () => {
  assert.deepEqual(readConfig({ PORT: '', PUBLIC_URL: '', LIVE_SESSIONS: '' }), readConfig({}))
})

test('an access token for the hub must be a valid header value', () => {
  assert.equal(readConfig({ MODELS_TOKEN: ' hf_token\n' }).models.token, 'hf_token')
  for (const token of ['hf_tökén', 'hf token', 'hf\ntoken']) {
    const [fault = ''] = faultsOf({ MODELS_TOKEN: token })
    assert.equal(fault, 'MODELS_TOKEN: must be an access token: visible characters of ASCII only')
  }
})

test('an issuer needs the id of this service, and nothing else', () => {
  assert.deepEqual(readConfig({ OIDC_CLIENT_SECRET: 'secret' }).signIn, { contact: null, issuer: null })
  assert.deepEqual(faultsOf({ OIDC_ISSUER: 'https://login.example.com' }), [
    'OIDC_CLIENT_ID: must be set when OIDC_ISSUER is',
  ])
  const { issuer } = readConfig({
    OIDC_ISSUER: 'https://login.example.com',
    OIDC_CLIENT_ID: 'scriptorium',
  }).signIn
  assert.deepEqual(issuer, {
    url: 'https://login.example.com',
    clientId: 'scriptorium',
    clientSecret: null,
    name: 'your organisation',
    scopes: null,
    groupsClaim: 'groups',
    groups: [],
    everyone: null,
  })
})

test('an issuer on plain HTTP must be on this machine', () => {
  const faults = (url: string) => faultsOf({ OIDC_ISSUER: url, OIDC_CLIENT_ID: 'scriptorium' })
  for (const url of ['http://localhost:9000', 'http://127.0.0.1:9000/realms/staff', 'http://[::1]:9000'])
    assert.deepEqual(faults(url), [])
  const wrong = [
    'http://10.0.0.1',
    'http://localhost.example.com',
    'https://me:secret@host',
    'https://host/?a=b',
  ]
  for (const url of wrong) {
    assert.equal(faults(url).length, 1, url)
    assert.match(faults(url)[0] ?? '', /^OIDC_ISSUER: must be an https URL/)
  }
  assert.deepEqual(faults('login'), [
    'OIDC_ISSUER: must be an http(s) URL, such as https://login.example.com',
  ])
})

test('groups give roles in accounts, and their names may have equals signs and colons', () => {
  const of = (groups: string) =>
    readConfig({ OIDC_ISSUER: 'https://host', OIDC_CLIENT_ID: 'id', OIDC_GROUPS: groups }).signIn.issuer
      ?.groups
  assert.deepEqual(of('/staff=team-a:editor, /staff=team b:viewer,cn=it:ops=ops:1:admin'), [
    { group: '/staff', account: 'team-a', role: 'editor' },
    { group: '/staff', account: 'team b', role: 'viewer' },
    { group: 'cn=it:ops', account: 'ops:1', role: 'admin' },
  ])
  for (const wrong of [
    'staff',
    'staff=',
    '=team-a:editor',
    'staff=team-a',
    'staff=:editor',
    'staff=a:owner',
    'a=b:editor,',
  ])
    assert.match(faultsOf({ OIDC_GROUPS: wrong })[0] ?? '', /^OIDC_GROUPS: must be groups, each with/, wrong)
  for (const wrong of ['viewer', ':viewer', 'team-a:', 'team-a:owner'])
    assert.match(
      faultsOf({ OIDC_DEFAULT: wrong })[0] ?? '',
      /^OIDC_DEFAULT: must be an account and a role/,
      wrong,
    )
  assert.match(faultsOf({ OIDC_SCOPES: 'profile email' })[0] ?? '', /^OIDC_SCOPES: .* openid among them$/)
})
