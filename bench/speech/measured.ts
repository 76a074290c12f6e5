/** The input and output of a child process of the benchmark. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { LanguageCode } from '../../src/contract/languages.ts'

/** For a child process, which first recognises a part of it in order to load everything. */
export interface Given {
  readonly language: LanguageCode
  /** The whole recording. */
  readonly samples: Float32Array
  /** Its segments, as the service cuts them. */
  readonly segments: readonly Float32Array[]
}

export interface Measured {
  readonly text: string
  readonly seconds: number
  readonly cpuSeconds: number
  /** The peak memory of the process. */
  readonly megabytes: number
}

/** Responds to the parent process. @param load - resolves to a function that recognises the given samples or segments */
export async function answer(
  load: (given: Given) => Promise<(given: Given) => Promise<string>>,
): Promise<void> {
  const [given] = (await once(process, 'message')) as [Given]
  const recognise = await load(given)
  const [first] = given.segments
  if (first !== undefined) await recognise({ ...given, samples: first, segments: [first] })
  const from = { at: performance.now(), cpu: process.cpuUsage() }
  const text = await recognise(given)
  const seconds = (performance.now() - from.at) / 1000
  const { user, system } = process.cpuUsage(from.cpu)
  const megabytes = (process.resourceUsage().maxRSS * 1024) / 1e6
  const measured: Measured = { text, seconds, cpuSeconds: (user + system) / 1e6, megabytes }
  process.send?.(measured, () => process.exit())
}

/** Runs a file of this folder in a child process. */
export async function measureChild(file: string, given: Given): Promise<Measured> {
  const child = fork(new URL(file, import.meta.url), { execArgv: [], serialization: 'advanced' })
  child.send(given)
  const [measured] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => {
      throw new Error(`${file} exited with ${String(code)}`)
    }),
  ])) as [Measured]
  return measured
}
