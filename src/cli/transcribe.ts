import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { findFfmpeg } from '../audio/ffmpeg.ts'
import { probe } from '../audio/probe.ts'
import { readConfig } from '../config.ts'
import { requestedLanguage } from '../contract/languages.ts'
import { RecogniserProcess } from '../recognition/batch/recogniser-process.ts'
import { failureOf } from '../transcription/failure.ts'
import { transcriptAs } from '../transcription/transcript-formats.ts'
import { transcriptOf } from '../transcription/transcript.ts'
import { FORMATS } from './formats.ts'
import { ProgressBar } from './progress-bar.ts'

/** Transcribes files in turn and prints their transcripts; a file that fails does not stop the others. */
export async function transcribe(
  files: string[],
  { format, language: given = [] }: { format: string; language?: string[] },
): Promise<void> {
  const { audio, intake, jobs, storage } = readConfig(process.env)
  const { maxSeconds } = intake
  const { stallSeconds } = jobs
  const outputFormat = FORMATS.find((name) => name === format)
  const languages = requestedLanguage.array().safeParse(given)
  if (outputFormat === undefined) return fail(`--format must be one of ${FORMATS.join(', ')}`)
  if (!languages.success) return fail('--language must be one or more language codes, such as en or en,de')

  const as = outputFormat === 'text' ? 'txt' : outputFormat
  const ffmpeg = await findFfmpeg(audio.ffmpegPath ?? undefined)
  const models = join(storage.dataDir, 'models')
  const folder = mkdtempSync(join(tmpdir(), 'scriptorium-'))
  const recogniser = new RecogniserProcess({ ffmpeg, folder, maxSeconds, models, stallSeconds })
  try {
    for (const file of files) {
      const bar = new ProgressBar(basename(file))
      try {
        const { duration } = await probe(file, { ffmpeg, maxSeconds })
        const recognition = await recogniser.transcribe(
          file,
          { languages: languages.data, codeSwitching: languages.data.length > 1 },
          { onProgress: (seconds) => bar.show(seconds / duration) },
        )
        bar.clear()
        if (files.length > 1 && outputFormat === 'text') process.stdout.write(`# ${file}\n`)
        process.stdout.write(`${transcriptAs(as, transcriptOf(recognition), duration)}\n`)
      } catch (error) {
        bar.clear()
        fail(`${file}: ${failureOf(error)?.message ?? String(error)}`)
      }
    }
  } finally {
    await recogniser.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

function fail(message: string): void {
  process.stderr.write(`${message}\n`)
  process.exitCode = 1
}
