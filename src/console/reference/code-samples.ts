/** Code samples of a request. The key is in `$KEY`. */
import { accessOf, type Operation } from './description.ts'
import { bodyOf, type Draft, isJson, pathOf, urlOf, valuesIn } from './request-draft.ts'

/** Stands for the file of a form until one is chosen. */
const SOME_FILE = 'talk.mp3'

interface Parts {
  readonly base: URL
  readonly method: string
  readonly path: string
  readonly query: readonly [string, string][]
  readonly headers: Readonly<Record<string, string>>
  /** The JSON body; undefined if there is none, or it is not valid JSON yet. */
  readonly json: unknown
  readonly fields: readonly Field[]
  readonly isMultipart: boolean
  readonly isKeyNeeded: boolean
  readonly isAnsweredWithJson: boolean
}

interface Field {
  readonly name: string
  readonly value: string
  readonly isFile: boolean
}

export const SAMPLES = {
  curl: curlOf,
  TypeScript: typeScriptOf,
  Python: pythonOf,
} as const satisfies Readonly<Record<string, (parts: Parts) => string>>

export type SampleLanguage = keyof typeof SAMPLES

/** @param base of the service */
export const sampleOf = (language: SampleLanguage, operation: Operation, draft: Draft, base: URL): string =>
  SAMPLES[language](partsOf(operation, draft, base))

function partsOf(operation: Operation, draft: Draft, base: URL): Parts {
  const body = bodyOf(operation)
  const [answer] = Object.entries(operation.responses).find(([status]) => status.startsWith('2')) ?? []
  const types = Object.keys(operation.responses[answer ?? '']?.content ?? {})
  return {
    base,
    method: operation.method,
    path: pathOf(operation, draft, (name) => name.toUpperCase()),
    query: valuesIn('query', operation, draft),
    headers: Object.fromEntries(valuesIn('header', operation, draft)),
    json: body !== null && isJson(body.type) ? parsed(draft.json) : undefined,
    fields:
      body === null || isJson(body.type)
        ? []
        : fieldsOf(body.schema.properties ?? {}, body.schema.required, draft),
    isMultipart: body?.type === 'multipart/form-data',
    isKeyNeeded: accessOf(operation) === 'key',
    isAnsweredWithJson: types.every((type) => type === 'application/json'),
  }
}

/** The fields of a form that are filled in or required. */
function fieldsOf(
  properties: Readonly<Record<string, { readonly format?: string }>>,
  required: readonly string[] = [],
  { fields }: Draft,
): Field[] {
  return Object.entries(properties).flatMap(([name, { format }]): Field[] => {
    const isFile = format === 'binary'
    const given = fields[name] ?? ''
    if (given === '' && !required.includes(name)) return []
    const value = typeof given === 'string' ? given : given.name
    return [{ name, isFile, value: value === '' && isFile ? SOME_FILE : value }]
  })
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json) as unknown
  } catch {
    return undefined
  }
}

function curlOf({
  base,
  method,
  path,
  query,
  headers,
  json,
  fields,
  isMultipart,
  isKeyNeeded,
}: Parts): string {
  const usual = json !== undefined || fields.length > 0 ? 'POST' : 'GET'
  const lines = [
    ...(isKeyNeeded ? [`-H "x-service-key: $KEY"`] : []),
    ...Object.entries(headers).map(([name, value]) => `-H ${shell(`${name}: ${value}`)}`),
    ...(json === undefined
      ? []
      : [`-H 'content-type: application/json'`, `-d ${shell(JSON.stringify(json, null, 2))}`]),
    ...fields.map(({ name, value, isFile }) => {
      if (!isMultipart) return `--data-urlencode ${shell(`${name}=${value}`)}`
      return isFile
        ? `-F ${shell(`${name}=@${formFile(value)}`)}`
        : `--form-string ${shell(`${name}=${value}`)}`
    }),
    shell(urlOf(base, path, query).href),
  ]
  return [`curl -s${method === usual ? '' : ` -X ${method}`}`, ...lines].join(' \\\n  ')
}

