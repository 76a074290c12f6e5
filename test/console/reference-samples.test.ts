/** The examples of the reference send whatever was typed, and start with bodies that the API accepts. */
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { before, suite, test } from 'node:test'
import { runInNewContext } from 'node:vm'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import fc from 'fast-check'
import { sampleOf, SAMPLES, type SampleLanguage } from '../../src/console/reference/code-samples.ts'
import {
  allOperations,
  description,
  descriptionOf,
  type Operation,
} from '../../src/console/reference/description.ts'
import type { OpenApi } from '../../src/console/openapi.ts'
import { bodyOf, type Draft, emptyDraft, sendableOf } from '../../src/console/reference/request-draft.ts'
import { exampleOf, structureOf, typeText } from '../../src/console/reference/schema-text.ts'
import { PublishedApi } from '../support/published-api.ts'
import { runService } from '../support/running-service.ts'

const BASE = new URL('https://example.com/speech/')
const KEY = 'a key'
const RUNS = 30
/** Records what would be sent: the arguments of curl, and of the functions that the other languages call. */
const PYTHON = `
import json, os, sys, types
os.environ["KEY"] = "${KEY}"
sent = []
class Answer:
  status_code, text, content = 200, "", b""
def sender(method):
  def send(url, **options):
    sent.append([method, url, options])
    return Answer()
  return send
requests = types.ModuleType("requests")
for method in ["get", "put", "post", "patch", "delete"]: setattr(requests, method, sender(method))
sys.modules["requests"] = requests
names = {"open": lambda name, mode: "file " + name, "print": lambda *texts: None}
for sample in json.load(sys.stdin): exec(sample, names)
print(json.dumps(sent))
`
const hasPython = spawnSync('python3', ['--version']).status === 0

