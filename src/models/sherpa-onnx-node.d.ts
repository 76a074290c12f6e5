/** The part of sherpa-onnx-node that is used here; the package is only documented in JSDoc. Audio is mono, −1 … 1. */
declare module 'sherpa-onnx-node' {
  /** What all model configurations have in common. */
  interface ModelConfig {
    /** Threads per run. Default: 1. */
    numThreads?: number
    /** Default: `cpu`. */
    provider?: string
    debug?: boolean
  }

  interface Waveform {
    samples: Float32Array
    sampleRate: number
  }

  /** Also contains an object named after the kind of model, with the paths of its files. */
  type RecognizerModelConfig = ModelConfig & {
    tokens: string
    modelType?: string
    modelingUnit?: string
    bpeVocab?: string
  } & Readonly<Record<string, unknown>>

  interface OfflineRecognizerConfig {
    featConfig?: { sampleRate?: number; featureDim?: number }
    modelConfig: RecognizerModelConfig
    /** Default: `greedy_search`. Hot words need `modified_beam_search`. */
    decodingMethod?: 'greedy_search' | 'modified_beam_search'
    hotwordsScore?: number
  }

  interface OfflineRecognizerResult {
    text: string
    /** For example `<|en|>`; empty unless the model identifies languages. */
    lang: string
    tokens: string[]
    /** Seconds from the first sample to the start of each token; empty if the model returns none. */
    timestamps: number[]
    /** Seconds; empty if the model returns none. */
    durations: number[]
    /** Log probabilities of the tokens; empty if the model returns none. */
    ys_log_probs: number[]
  }

  class OfflineStream {
    acceptWaveform(audio: Waveform): void
    setOption(key: string, value: string): void
  }

  class OfflineRecognizer {
    /** Loads the model, in this thread. */
    constructor(config: OfflineRecognizerConfig)
    static createAsync(config: OfflineRecognizerConfig): Promise<OfflineRecognizer>
    setConfig(config: OfflineRecognizerConfig): void
    /** @param hotwords separated by `/`, for transducers with `modified_beam_search` */
    createStream(hotwords?: string): OfflineStream
    decode(stream: OfflineStream): void
    /** In a thread of libuv's pool. */
    decodeAsync(stream: OfflineStream): Promise<OfflineRecognizerResult>
    getResult(stream: OfflineStream): OfflineRecognizerResult
  }

  interface OnlineRecognizerConfig {
    featConfig?: { sampleRate?: number; featureDim?: number }
    modelConfig: RecognizerModelConfig
    decodingMethod?: 'greedy_search' | 'modified_beam_search'
    enableEndpoint?: boolean
    hotwordsScore?: number
  }

  interface OnlineRecognizerResult {
    text: string
    tokens: string[]
    /** Seconds from the start of the stream, or from its last reset. */
    timestamps: number[]
    /** Log probabilities of the tokens; empty if the model returns none. */
    ys_probs: number[]
  }

  class OnlineStream {
    acceptWaveform(audio: Waveform): void
    inputFinished(): void
    setOption(key: string, value: string): void
  }

  class OnlineRecognizer {
    /** Loads the model, in this thread. */
    constructor(config: OnlineRecognizerConfig)
    createStream(): OnlineStream
    isReady(stream: OnlineStream): boolean
    decode(stream: OnlineStream): void
    /** All of them must be ready. */
    decodeStreams(streams: OnlineStream[]): void
    reset(stream: OnlineStream): void
    getResult(stream: OnlineStream): OnlineRecognizerResult
  }

  interface OfflineSpeakerDiarizationConfig {
    segmentation: ModelConfig & { pyannote: { model: string } }
    embedding: ModelConfig & { model: string }
    /** If `numClusters` is −1, the threshold decides: a larger one yields fewer speakers. */
    clustering: { numClusters?: number; threshold?: number }
    /** Seconds. */
    minDurationOn?: number
    minDurationOff?: number
  }

  class OfflineSpeakerDiarization {
    readonly sampleRate: number
    constructor(config: OfflineSpeakerDiarizationConfig)
    setConfig(config: Pick<OfflineSpeakerDiarizationConfig, 'clustering'>): void
    /** Times in seconds. */
    process(samples: Float32Array): { start: number; end: number; speaker: number }[]
  }

  class SpeakerEmbeddingExtractor {
    readonly dim: number
    constructor(config: ModelConfig & { model: string })
    createStream(): OnlineStream
    isReady(stream: OnlineStream): boolean
    compute(stream: OnlineStream, enableExternalBuffer?: boolean): Float32Array
  }

  class OfflinePunctuation {
    constructor(config: { model: ModelConfig & { ctTransformer: string } })
    addPunct(text: string): string
  }

  class OnlinePunctuation {
    constructor(config: { model: ModelConfig & { cnnBilstm: string; bpeVocab: string } })
    addPunct(text: string): string
  }

  const library: {
    OfflineRecognizer: typeof OfflineRecognizer
    OnlineRecognizer: typeof OnlineRecognizer
    OfflineSpeakerDiarization: typeof OfflineSpeakerDiarization
    SpeakerEmbeddingExtractor: typeof SpeakerEmbeddingExtractor
    OfflinePunctuation: typeof OfflinePunctuation
    OnlinePunctuation: typeof OnlinePunctuation
  }
  export default library
  export type { OfflineRecognizer, OfflineRecognizerConfig, OfflineRecognizerResult, OfflineStream }
}
