/** Lets operators manage the models of this process while the service runs: one pull and one trial at a time. */
import { AudioError } from '../audio/audio-error.ts'
import { SAMPLE } from '../audio/sample.ts'
import { fullText } from '../contract/full-text.ts'
import { languageName, type LanguageCode } from '../contract/languages.ts'
import { MAX_TRIAL_SECONDS, type ModelPull, type Models, type ModelTrial } from '../contract/models.ts'
import { ModelError } from '../models/pulled/model-error.ts'
import { ModelsFolder } from '../models/pulled/models-folder.ts'
import { InUseError } from '../platform/files/folder-lock.ts'
import { ENGINES } from '../speech/engines/engines.ts'
import { type Comparison, compareOn, type CompareSettings, requireRecogniser, type Run } from './compare.ts'
import { checkModel, describeModel, installedName, type PullChoices } from './describe-model.ts'
import { LicenceError, NoSuchModelError, OTHER_PULL } from './errors.ts'
import { thisMachine } from './machine.ts'
import { ModelList } from './model-list.ts'
import { type HubSettings, installModel, openHub } from './pull-model.ts'
import { compareWords } from './word-differences.ts'

interface ModelManagerOptions extends CompareSettings {
  readonly hub: HubSettings
  /** Files that are transcribed concurrently. */
  readonly concurrency: number
  readonly log: {
    info(fields: object, message: string): void
    error(fields: object, message: string): void
  }
}

interface RunningPull {
  readonly abort: AbortController
  readonly ended: Promise<void>
}

export class ModelManager {
  readonly #options: ModelManagerOptions
  readonly #folder: ModelsFolder
  readonly #list: ModelList
  /** The last pull, which may still be running. */
  #pull: ModelPull | null = null
  #running: RunningPull | null = null
  /** Resolves when the running trial has ended. */
  #trial: Promise<unknown> | null = null
  readonly #closed = new AbortController()

  constructor(options: ModelManagerOptions) {
    this.#options = options
    this.#folder = new ModelsFolder(options.modelsDir)
    this.#list = new ModelList(options.modelsDir, options.speechServer)
  }

