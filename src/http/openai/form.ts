/** The forms of requests compatible with OpenAI: a file, with fields before or after it. */
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { OPENAI_LISTS } from '../../contract/openai.ts'
import { bodyFaults } from '../../contract/storable.ts'
import type { StoredFile } from '../../jobs/stored-file.ts'
import type { Receiver } from '../../intake/audio-intake.ts'
import { failureOf } from '../../transcription/failure.ts'
import { invalid } from '../errors.ts'
import { filePart, partsOf } from '../files/forms.ts'
import type { Parts } from '../parts.ts'
import { faultsOf } from '../requests/schema-faults.ts'

/** Maximum bytes of a field; the longest is the prompt. */
const FIELD_BYTES = 65_536

export interface ReceivedForm<Fields> {
  readonly fields: Fields
  readonly file: StoredFile
  /** SHA-256 of the file, if the request has an idempotency key. */
  readonly sha256: string | undefined
}

/**
 * Receives a form and stores its file, unless the form is refused.
 * @param schema the schema of the fields besides the file; unknown fields are ignored
 * @throws {RequestError} 400 with the field at fault, `file` if the audio cannot be used
 */
export async function receiveForm<Schema extends z.ZodType>(
  request: FastifyRequest,
  receiver: Receiver,
  schema: Schema,
  { intake, store }: Parts,
): Promise<ReceivedForm<z.output<Schema>>> {
  const form = new FormReader(request)
  const part = await form.readToFile()
  if (part?.fieldname !== 'file') throw invalid('file: a file in the form field "file" is required')
  const { bytes, filename, sha256 } = filePart(request, part)
  let fields: z.output<Schema> | undefined
  const write = async (file: StoredFile) => {
    await form.readToFile()
    fields = parseFields(schema, form.values)
    await store.files.add(receiver.account, file)
  }
  const file = await intake.upload(receiver, bytes, filename, write).catch((error: unknown) => {
    const failure = failureOf(error)
    throw failure?.code === 422 ? invalid(`file: ${failure.message}`) : error
  })
  return { fields: fields!, file, sha256: sha256() }
}

/** Reads a form up to its file, and then to the end. */
class FormReader {
  /** Values by field name. */
  readonly values = new Map<string, string[]>()
  readonly #parts: ReturnType<typeof partsOf>

  constructor(request: FastifyRequest) {
    if (!request.isMultipart())
      throw invalid('file: a form of the type multipart/form-data with a file is required')
    this.#parts = partsOf(request, { fieldSize: FIELD_BYTES })
  }

  /** @returns the file; null at the end of the form */
  async readToFile(): Promise<MultipartFile | null> {
    for (;;) {
      const { done, value: part } = await this.#parts.next()
      if (done) return null
      if (part.type === 'file') return part
      const name = part.fieldname.replace(/\[\]$/, '')
      const values = this.values.get(name) ?? []
      this.values.set(name, [...values, String(part.value)])
    }
  }
}

/** Parses the fields. Empty ones count as absent, since clients send unset fields as empty. */
function parseFields<Schema extends z.ZodType>(
  schema: Schema,
  given: ReadonlyMap<string, readonly string[]>,
): z.output<Schema> {
  const fields = Object.fromEntries(
    [...given].flatMap(([name, all]) => {
      const values = all.filter((value) => value !== '')
      if (values.length === 0) return []
      return [[name, OPENAI_LISTS.includes(name) ? values : values.at(-1)]]
    }),
  )
  const parsed = schema.safeParse(fields)
  const faults = [...bodyFaults(fields), ...(parsed.success ? [] : faultsOf(parsed.error))]
  if (parsed.success && faults.length === 0) return parsed.data
  throw invalid(...faults)
}
