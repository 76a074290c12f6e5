/** A model that labels tokens or texts, exported for transformers.js. */
import { setImmediate } from 'node:timers/promises'
import pLimit from 'p-limit'
import { type InferenceSession, Tensor } from 'onnxruntime-node'
import { z } from 'zod'
import { type Device, createSession } from '../onnx-session.ts'
import type { PulledModel } from '../pulled/pulled-model.ts'
import type { ClassifierPurpose, DescriptionFor } from '../pulled/model-description.ts'
import { type Token, TextTokens } from './text-tokens.ts'
import { type Window, windowsOf } from './windows.ts'

/** The values that the labels of a model for a purpose are mapped to. */
export type LabelOf<P extends ClassifierPurpose> = NonNullable<DescriptionFor<P>['labels'][string]>

/** The suffix of a model's architecture. */
const ARCHITECTURES: Readonly<Record<ClassifierPurpose, string>> = {
  entities: 'ForTokenClassification',
  'personal-data': 'ForTokenClassification',
  sentiment: 'ForSequenceClassification',
  emotion: 'ForSequenceClassification',
}

/** `config.json`. */
const configFile = z.object({
  architectures: z.array(z.string()).default([]),
  id2label: z.record(z.string(), z.string()),
  max_position_embeddings: z.int().min(16).default(512),
})

/** Longer windows take more time without adding useful context. */
const MAX_WINDOW = 512

/** Tokens of a batch, including padding. */
const BATCH_TOKENS = 2048

/** Texts tokenised per turn of the event loop. */
const TEXTS_PER_TURN = 50

/** The meaning of one output of a model. */
export interface Output<Label> {
  readonly label: Label | null
  /** Whether it begins an entity (ending the previous one), or ends one, as in the BIO and BIOES schemes. */
  readonly begins: boolean
  readonly ends: boolean
}

/** A window over the tokens of a text. */
interface ReadWindow extends Window {
  readonly ids: readonly number[]
  /** For each token, or for the whole window, one score per output. */
  scores: Float32Array
}

/** A text as a model has read it. */
export interface ReadText {
  readonly tokens: readonly Token[]
  readonly windows: readonly ReadWindow[]
}

export class Classifier<Label> {
  readonly outputs: readonly Output<Label>[]
  readonly #session: InferenceSession
  readonly #tokens: TextTokens
  /** The most tokens of a window, without the special tokens around it. */
  readonly #windowTokens: number
  /** One batch at a time, because each uses all threads and much memory. */
  readonly #inTurn = pLimit(1)

  private constructor(
    session: InferenceSession,
    tokens: TextTokens,
    outputs: readonly Output<Label>[],
    windowTokens: number,
  ) {
    this.#session = session
    this.#tokens = tokens
    this.outputs = outputs
    this.#windowTokens = windowTokens
  }

  /** @throws Error if the files are not a model of this kind, or its labels are not those of the description */
  static async load<P extends ClassifierPurpose>(
    model: PulledModel<DescriptionFor<ClassifierPurpose>>,
    device: Device,
  ): Promise<Classifier<LabelOf<P>>> {
    const json = async (name: string): Promise<unknown> => JSON.parse((await model.read(name)).toString())
    const config = configFile.parse(await json('config'))
    const { architectures, id2label, max_position_embeddings: positions } = config
    const { purpose, labels } = model.description
    if (!architectures.some((name) => name.endsWith(ARCHITECTURES[purpose])))
      throw new Error(
        `a model for ${purpose} has an architecture that ends in ${ARCHITECTURES[purpose]}, but this is ${architectures.join(', ') || 'unknown'}`,
      )
    // The schema of descriptions ensures the labels for each purpose.
    const outputs = outputsOf(Object.values(id2label), labels as Record<string, LabelOf<P> | null>)
    const tokens = new TextTokens(z.looseObject({}).parse(await json('tokenizer')))
    const session = await createSession(await model.read('model'), { reuseMemory: false, device })
    const unknown = session.inputNames.filter((name) => !INPUTS.has(name))
    if (unknown.length > 0) {
      await session.release()
      throw new Error(`it takes ${unknown.join(', ')}, which is not supported`)
    }
    // Models of the RoBERTa family reserve two positions.
    const window = Math.min(MAX_WINDOW, positions - 2) - tokens.before.length - tokens.after.length
    return new Classifier(session, tokens, outputs, window)
  }

