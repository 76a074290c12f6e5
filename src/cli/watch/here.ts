import { parse } from 'node:path'
import { capabilitiesOf } from '../../service/capabilities.ts'
import { readConfig } from '../../service/config.ts'
import { failureOf } from '../../transcription/failure.ts'
import { CommandError } from '../errors.ts'
import { failureReason } from '../transcribe/failure-reason.ts'
import { contentOf } from '../transcribe/outputs.ts'
import { LocalPipeline } from '../transcribe/pipeline.ts'
import { paramsOf } from '../transcribe/request.ts'
import { transcriptOf } from '../transcribe/transcript-of.ts'
import type { Transcriber, TranscriberOptions } from './transcriber.ts'

/** Transcribes on this machine, as `scriptorium transcribe` does. */
export async function transcriberHere(options: TranscriberOptions): Promise<Transcriber> {
  const config = readConfig(process.env)
  const params = paramsOf(options, await capabilitiesOf(config))
  const pipeline = await LocalPipeline.open(config)
  return {
    concurrency: 1,
    async transcribe({ path }, { signal, onProblem }) {
      const problems: string[] = []
      const input = { type: 'file', name: path, stem: parse(path).name } as const
      const onFailure = (problem: string) => void problems.push(problem)
      const wanted = { params, timestamps: options.timestamps === true }
      const exported = await transcriptOf(pipeline, input, wanted, { signal, onFailure, onNotice: onProblem })
      if (exported === null) throw new CommandError(problems.join('; '))
      for (const problem of problems) onProblem(problem)
      return async (format) => contentOf(format, exported)
    },
    failureOf: (error, { path }) => {
      if (error instanceof CommandError) return error.message
      return failureOf(error)?.code === 503 ? null : failureReason(error, { name: path })
    },
    [Symbol.asyncDispose]: async () => pipeline[Symbol.asyncDispose](),
  }
}
