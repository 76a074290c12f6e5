/** The kinds of streaming models: each decodes every sample of speech once, while it is spoken, and keeps what it has heard in a state. */
import { ModelError } from '../../../models/pulled/model-error.ts'

/** A kind of streaming model that sherpa-onnx runs. */
export interface StreamingFamily {
  /** Names the family in the description of a pulled model. */
  readonly name: string
  /** Names of the files that a model of the family consists of. */
  readonly files: readonly string[]
  /** How the library is told where they are. */
  readonly config: (files: Readonly<Record<string, string>>) => Readonly<Record<string, object>>
  /** What the times of tokens that the library gives have to be multiplied by. Default: 1. */
  readonly timeScale?: number
}

export const STREAMING_FAMILIES: readonly StreamingFamily[] = [
  {
    // Zipformers, Conformers and LSTMs of icefall, and transducers of NeMo: their metadata and outputs say which.
    name: 'streaming-transducer',
    files: ['encoder', 'decoder', 'joiner', 'tokens'],
    config: ({ encoder, decoder, joiner }) => ({ transducer: { encoder, decoder, joiner } }),
  },
  {
    name: 'streaming-zipformer-ctc',
    files: ['model', 'tokens'],
    config: ({ model }) => ({ zipformer2Ctc: { model } }),
  },
  {
    name: 'streaming-nemo-ctc',
    files: ['model', 'tokens'],
    config: ({ model }) => ({ nemoCtc: { model } }),
    // The library takes a frame for 40 ms, as those of Zipformers; those of FastConformers last 80 ms.
    timeScale: 2,
  },
]

/** What tells which family loads a model. */
interface OfFamily {
  readonly name: string
  readonly engine: string
  /** By their names. */
  readonly files: object
}

/** The family that loads a model: the one it names, if it has that family's files. */
export function streamingFamilyOf({ engine, files }: OfFamily): StreamingFamily | undefined {
  const names = new Set(Object.keys(files))
  return STREAMING_FAMILIES.find(
    (family) => family.name === engine && names.symmetricDifference(new Set(family.files)).size === 0,
  )
}

/** @throws {ModelError} when no family loads the model: the message says which there are */
export function requireStreamingFamily(description: OfFamily): StreamingFamily {
  const family = streamingFamilyOf(description)
  if (family !== undefined) return family
  const known = STREAMING_FAMILIES.map(({ name, files }) => `${name} (${files.join(', ')})`).join('; ')
  throw new ModelError(
    `No streaming engine loads ${description.name}. The engines and their files are: ${known}`,
  )
}