  /**
   * Reads some texts.
   * @throws the reason of `signal` once it is aborted
   */
  async read(texts: readonly string[], signal?: AbortSignal): Promise<ReadText[]> {
    const read: ReadText[] = []
    for (const text of texts) {
      if (read.length % TEXTS_PER_TURN === TEXTS_PER_TURN - 1) await setImmediate()
      signal?.throwIfAborted()
      const tokens = this.#tokens.of(text)
      const windows = windowsOf(tokens.length, this.#windowTokens).map((window) => ({
        ...window,
        ids: tokens.slice(window.from, window.to).map(({ id }) => id),
        scores: new Float32Array(),
      }))
      read.push({ tokens, windows })
    }
    for (const batch of batchesOf(read.flatMap(({ windows }) => windows)))
      await this.#inTurn(async () => {
        signal?.throwIfAborted()
        await this.#score(batch)
      })
    return read
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#inTurn(async () => this.#session.release())
  }

  async #score(batch: readonly ReadWindow[]): Promise<void> {
    const { before, after } = this.#tokens
    const width = Math.max(...batch.map(({ ids }) => ids.length)) + before.length + after.length
    const ids = new BigInt64Array(batch.length * width)
    const mask = new BigInt64Array(ids.length)
    for (const [row, window] of batch.entries())
      for (const [column, id] of [...before, ...window.ids, ...after].entries()) {
        ids[row * width + column] = BigInt(id)
        mask[row * width + column] = 1n
      }
    const all = { input_ids: ids, attention_mask: mask, token_type_ids: new BigInt64Array(ids.length) }
    const feeds = this.#session.inputNames.map((name) => {
      const values = all[name as keyof typeof all]
      return [name, new Tensor('int64', values, [batch.length, width])] as const
    })
    const { logits } = await this.#session.run(Object.fromEntries(feeds))
    const count = this.outputs.length
    const perRow = (logits?.data.length ?? 0) / batch.length
    if (!(logits?.data instanceof Float32Array) || ![count, width * count].includes(perRow))
      throw new Error(`the model does not give ${count} scores`)
    for (const [row, window] of batch.entries()) {
      const scores = logits.data.subarray(row * perRow, (row + 1) * perRow)
      const own = scores.subarray(before.length * count, (before.length + window.ids.length) * count)
      window.scores = perRow === count ? scores : own
    }
  }
}

const INPUTS = new Set(['input_ids', 'attention_mask', 'token_type_ids'])

/** Batches windows of about the same length, to keep padding small. */
function batchesOf(windows: readonly ReadWindow[]): ReadWindow[][] {
  const batches: ReadWindow[][] = []
  for (const window of windows.toSorted((a, b) => a.ids.length - b.ids.length)) {
    const batch = batches.at(-1)
    if (batch && (batch.length + 1) * window.ids.length <= BATCH_TOKENS) batch.push(window)
    else batches.push([window])
  }
  return batches
}

/** The output with the highest score. */
export function bestOf<Label>(outputs: readonly Output<Label>[], scores: Float32Array): Output<Label> {
  return outputs[scores.reduce((best, score, index) => (score > scores[best]! ? index : best), 0)]!
}

/** @throws Error unless the labels of the model, without positions and `O`, are those that the description maps */
function outputsOf<Label>(
  names: readonly string[],
  labels: Readonly<Record<string, Label | null>>,
): Output<Label>[] {
  const parsed = names.map((name) => {
    const [, position, label] = /^([BIESLU])-(.+)$/s.exec(name) ?? ['', 'I', name]
    return { position, label }
  })
  const own = new Set(parsed.map(({ label }) => label).filter((label) => label !== 'O'))
  const mapped = new Set(Object.keys(labels))
  if (own.symmetricDifference(mapped).size > 0)
    throw new Error(
      `its labels are ${[...own].join(', ')}, but the description maps ${[...mapped].join(', ')}`,
    )
  return parsed.map(({ position, label }) => ({
    label: labels[label] ?? null,
    begins: 'BSU'.includes(position),
    ends: 'ESLU'.includes(position),
  }))
}
