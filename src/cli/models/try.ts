import { access, constants, mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFfmpeg } from '../../audio/ffmpeg.ts'
import { probe } from '../../audio/probe.ts'
import { languageName, type LanguageCode } from '../../contract/languages.ts'
import { CATALOGUE } from '../../models/catalogue.ts'
import { deviceFor } from '../../models/device.ts'
import type { Device } from '../../models/onnx-session.ts'
import { ModelError } from '../../models/pulled/model-error.ts'
import { modelsFor, type PulledModel, pulledModels } from '../../models/pulled/pulled-model.ts'
import { type Config, readConfig } from '../../service/config.ts'
import { RecogniserProcess } from '../../speech/batch/recogniser-process.ts'
import { UsageError } from '../errors.ts'
import { untilInterrupted } from '../interruption.ts'
import { ProgressBar } from '../status-line.ts'
import { failureReason } from '../transcribe/failure-reason.ts'
import { findInputs } from '../transcribe/inputs.ts'
import { modelsFolder, nameOf } from './folder.ts'
import { thisInstallation, usedFor } from './in-use.ts'
import { tryInProcess } from './trial.ts'
import { report, type Run, type Take } from './try-report.ts'

interface Source {
  readonly name: string
  /** The languages it may be in; none for any. */
  readonly languages: readonly LanguageCode[]
}

interface Setting {
  readonly config: Config
  readonly device: Device
  readonly ffmpeg: string
  /** For what is written meanwhile. */
  readonly folder: string
  readonly signal: AbortSignal
}

/** Prints what a pulled model hears otherwise than what is used without it, and the time and memory of both. */
export async function tryPulledModel(
  given: string,
  audio: string[],
  { language: languages = [] }: { readonly language?: readonly LanguageCode[] },
): Promise<void> {
  const config = readConfig(process.env)
  const name = await nameOf(given, modelsFolder(config))
  const models = await pulledModels(config.storage.modelsDir)
  const model = requireModel(name, models)
  const known = model.description.languages
  if (languages.length > 0 && !languages.some((one) => known.includes(one)))
    throw new UsageError(`${name} is not for ${languages.join(', ')}: it is for ${known.join(', ')}`)
  const inputs = findInputs(audio, false)
  if (inputs.some(({ type }) => type !== 'file')) throw new UsageError('Name files and folders to try it on')
  const device = await deviceFor(config.models.device)
  await tryInProcess(model, device).catch((cause: unknown) => {
    throw new ModelError(`${name} does not run here: ${(cause as Error).message}`, { cause })
  })
  const signal = untilInterrupted()
  const folder = await mkdtemp(join(tmpdir(), 'scriptorium-'))
  try {
    const ffmpeg = await findFfmpeg(config.audio.ffmpegPath ?? undefined)
    const setting = { config, device, ffmpeg, folder, signal }
    const others = models.filter((one) => one !== model)
    const sources = inputs.map((input) => ({ name: input.name, languages }))
    const before = await run(
      'what is used without it',
      { models: others, speechServer: config.speechServer },
      sources,
      setting,
    )
    // In the same language, so that words are compared, and not languages.
    const heard = before.takes.flatMap(({ name: file, recognition }) => {
      const [main] = recognition.languages
      if (main === undefined) process.stderr.write(`${file}: there is no speech in it\n`)
      else if (known.includes(main)) return [{ name: file, languages: [main] }]
      else process.stderr.write(`${file}: its language is ${languageName(main)}, which ${name} is not for\n`)
      return []
    })
    if (heard.length === 0) {
      process.exitCode = 1
      return
    }
    // A server would come before it.
    const after = await run(name, { models: [model], speechServer: null }, heard, setting)
    // What failed has been reported.
    if (after.takes.length === 0) return
    const installation = await thisInstallation(config)
    const pulled = installation.pulled.filter((one) => one.name !== name)
    process.stdout.write(
      report(before, after, name, (language) => {
        const [first] = usedFor('recognition', language, { ...installation, pulled })
        return first?.name ?? 'nothing'
      }),
    )
  } catch (error) {
    if (!signal.aborted) throw error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** @throws {ModelError} when there is no such model for recognition: the message says what to do */
function requireModel(name: string, models: readonly PulledModel[]): PulledModel {
  const model = models.find(({ description }) => description.name === name)
  if (model === undefined) {
    if (CATALOGUE.some((entry) => entry.name === name))
      throw new ModelError(`${name} is not installed: run "scriptorium models pull ${name}" first`)
    throw new ModelError(`There is no model ${name}: see "scriptorium models list"`)
  }
  if (modelsFor('recognition', [model]).length === 0)
    throw new ModelError(
      `${name} is for ${model.description.purpose}: only a model for recognition can be tried on audio`,
    )
  return model
}

/** What recognises, before the bundled models. */
type Recognisers = Pick<Config, 'speechServer'> & { readonly models: readonly PulledModel[] }

/** Recognises files. One that cannot be recognised is reported, and left out. */
async function run(
  label: string,
  { models, speechServer }: Recognisers,
  sources: readonly Source[],
  { config, device, ffmpeg, folder, signal }: Setting,
): Promise<Run> {
  const own = await mkdtemp(join(folder, 'models-'))
  for (const model of models) await symlink(model.folder, join(own, model.description.name))
  const { maxSeconds } = config.intake
  const recogniser = new RecogniserProcess({
    ffmpeg,
    folder: join(folder, 'spool'),
    maxSeconds,
    models: own,
    device,
    speechServer,
    stallSeconds: config.jobs.stallSeconds,
  })
  const takes: Take[] = []
  try {
    for (const { name, languages } of sources) {
      const bar = new ProgressBar(`${name}, by ${label}`)
      try {
        await access(name, constants.R_OK)
        const { duration } = await probe(name, { ffmpeg, maxSeconds, signal })
        bar.show(0)
        const started = performance.now()
        const recognition = await recogniser.transcribe(
          name,
          { languages, codeSwitching: false },
          { signal, onProgress: (seconds) => bar.show(seconds / duration) },
        )
        takes.push({ name, duration, recognition, seconds: (performance.now() - started) / 1000 })
      } catch (error) {
        if (signal.aborted) throw error
        bar.clear()
        process.stderr.write(`${name}: ${failureReason(error, { name })}\n`)
        process.exitCode = 1
      } finally {
        bar.clear()
      }
    }
    return { takes, peakBytes: await peakMemoryOf(recogniser.pid) }
  } finally {
    await recogniser.close()
  }
}

/** As Linux tells it. */
async function peakMemoryOf(pid: number | undefined): Promise<number | null> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]
  return kilobytes === undefined ? null : Number(kilobytes) * 1024
}
