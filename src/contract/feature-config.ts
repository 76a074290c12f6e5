/** The bond between a feature and its settings: `x: true` switches on what `x_config` sets. */
import { z } from 'zod'

/**
 * The rule of a feature whose settings have no defaults: switched on without them is a fault.
 * @param oldSpelling another field that may stand for the settings
 */
export function requireConfig(feature: string, oldSpelling = `${feature}_config`) {
  const config = `${feature}_config`
  return z.superRefine<Record<string, unknown>>(
    (request, context) => {
      if (request[feature] !== true || request[config] !== undefined || request[oldSpelling] !== undefined)
        return
      context.addIssue({ code: 'custom', path: [config], message: `is required when ${feature} is true` })
    },
    // Also when another field is wrong, so that one answer names every fault.
    { when: ({ value }) => typeof value === 'object' && value !== null },
  )
}

/** A copy without the settings of features that are off. */
export function withoutUnusedConfigs<Params extends object>(params: Params): Params {
  const used = { ...params }
  for (const key of Object.keys(used)) {
    const off = key.endsWith('_config') && Reflect.get(used, key.slice(0, -'_config'.length)) === false
    if (off) Reflect.deleteProperty(used, key)
  }
  return used
}
