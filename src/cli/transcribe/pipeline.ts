/** The processes of the service without its database: audio → result. */
import { createWriteStream } from 'node:fs'
import { access, constants, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { findFfmpeg } from '../../audio/ffmpeg.ts'
import { probe } from '../../audio/probe.ts'
import type { Config } from '../../service/config.ts'
import { deviceFor } from '../../models/device.ts'
import type { Device } from '../../models/onnx-session.ts'
import { createGuardedFetch } from '../../platform/net/guarded-fetch.ts'
import { createEnricher, createRecogniser } from '../../service/processes.ts'
import { ProgressBoard } from '../../transcription/progress.ts'
import {
  type FileHooks,
  type FileParts,
  type FileTask,
  transcribeFile,
} from '../../transcription/transcribe-file.ts'
import type { Input } from './inputs.ts'

export class LocalPipeline implements AsyncDisposable {
  readonly #config: Config
  readonly #ffmpeg: string
  readonly #folder: string
  readonly #parts: FileParts
  readonly #started: AsyncDisposableStack

  /** Finds ffmpeg. The processes start when they are needed. */
  static async open(config: Config): Promise<LocalPipeline> {
    const ffmpeg = await findFfmpeg(config.audio.ffmpegPath ?? undefined)
    const folder = await mkdtemp(join(tmpdir(), 'scriptorium-'))
    return new LocalPipeline(config, ffmpeg, await deviceFor(config.models.device), folder)
  }

  private constructor(config: Config, ffmpeg: string, device: Device, folder: string) {
    this.#config = config
    this.#ffmpeg = ffmpeg
    this.#folder = folder
    const started = new AsyncDisposableStack()
    started.defer(async () => rm(folder, { recursive: true, force: true }))
    const base = { config, device, ffmpeg, spool: folder, started }
    this.#started = started
    this.#parts = {
      recogniser: createRecogniser(base),
      enricher: createEnricher(base),
      progress: new ProgressBoard(),
    }
  }

  /** Progress by the names of the inputs. */
  get progress(): ProgressBoard {
    return this.#parts.progress
  }

  /**
   * Transcribes an input, which is fetched first if it is a URL.
   * @throws errors that `failureOf` describes, errors of the file system, and the reason of the signal
   */
  async transcribe(
    input: Input,
    params: FileTask['params'],
    hooks: FileHooks,
  ): ReturnType<typeof transcribeFile> {
    const { signal } = hooks
    const { maxSeconds } = this.#config.intake
    const { progress } = this.#parts
    progress.fetching(input.name)
    const path = await this.#fileOf(input, signal)
    try {
      const { duration } = await probe(path, { ffmpeg: this.#ffmpeg, maxSeconds, signal })
      return await transcribeFile({ id: input.name, path, duration, params }, this.#parts, hooks)
    } finally {
      progress.leave(input.name)
      if (input.type !== 'file') await rm(path, { force: true })
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#started.disposeAsync()
  }

  async #fileOf({ type, name }: Input, signal: AbortSignal): Promise<string> {
    if (type === 'file') {
      await access(name, constants.R_OK)
      return name
    }
    const path = join(this.#folder, 'received')
    const save = async (bytes: AsyncIterable<Uint8Array>) =>
      pipeline(bytes, createWriteStream(path), { signal })
    if (type === 'stdin') await save(process.stdin)
    else {
      const { maxBytes, fetchSeconds } = this.#config.intake
      // The URLs come from the operator, not from a caller of the API.
      const fetch = createGuardedFetch({ allowPrivate: true })
      const limits = { maxBytes, totalTimeout: fetchSeconds * 1000, signal }
      await fetch(name, limits, async ({ body }) => save(body))
    }
    return path
  }
}
