import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, parse } from 'node:path'
import { findFfmpeg } from '../audio/ffmpeg.ts'
import { probe } from '../audio/probe.ts'
import { readConfig } from '../config.ts'
import { EXPORT_FORMAT_NAMES, EXPORT_FORMATS } from '../contract/export-formats.ts'
import { subtitlesConfig } from '../contract/features/subtitles.ts'
import { requestedLanguage } from '../contract/languages.ts'
import { RecogniserProcess } from '../recognition/batch/recogniser-process.ts'
import { exportAs } from '../transcription/exports/exporters.ts'
import { failureOf } from '../transcription/failure.ts'
import { transcriptOf } from '../transcription/transcript.ts'
import { ProgressBar } from './progress-bar.ts'

/** Transcribes files in turn and prints their transcripts; a file that fails does not stop the others. */
export async function transcribe(
  files: string[],
  options: { format: string; timestamps?: boolean; language?: string[] },
): Promise<void> {
  const { audio, intake, jobs, storage } = readConfig(process.env)
  const { maxSeconds } = intake
  const { stallSeconds } = jobs
  const format = EXPORT_FORMAT_NAMES.find((name) => name === options.format)
  const languages = requestedLanguage.array().safeParse(options.language ?? [])
  if (format === undefined) return fail(`--format must be one of ${EXPORT_FORMAT_NAMES.join(', ')}`)
  if (EXPORT_FORMATS[format].content === 'binary' && files.length > 1)
    return fail(`--format ${format} is for one file at a time`)
  if (!languages.success) return fail('--language must be one or more language codes, such as en or en,de')

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
        const content = await exportAs(format, {
          title: parse(file).name,
          filename: basename(file),
          duration,
          transcript: transcriptOf(recognition),
          speakerNames: {},
          captions: subtitlesConfig.parse({}),
          hasSpeakers: true,
          hasTimestamps: options.timestamps ?? false,
        })
        if (files.length > 1 && format === 'txt') process.stdout.write(`# ${file}\n`)
        process.stdout.write(typeof content === 'string' ? `${content}\n` : content)
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
