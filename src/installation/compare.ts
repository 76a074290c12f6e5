/** Compares what a pulled model recognises in audio with what is recognised without it. */
import { access, constants, mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { probe } from '../audio/probe.ts'
import type { LanguageCode } from '../contract/languages.ts'
import { CATALOGUE } from '../models/catalogue.ts'
import type { Device } from '../models/onnx-session.ts'
import { ModelError } from '../models/pulled/model-error.ts'
import { modelsFor, type PulledModel, pulledModels } from '../models/pulled/pulled-model.ts'
import { type Recognition, RecogniserProcess } from '../speech/batch/recogniser-process.ts'
import type { SpeechServerSettings } from '../speech/engines/speech-server/settings.ts'
import { NoSuchModelError } from './errors.ts'
import { thisInstallation, usedFor } from './in-use.ts'
import { tryInProcess } from './trial.ts'

export interface Source {
  /** The path of a file. */
  readonly name: string
  /** The languages it may be in; empty for any. */
  readonly languages: readonly LanguageCode[]
}

/** The recognition of one file. */
export interface Take {
  readonly name: string
  /** Duration of the audio, in seconds. */
  readonly duration: number
  readonly recognition: Recognition
  /** Seconds that the recognition took. */
  readonly seconds: number
}

/** The recognition of all files, with or without the model. */
export interface Run {
  readonly takes: readonly Take[]
  /** Peak memory of the process, in bytes; null if the system does not tell. */
  readonly peakBytes: number | null
}

export interface CompareSettings {
  readonly modelsDir: string
  readonly speechServer: SpeechServerSettings | null
  readonly device: Device
  readonly ffmpeg: string
  /** Longer recordings are rejected. */
  readonly maxSeconds: number
  /** Seconds without progress after which a recogniser is considered hung. */
  readonly stallSeconds: number
}

export interface CompareHooks {
  readonly signal: AbortSignal
  /** Called with the share of a file that is recognised; null once it is done. `isModel`: by the model being tried. */
  readonly onProgress?: (file: string, isModel: boolean, share: number | null) => void
  /** Called for a file that is skipped because it has no speech (null), or a language that the model does not support. */
  readonly onUnsuitable: (file: string, language: LanguageCode | null) => void
  /** Called for a file that is skipped because it cannot be recognised. */
  readonly onFailure: (file: string, error: unknown) => void
}

/** @throws {ModelError} if no such model for recognition is installed; the message says what to do */
export async function requireRecogniser(name: string, modelsDir: string): Promise<PulledModel> {
  const model = (await pulledModels(modelsDir)).find(({ description }) => description.name === name)
  if (model === undefined) {
    if (CATALOGUE.some((entry) => entry.name === name))
      throw new ModelError(`${name} is not installed: run "scriptorium models pull ${name}" first`)
    throw new NoSuchModelError(name)
  }
  if (modelsFor('recognition', [model]).length === 0)
    throw new ModelError(
      `${name} is for ${model.description.purpose}: only a model for recognition can be tried on audio`,
    )
  return model
}

/** The recognition of the same files, in the same languages, without (`before`) and with (`after`) the model. */
export interface Comparison {
  readonly before: Run
  readonly after: Run
  /** Name of what is used for a language without the model. */
  readonly usedIn: (language: LanguageCode) => string
}

/**
 * Checks that the model runs on this machine, then recognises the files without and with it.
 * @returns null if the model is for none of the files, or recognised none
 * @throws {ModelError} if the model does not run
 */
export async function compareOn(
  model: PulledModel,
  sources: readonly Source[],
  settings: CompareSettings,
  hooks: CompareHooks,
): Promise<Comparison | null> {
  const { name, languages: known } = model.description
  const { signal } = hooks
  await tryInProcess(model, settings.device, { signal }).catch((cause: unknown) => {
    signal.throwIfAborted()
    throw new ModelError(`${name} does not run here: ${(cause as Error).message}`, { cause })
  })
  const folder = await mkdtemp(join(tmpdir(), 'scriptorium-'))
  try {
    const models = await pulledModels(settings.modelsDir)
    const others = models.filter(({ description }) => description.name !== name)
    const { speechServer } = settings
    const before = await run(
      { models: others, speechServer, isModel: false },
      sources,
      folder,
      settings,
      hooks,
    )
    // Recognise in the same language, so that the words are comparable.
    const heard = before.takes.flatMap(({ name: file, recognition }) => {
      const [main = null] = recognition.languages
      if (main !== null && known.includes(main)) return [{ name: file, languages: [main] }]
      hooks.onUnsuitable(file, main)
      return []
    })
    if (heard.length === 0) return null
    // Without the speech server, which would take precedence over the model.
    const after = await run(
      { models: [model], speechServer: null, isModel: true },
      heard,
      folder,
      settings,
      hooks,
    )
    // The failures have been reported.
    if (after.takes.length === 0) return null
    const installation = await thisInstallation(settings)
    const pulled = installation.pulled.filter((one) => one.name !== name)
    const usedIn = (language: LanguageCode) =>
      usedFor('recognition', language, { ...installation, pulled })[0]?.name ?? 'nothing'
    return { before, after, usedIn }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** What takes precedence over the bundled models. */
interface Recognisers {
  readonly models: readonly PulledModel[]
  readonly speechServer: SpeechServerSettings | null
  /** Whether this is the model being tried. */
  readonly isModel: boolean
}

/** Recognises files. Those that cannot be recognised are reported and skipped. @param folder - for temporary files */
async function run(
  { models, speechServer, isModel }: Recognisers,
  sources: readonly Source[],
  folder: string,
  { ffmpeg, device, maxSeconds, stallSeconds }: CompareSettings,
  { signal, onProgress, onFailure }: CompareHooks,
): Promise<Run> {
  const own = await mkdtemp(join(folder, 'models-'))
  for (const model of models) await symlink(model.folder, join(own, model.description.name))
  const spool = join(folder, 'spool')
  const common = { ffmpeg, folder: spool, maxSeconds, models: own, device, speechServer, stallSeconds }
  const recogniser = new RecogniserProcess(common)
  const takes: Take[] = []
  try {
    for (const { name, languages } of sources) {
      try {
        await access(name, constants.R_OK)
        const { duration } = await probe(name, { ffmpeg, maxSeconds, signal })
        onProgress?.(name, isModel, 0)
        const started = performance.now()
        const recognition = await recogniser.transcribe(
          name,
          { languages, codeSwitching: false },
          { signal, onProgress: (seconds) => onProgress?.(name, isModel, seconds / duration) },
        )
        takes.push({ name, duration, recognition, seconds: (performance.now() - started) / 1000 })
        onProgress?.(name, isModel, null)
      } catch (error) {
        onProgress?.(name, isModel, null)
        if (signal.aborted) throw error
        onFailure(name, error)
      }
    }
    return { takes, peakBytes: await peakMemoryOf(recogniser.pid) }
  } finally {
    await recogniser.close()
  }
}

/** Peak resident memory of a process, in bytes; null except on Linux. */
async function peakMemoryOf(pid: number | undefined): Promise<number | null> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]
  return kilobytes === undefined ? null : Number(kilobytes) * 1024
}