suite('the examples of the reference', () => {
  let operations: readonly Operation[] = []
  let ajv: Ajv2020
  /** Has parameters in path, query and headers, and a JSON body. */
  const wide = (): Operation => ({
    ...operations.find(({ operationId }) => operationId === 'updateJob')!,
    method: 'POST',
    parameters: [
      { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
      { name: 'q', in: 'query', schema: { type: 'string' } },
      { name: 'tag', in: 'query', schema: { type: 'array', items: { type: 'string' } } },
      { name: 'if-match', in: 'header', schema: { type: 'string' } },
    ],
  })

  before(async () => {
    const service = await runService()
    const { document } = await PublishedApi.of(service.url)
    await service.close()
    ajv = new Ajv2020({ strict: false })
    addFormats.default(ajv)
    ajv.addSchema(document, 'openapi')
    description.value = descriptionOf(document as unknown as OpenApi)
    operations = allOperations(description.value)
  })

  test('are finite for every schema, which may contain itself', () => {
    for (const schema of Object.values(description.value?.schemas ?? {})) {
      assert.notEqual(typeText(schema), '')
      structureOf(schema)
      exampleOf(schema)
    }
  })

  test('have bodies that the API accepts, for every operation', () => {
    assert.ok(operations.length > 90)
    for (const operation of operations) {
      const body = bodyOf(operation)
      if (body === null) continue
      const { path, method, operationId } = operation
      const steps = ['paths', path, method.toLowerCase(), 'requestBody', 'content', body.type, 'schema']
      const pointer = steps.map((step) =>
        encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1')),
      )
      const validate = ajv.compile({ $ref: `openapi#/${pointer.join('/')}` })
      const example = exampleOf(body.schema)
      assert.ok(validate(example), `${operationId}: ${JSON.stringify([example, validate.errors])}`)
    }
  })

  /** What people may type; headers and files allow less. */
  const text = fc.string({
    unit: fc.constantFrom(...Array.from('ab1 \'"\\$`!%&*{}[]()#;,@<>~ü€😀+=/?')),
    minLength: 1,
    maxLength: 12,
  })
  const json = fc.jsonValue({ maxDepth: 2, stringUnit: 'grapheme' })
  const drafts = (): { draft: Draft; url: string; json: unknown; header: string }[] =>
    fc
      .sample(fc.record({ id: text, q: text, tags: fc.array(text, { maxLength: 2 }), json, header: text }), {
        numRuns: RUNS,
        seed: 33,
      })
      .filter(
        ({ id, header }) => !/^\.+$/.test(id) && /^[\x21-\x7e ]*$/.test(header) && header.trim() === header,
      )
      .map(({ id, q, tags, json: value, header }) => {
        const draft: Draft = {
          parameters: { id, q, tag: tags.join('\n'), 'if-match': header },
          json: JSON.stringify(value),
          fields: {},
        }
        return { draft, json: value, header, url: sendableOf(wide(), draft, BASE).url.href }
      })
  const samples = (language: SampleLanguage): string[] =>
    drafts().map(({ draft }) => sampleOf(language, wide(), draft, BASE))

  test('send what was typed by curl', () => {
    const script = `curl() { printf '%s\\0' "$@"; printf '\\0'; }\n${samples('curl').join('\n')}`
    const output = execFileSync('sh', ['-c', script], { env: { KEY }, encoding: 'utf8' })
    const calls = output.split('\0\0').slice(0, -1)
    for (const [at, { url, json: value, header }] of drafts().entries()) {
      const args = calls[at]!.split('\0')
      assert.deepEqual(args.slice(0, 4), ['-s', '-H', `x-service-key: ${KEY}`, '-H'])
      assert.equal(args[4], `if-match: ${header}`)
      assert.deepEqual(JSON.parse(args.at(-2)!), JSON.parse(JSON.stringify(value)))
      assert.equal(args.at(-1), url)
    }
  })

  test('send what was typed by TypeScript', async () => {
    const expected = drafts()
    for (const [at, sample] of samples('TypeScript').entries()) {
      const { url, json: value, header } = expected[at]!
      const sent: unknown[][] = []
      class Scriptorium {
        readonly options: unknown
        constructor(options: unknown) {
          this.options = options
        }
        request = (...call: unknown[]) => sent.push([this.options, ...call])
      }
      const program = sample.replace(/^import .*$/m, '')
      await runInNewContext(`(async () => {${program}\n})()`, {
        Scriptorium,
        URLSearchParams,
        console: { log: () => {} },
        process: { env: { KEY } },
      })
      const [options, method, path, request] = sent[0] as [object, string, string, Record<string, unknown>]
      assert.deepEqual({ ...options }, { url: BASE.href, key: KEY })
      assert.equal(method, 'POST')
      const target = new URL(path, BASE)
      target.search = String(request['query'])
      assert.equal(target.href, url)
      assert.deepEqual({ ...(request['headers'] as object) }, { 'if-match': header })
      assert.equal(JSON.stringify(request['body']), JSON.stringify(value))
    }
  })

  test('send what was typed by Python', { skip: !hasPython && 'there is no python3' }, () => {
    const sent = JSON.parse(
      execFileSync('python3', ['-c', PYTHON], { input: JSON.stringify(samples('Python')), encoding: 'utf8' }),
    ) as [string, string, { params: [string, string][]; headers: object; json: unknown }][]
    for (const [at, { url, json: value, header }] of drafts().entries()) {
      const [method, place, { params, headers, json: body }] = sent[at]!
      assert.equal(method, 'post')
      const target = new URL(place)
      for (const [name, one] of params) target.searchParams.append(name, one)
      assert.equal(target.href, url)
      assert.deepEqual(headers, { 'x-service-key': KEY, 'if-match': header })
      assert.deepEqual(body, JSON.parse(JSON.stringify(value)))
    }
  })

  test('are syntactically valid in their languages, for every operation', () => {
    const all = (language: SampleLanguage) =>
      operations.map((operation) => sampleOf(language, operation, emptyDraft(operation), BASE))
    assert.deepEqual(Object.keys(SAMPLES), ['curl', 'TypeScript', 'Python'])
    execFileSync('sh', ['-n', '-c', all('curl').join('\n')])
    for (const sample of all('TypeScript'))
      runInNewContext(`(async () => {${sample.replaceAll(/^import .*$/gm, '')}\n})`, {})
    if (hasPython)
      execFileSync(
        'python3',
        ['-c', 'import ast, json, sys\nfor text in json.load(sys.stdin): ast.parse(text)'],
        {
          input: JSON.stringify(all('Python')),
        },
      )
  })

  test('never reach another operation, nor send anything but JSON', () => {
    const operation = operations.find(({ operationId }) => operationId === 'revokeShare')!
    const draft = (share: string): Draft => ({ parameters: { id: 'a', share }, json: '', fields: {} })
    for (const share of ['', '.', '..'])
      assert.throws(() => sendableOf(operation, draft(share), BASE), /^Error: share: must be filled in$/)
    assert.equal(sendableOf(operation, draft('../x'), BASE).url.pathname, '/speech/v2/jobs/a/shares/..%2Fx')
    assert.throws(
      () => sendableOf(wide(), { parameters: { id: 'a' }, json: '{', fields: {} }, BASE),
      /^Error: body: this is not JSON: /,
    )
  })
})
