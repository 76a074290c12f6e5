/** Checks of the machine, its programs and its models. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import packageJson from '../../../package.json' with { type: 'json' }
import { findFfmpeg } from '../../audio/ffmpeg.ts'
import type { Config } from '../../service/config.ts'
import { ENCODER, TOKENIZER } from '../../enrichments/topics/sentence-embeddings.ts'
import { readBundledFile } from '../../models/bundled-files.ts'
import { megabytes, ModelsFolder } from '../../models/pulled/models-folder.ts'
import { ENGINES } from '../../speech/engines/engines.ts'
import { NOISE_SUPPRESSION_MODEL } from '../../speech/analysis/noise-suppressor.ts'
import { MODEL as VOICE_ACTIVITY_MODEL } from '../../speech/analysis/voice-activity.ts'
import { SPEAKER_MODEL } from '../../speech/speakers/speaker-model.ts'
import { memoryNeeded, memoryOfMachine } from '../../installation/machine.ts'
import { fail, type Finding, ok, warn } from './finding.ts'

const START_MS = 5_000

export async function node(): Promise<Finding> {
  const { node: required } = packageJson.engines
  const [found = 0, least = 0] = [process.versions.node, required].map((text) =>
    Number(/\d+/.exec(text)?.[0]),
  )
  if (found >= least) return ok(`Node.js ${process.versions.node}`)
  return fail(
    `Node.js ${process.versions.node}, but ${required} is required`,
    'use the Node.js that npm ci installs',
  )
}

export async function ffmpeg({ audio }: Config): Promise<Finding> {
  const path = await findFfmpeg(audio.ffmpegPath ?? undefined)
  const { stdout } = await promisify(execFile)(path, ['-version'], { timeout: START_MS }).catch(() => ({
    stdout: '',
  }))
  const version = /^ffmpeg version \S+/.exec(stdout)?.[0]
  if (version !== undefined) return ok(`${version} at ${path}`)
  return fail(`${path} does not run, or is not ffmpeg`, 'install ffmpeg, and set FFMPEG_PATH to it')
}

export async function memory({ jobs }: Config): Promise<Finding> {
  const needed = memoryNeeded(jobs.concurrency)
  const total = memoryOfMachine()
  if (total >= needed) return ok(`${megabytes(total)} in total`)
  return warn(
    `${megabytes(total)} in total, but ${megabytes(needed)} may be used with CONCURRENCY=${jobs.concurrency}`,
    'add memory, or lower CONCURRENCY',
  )
}

/** Verifies every model by its digest. */
export async function models({ storage }: Config): Promise<Finding> {
  const bundled = [
    ...ENGINES.flatMap(({ bundled: model }) => Object.values(model?.files ?? {})),
    VOICE_ACTIVITY_MODEL,
    NOISE_SUPPRESSION_MODEL,
    ENCODER,
    TOKENIZER,
    ...Object.values(SPEAKER_MODEL),
  ]
  for (const file of bundled) await readBundledFile(file)
  const folder = new ModelsFolder(storage.modelsDir)
  const pulled = await folder.pulled()
  for (const model of pulled)
    if ((await folder.stateOf(model)).type !== 'pulled')
      return fail(`the pulled model ${model.name} is damaged`, `run "scriptorium models pull ${model.name}"`)
  return ok(`${bundled.length} bundled files and ${pulled.length} pulled models are intact`)
}