/** Escapes a file name for `curl -F`, where some characters end a name. */
const formFile = (name: string): string =>
  /[;,"\\]/.test(name) ? `"${name.replaceAll(/["\\]/g, String.raw`\$&`)}"` : name

const shell = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

function typeScriptOf(parts: Parts): string {
  const { base, method, path, query, headers, json, fields } = parts
  const { isMultipart, isKeyNeeded, isAnsweredWithJson } = parts
  const key = isKeyNeeded ? [`'x-service-key': process.env.KEY ?? ''`] : []
  const given = Object.entries(headers).map(([name, value]) => `${literal(name)}: ${literal(value)}`)
  const isForm = fields.length > 0
  const form = isForm
    ? [
        `const body = new ${isMultipart ? 'FormData' : 'URLSearchParams'}()`,
        ...fields.map(({ name, value, isFile }) =>
          isFile
            ? `body.append(${literal(name)}, await openAsBlob(${literal(value)}), ${literal(value)})`
            : `body.append(${literal(name)}, ${literal(value)})`,
        ),
        '',
      ]
    : []
  const imports = fields.some(({ isFile }) => isFile) ? [`import { openAsBlob } from 'node:fs'`] : []
  // `client.request` returns JSON, and sends JSON or multipart forms.
  if (!isAnsweredWithJson || (isForm && !isMultipart)) {
    const all = [...key, ...given, ...(json === undefined ? [] : [`'content-type': 'application/json'`])]
    const options = [
      ...(method === 'GET' ? [] : [`method: '${method}'`]),
      ...(all.length > 0 ? [`headers: { ${all.join(', ')} }`] : []),
      ...(isForm ? ['body'] : json === undefined ? [] : [`body: JSON.stringify(${indented(json)})`]),
    ]
    return [
      ...imports,
      ...(imports.length > 0 ? [''] : []),
      ...form,
      `const answer = await fetch(${literal(urlOf(base, path, query).href)}${objectOf(options)})`,
      `console.log(answer.status, ${isAnsweredWithJson ? 'await answer.json()' : 'await answer.bytes()'})`,
    ].join('\n')
  }
  const options = [
    ...(query.length > 0 ? [`query: new URLSearchParams(${indented(query)})`] : []),
    ...(given.length > 0 ? [`headers: { ${given.join(', ')} }`] : []),
    ...(isForm ? ['body'] : json === undefined ? [] : [`body: ${indented(json)}`]),
  ]
  return [
    ...imports,
    `import { Scriptorium } from '@scriptorium/client'`,
    '',
    `const scriptorium = new Scriptorium({ url: '${base.href}'${isKeyNeeded ? ', key: process.env.KEY' : ''} })`,
    ...form,
    `const answer = await scriptorium.request('${method}', ${literal(path)}${objectOf(options)})`,
    'console.log(answer)',
  ].join('\n')
}

const literal = (text: string): string =>
  `'${JSON.stringify(text)
    .slice(1, -1)
    .replaceAll(String.raw`\"`, '"')
    .replaceAll("'", String.raw`\'`)}'`

/** An object as a further argument, with a property per line. */
const objectOf = (properties: readonly string[]): string =>
  properties.length === 0 ? '' : `, {\n${properties.map((one) => `  ${one},\n`).join('')}}`

/** JSON indented as part of an object. */
const indented = (value: unknown): string => JSON.stringify(value, null, 2).replaceAll('\n', '\n  ')

function pythonOf({
  base,
  method,
  path,
  query,
  headers,
  json,
  fields,
  isKeyNeeded,
  isAnsweredWithJson,
  isMultipart,
}: Parts): string {
  const all = [
    ...(isKeyNeeded ? [`"x-service-key": os.environ["KEY"]`] : []),
    ...Object.entries(headers).map(([name, value]) => `${python(name)}: ${python(value)}`),
  ]
  const dictionary = (pairs: readonly string[]): string => `{${pairs.join(', ')}}`
  const pairsOf = (given: readonly Field[]) =>
    given.map(({ name, value }) => `${python(name)}: ${python(value)}`)
  const files = fields.filter(({ isFile }) => isFile)
  const texts = fields.filter(({ isFile }) => !isFile)
  const uploads = files.map(({ name, value }) => `${python(name)}: open(${python(value)}, "rb")`)
  const lines = [
    python(urlOf(base, path, []).href),
    ...(all.length > 0 ? [`headers=${dictionary(all)}`] : []),
    ...(query.length > 0 ? [`params=${python(query)}`] : []),
    ...(json === undefined ? [] : [`json=${python(json)}`]),
    ...(isMultipart && uploads.length > 0 ? [`files=${dictionary(uploads)}`] : []),
    ...(texts.length > 0 ? [`data=${dictionary(pairsOf(texts))}`] : []),
  ]
  return [
    ...(isKeyNeeded ? ['import os'] : []),
    'import requests',
    '',
    `answer = requests.${method.toLowerCase()}(\n${lines.map((line) => `    ${line},\n`).join('')})`,
    `print(answer.status_code, ${isAnsweredWithJson ? 'answer.text' : 'len(answer.content)'})`,
  ].join('\n')
}

/** A JSON value in Python, which spells three literals differently. */
function python(value: unknown): string {
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (Array.isArray(value)) return `[${value.map(python).join(', ')}]`
  if (typeof value !== 'object') return JSON.stringify(value)
  const pairs = Object.entries(value).map(([name, one]) => `${JSON.stringify(name)}: ${python(one)}`)
  return `{${pairs.join(', ')}}`
}
