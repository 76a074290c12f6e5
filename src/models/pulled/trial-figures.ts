/** The figures that the trial of a pulled model measured on this machine, stored beside its receipt. */
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import type { PulledModel } from './pulled-model.ts'

const trialFigures = z.object({
  /** The peak memory of the process, in bytes. */
  peakBytes: z.number(),
  /** Seconds of recognition per second of silence; null for a model that recognises nothing. */
  secondsPerSecond: z.number().nullable(),
})
export type TrialFigures = z.infer<typeof trialFigures>

const fileOf = ({ folder }: PulledModel) => path.join(folder, 'trial.json')

/** Failures to write are ignored, because a model works as well without figures. */
export async function keepFigures(model: PulledModel, figures: TrialFigures): Promise<void> {
  await writeFile(fileOf(model), `${JSON.stringify(figures)}\n`).catch(() => {})
}

/** @returns null if none were stored */
export async function figuresOf(model: PulledModel): Promise<TrialFigures | null> {
  try {
    return trialFigures.parse(JSON.parse(await readFile(fileOf(model), 'utf8')))
  } catch {
    return null
  }
}