  /** @param node - the id of this process */
  async list(node: string): Promise<Omit<Models, 'corrected'>> {
    const machine = await thisMachine(this.#options.concurrency)
    const listed = await this.#list.read(machine, this.#running === null ? null : this.#pull)
    const { cores, memory, concurrency, hasGpu } = machine
    return {
      node,
      machine: { cores, memory_bytes: memory, files_at_a_time: concurrency, gpu: hasGpu },
      ...listed,
      pull: this.#pull,
    }
  }

  /**
   * Starts to pull a model, given by its name or as `owner/name@commit`.
   * @throws {NoSuchModelError | LicenceError}
   * @throws {ModelError} if it cannot be pulled, or another one is being pulled
   */
  async pull(model: string, choices: PullChoices): Promise<ModelPull> {
    if (this.#running !== null) {
      const { name } = this.#pull!
      throw new ModelError(`${name} is being pulled: wait until it is installed, or remove it first`)
    }
    const name = installedName(model)
    const last = this.#pull
    this.#pull = { model, name, state: 'preparing', share: 0, error: null, needs_acceptance: null }
    const abort = new AbortController()
    const checked = checkModel(model, { folder: this.#folder, choices })
    const ended = checked.then(
      async () => this.#install(model, choices, abort.signal),
      () => void (this.#pull = last),
    )
    this.#running = { abort, ended: ended.finally(() => (this.#running = null)) }
    await checked
    return this.#pull
  }

  /**
   * Removes a model, even if it is incomplete. Stops a pull of it.
   * @throws {NoSuchModelError | ModelError}
   * @throws {InUseError} if another model is being pulled or removed
   */
  async remove(name: string): Promise<void> {
    const isPull = this.#pull?.name === name
    if (isPull && this.#running !== null) {
      this.#running.abort.abort()
      await this.#running.ended
    }
    const isRemoved = await this.#folder.remove(name)
    if (!isRemoved && ENGINES.some((engine) => engine.bundled !== undefined && engine.name === name))
      throw new ModelError(`${name} comes with the service, and cannot be removed`)
    if (!isRemoved && !isPull) throw new NoSuchModelError(name)
    if (isPull) this.#pull = null
  }

  /**
   * Recognises audio with a pulled model, and with what is used without it.
   * @param audio - path of a file; null for the sample
   * @param language - of the audio; null to identify it
   * @throws {NoSuchModelError | ModelError}
   * @throws {AudioError} if the audio cannot be used
   * @throws the reason of the signal, if it is aborted
   */
  async tryOn(
    name: string,
    audio: string | null,
    language: LanguageCode | null,
    signal: AbortSignal,
  ): Promise<ModelTrial> {
    const file = audio ?? SAMPLE
    const { modelsDir, maxSeconds } = this.#options
    const model = await requireRecogniser(name, modelsDir)
    const unsuitable = (spoken: LanguageCode | null) =>
      new AudioError(
        spoken === null
          ? 'There is no speech in the audio.'
          : `The audio is in ${languageName(spoken)}, which ${name} is not for.`,
      )
    if (language !== null && !model.description.languages.includes(language)) throw unsuitable(language)
    if (this.#trial !== null)
      throw new ModelError('another model is being tried: try again when that has ended')
    const settings = { ...this.#options, maxSeconds: Math.min(maxSeconds, MAX_TRIAL_SECONDS) }
    const source = { name: file, languages: language === null ? [] : [language] }
    const trial = compareOn(model, [source], settings, {
      signal: AbortSignal.any([signal, this.#closed.signal]),
      onUnsuitable: (_file, spoken) => {
        throw unsuitable(spoken)
      },
      onFailure: (_file, error) => {
        throw error
      },
    })
    this.#trial = trial.then(
      () => (this.#trial = null),
      () => (this.#trial = null),
    )
    const compared = await trial
    if (compared === null) throw new Error('A file was neither compared nor refused')
    return trialOf(compared, name)
  }

  /** Stops a running pull, which resumes where it stopped when it is started again, and a running trial. */
  async close(): Promise<void> {
    this.#closed.abort(new Error('the service is closing'))
    this.#running?.abort.abort()
    await Promise.all([this.#running?.ended, this.#trial])
  }

  async #install(model: string, choices: PullChoices, signal: AbortSignal): Promise<void> {
    const { device, hub: settings, log } = this.#options
    const report = (part: Partial<ModelPull>) => (this.#pull = { ...this.#pull!, ...part })
    try {
      const hub = openHub(settings, signal)
      const say = (line: string) => log.info({ model }, line)
      const description = await describeModel(model, { ...hub, folder: this.#folder, choices, say })
      report({ state: 'downloading' })
      await installModel(description, this.#folder, hub, {
        device,
        signal,
        onProgress: (share) => report({ share }),
        onTrial: () => report({ state: 'trying' }),
      })
      report({ state: 'installed', share: 1 })
      log.info({ model: description.name }, 'model installed')
    } catch (error) {
      if (signal.aborted) return
      const isKnown = error instanceof ModelError || error instanceof InUseError
      if (!isKnown) log.error({ err: error, model }, 'a model could not be pulled')
      report({ state: 'failed', error: explained(error), needs_acceptance: acceptanceOf(error) })
    }
  }
}

/** Why a pull has failed; names no path on this machine. */
function explained(error: unknown): string {
  if (error instanceof InUseError) return OTHER_PULL
  if (error instanceof ModelError) return error.message
  return 'It failed for a reason that is in the log of the service.'
}

function acceptanceOf(error: unknown): ModelPull['needs_acceptance'] {
  return error instanceof LicenceError ? { licence: error.licence, restriction: error.restriction } : null
}

function trialOf({ before, after, usedIn }: Comparison, name: string): ModelTrial {
  const [current, model] = [before.takes[0]!, after.takes[0]!]
  const language = model.recognition.languages[0] ?? current.recognition.languages[0]!
  const { words, others, only, differences } = compareWords(
    current.recognition.utterances,
    model.recognition.utterances,
  )
  const runOf = ({ takes, peakBytes }: Run, count: number, by: string): ModelTrial['model'] => {
    const { recognition, duration, seconds } = takes[0]!
    return {
      name: by,
      text: fullText(recognition.utterances),
      words: count,
      speed: duration / seconds,
      peak_bytes: peakBytes,
    }
  }
  return {
    language,
    audio_duration: model.duration,
    model: runOf(after, words[1], name),
    current: runOf(before, words[0], usedIn(language)),
    words_otherwise: others,
    words_only: { model: only[1], current: only[0] },
    differences: differences.map(({ start, words: [one, other], before: left, after: right }) => ({
      start,
      before: left,
      model: other,
      current: one,
      after: right,
    })),
  }
}
