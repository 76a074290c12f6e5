/** Pulls models from a hub into a folder. */
import type { Device } from '../models/onnx-session.ts'
import { authorised, Hub } from '../models/pulled/hub.ts'
import type { ModelDescription } from '../models/pulled/model-description.ts'
import type { ModelsFolder } from '../models/pulled/models-folder.ts'
import { keepFigures } from '../models/pulled/trial-figures.ts'
import { createGuardedFetch, type GuardedFetch } from '../platform/net/guarded-fetch.ts'
import { tryInProcess } from './trial.ts'

/** Where models are pulled from. */
export interface HubSettings {
  /** URL of the hub. */
  readonly base: string
  /** Access token of an account there. */
  readonly token: string | null
}

interface OpenHub extends Pick<HubSettings, 'base'> {
  readonly hub: Hub
  readonly fetch: GuardedFetch
}

/** @param signal - aborts all requests to the hub */
export function openHub({ base, token }: HubSettings, signal?: AbortSignal): OpenHub {
  // The URLs come from the operator, not from a caller of the API.
  const guarded = createGuardedFetch({ allowPrivate: true })
  const fetch = authorised(
    async (url, options, consume) => guarded(url, { ...options, signal: options.signal ?? signal }, consume),
    { base, token },
  )
  return { hub: new Hub({ base, token, fetch }), base, fetch }
}

interface InstallOptions {
  readonly device: Device
  /** Called with the share of the bytes downloaded, 0–1. */
  readonly onProgress: (share: number) => void
  /** Called when everything is downloaded, before the trial. */
  readonly onTrial?: () => void
  readonly signal?: AbortSignal | undefined
}

/**
 * Downloads a model, tries it on this machine, and installs it together with what the trial measured.
 * @returns false if it was already installed
 * @throws {ModelError} if it cannot be downloaded or run; the message says why
 * @throws {InUseError} if another process is pulling or removing a model
 */
export async function installModel(
  description: ModelDescription,
  folder: ModelsFolder,
  { base, fetch }: OpenHub,
  { device, onProgress, onTrial, signal }: InstallOptions,
): Promise<boolean> {
  return folder.pull(description, {
    base,
    fetch,
    onProgress,
    signal,
    trial: async (pulled) => {
      onTrial?.()
      await keepFigures(pulled, await tryInProcess(pulled, device, { signal }))
    },
  })
}
