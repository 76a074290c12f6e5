/** Formats the result of a run. */
import { SAMPLE_RATE } from '../../src/audio/recording.ts'
import { wordErrorRate } from '../../src/text/word-errors.ts'
import { table } from '../list/table.ts'
import type { Given, Measured } from './measured.ts'
import type { ServiceJobs } from './service.ts'
import type { Stage } from './stages.ts'

/** Targets. */
const MAX_RATIO = 1.1
const MIN_CORES = 1.8

/** The measurements of one language. */
export interface SpeechRun {
  readonly given: Given
  /** The spoken text. */
  readonly text: string
  readonly bare: Measured
  /** Null if transformers.js cannot load the models. */
  readonly pipeline: Measured | null
  readonly service: ServiceJobs
  readonly stages: readonly Stage[]
}

/** The run as tables for a terminal or a Markdown page. */
export function report(machine: string, run: SpeechRun): string {
  const { given, bare, pipeline, service } = run
  const seconds = given.samples.length / SAMPLE_RATE
  const row = (what: string, own: Measured) => [
    what,
    (own.seconds / seconds).toFixed(4),
    own.seconds.toFixed(1),
    (own.seconds / bare.seconds).toFixed(2),
    own.cpuSeconds.toFixed(1),
    coresOf(own).toFixed(2),
    own.megabytes.toFixed(0),
    `${(100 * wordErrorRate(run.text, own.text, given.language)).toFixed(1)} %`,
  ]
  const ratio = service.second.seconds / bare.seconds
  const cores = coresOf(service.second)
  return `
${given.language}: ${seconds.toFixed(0)} s of speech in ${given.segments.length} segments; ${machine}

${table(
  ['', 'of real time', 's', 'of bare', 'CPU s', 'cores', 'MB at most', 'words wrong'],
  [
    row('bare engine', bare),
    ...(pipeline === null ? [] : [row('transformers.js', pipeline)]),
    row('service, first job', service.first),
    row('service, next job', service.second),
  ],
)}

${table(
  ['stage, one after another', 's', 'CPU s'],
  run.stages.map(({ name, seconds: own, cpuSeconds }) => [name, own.toFixed(2), cpuSeconds.toFixed(2)]),
)}

${table(
  ['target', 'measured', 'wanted', ''],
  [
    ['service / bare engine', ratio.toFixed(2), `≤ ${MAX_RATIO}`, ratio <= MAX_RATIO ? 'PASS' : 'FAIL'],
    ['cores', cores.toFixed(2), `≥ ${MIN_CORES}`, cores >= MIN_CORES ? 'PASS' : 'FAIL'],
  ],
)}
`
}

const coresOf = ({ cpuSeconds, seconds }: Measured) => cpuSeconds / seconds
