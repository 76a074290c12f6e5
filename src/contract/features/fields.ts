/** The fields that features add to requests and results. */
import { z } from 'zod'
import { failedModule } from './module-result.ts'
import type { Capabilities, FeatureDeclaration } from './feature.ts'
import { type Feature, FEATURES } from './index.ts'

type FlaggedFeature = Extract<Feature, { description: string }>
/** Features with a module of the result; those without results have one only if they fail. */
type ResultFeature = Exclude<Feature, { failsJob: true }>
type ResultOf<F> = F extends { result: infer Result extends z.ZodType } ? Result : typeof failedModule
type LiveFeature<Phase extends string> = Extract<Feature, { live: { phase: Phase } }>

type FlagFields<F extends FeatureDeclaration> = { [D in F as D['name']]: z.ZodDefault<z.ZodBoolean> }
type ConfigFields<F extends FeatureDeclaration> = {
  [D in Extract<F, { config: z.ZodType }> as `${D['name']}_config`]: z.ZodOptional<D['config']>
}
type ResultFields = { [D in ResultFeature as D['name']]: z.ZodOptional<ResultOf<D>> }
type LiveResultFields = Pick<ResultFields, Extract<ResultFeature, { live: object }>['name']>

/** The flags and settings of features in a request. */
export type FeatureParams = Partial<z.infer<z.ZodObject<FlagFields<FlaggedFeature> & ConfigFields<Feature>>>>

export const FLAGGED = FEATURES.filter((one): one is FlaggedFeature => one.description !== null)

/** The features that a live session offers in a phase. */
export function liveFeatures<Phase extends 'realtime' | 'post'>(phase: Phase) {
  return FEATURES.filter((one): one is LiveFeature<Phase> => 'live' in one && one.live.phase === phase)
}

/** The flags of some features, each followed by its settings. */
export function requestFields<F extends FeatureDeclaration>(
  features: readonly F[],
  describe: (feature: F) => string | null,
): FlagFields<F> & ConfigFields<F> {
  const fields = features.flatMap((feature) => {
    const flag: [string, z.ZodType] = [
      feature.name,
      z
        .boolean()
        .describe(describe(feature) ?? '')
        .default(false),
    ]
    return feature.config ? [flag, [`${feature.name}_config`, feature.config.optional()] as const] : [flag]
  })
  return Object.fromEntries(fields) as FlagFields<F> & ConfigFields<F>
}

/** The result fields of all features. */
export const resultFields = resultFieldsOf(FEATURES) as ResultFields

/** The result fields of the features that live sessions offer. */
export const liveResultFields = resultFieldsOf(FEATURES.filter((one) => 'live' in one)) as LiveResultFields

function resultFieldsOf(features: readonly FeatureDeclaration[]): Record<string, z.ZodType> {
  return Object.fromEntries(
    features
      .filter(({ failsJob }) => !failsJob)
      .map(({ name, result = failedModule }) => [name, result.optional()]),
  )
}

/** Rules that require the settings of features that have no defaults. */
export function configRules(features: readonly FeatureDeclaration[]) {
  return features.filter(isConfigRequired).map(({ name }) => requireConfig(name))
}

function isConfigRequired({ config }: FeatureDeclaration): boolean {
  return config !== undefined && !config.safeParse({}).success
}

/**
 * A rule that requires the settings if the flag is set.
 * @param oldSpelling another field that may replace the settings
 */
export function requireConfig(flag: string, oldSpelling = `${flag}_config`) {
  const config = `${flag}_config`
  return z.superRefine<Record<string, unknown>>(
    (request, context) => {
      if (request[flag] !== true || request[config] !== undefined || request[oldSpelling] !== undefined)
        return
      context.addIssue({ code: 'custom', path: [config], message: `is required when ${flag} is true` })
    },
    // Even if another field is invalid, so that one response reports every problem.
    { when: ({ value }) => typeof value === 'object' && value !== null },
  )
}

/** The default settings that a request left out, for those of the features that have defaults. */
export function defaultConfigs<F extends FeatureDeclaration>(
  features: readonly F[],
  request: object,
): Partial<z.infer<z.ZodObject<ConfigFields<F>>>> {
  const missing = features.flatMap((feature) => {
    const key = `${feature.name}_config`
    if (feature.config === undefined || isConfigRequired(feature)) return []
    return Reflect.get(request, key) === undefined ? [[key, feature.config.parse({})]] : []
  })
  return Object.fromEntries(missing) as Partial<z.infer<z.ZodObject<ConfigFields<F>>>>
}

type WithoutDefaults<Fields extends Readonly<Record<string, z.ZodType>>> = {
  [Name in keyof Fields]: Fields[Name] extends z.ZodDefault<infer Inner extends z.ZodType>
    ? z.ZodOptional<Inner>
    : Fields[Name]
}

/** The same fields without defaults: they stay absent unless given. */
export function withoutDefaults<Fields extends Readonly<Record<string, z.ZodType>>>(
  fields: Fields,
): WithoutDefaults<Fields> {
  const optional = Object.entries(fields).map(([name, field]) => {
    if (!(field instanceof z.ZodDefault)) return [name, field]
    const inner = (field.unwrap() as z.ZodType).optional()
    return [name, field.description === undefined ? inner : inner.describe(field.description)]
  })
  return Object.fromEntries(optional) as WithoutDefaults<Fields>
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

/** Whether a request asks for a feature by its flag. */
export function isRequested({ name }: FeatureDeclaration, params: object): boolean {
  return Reflect.get(params, name) === true
}

/** Whether a request asks for any feature. */
export function isAnyRequested(params: FeatureParams): boolean {
  return FEATURES.some((feature) => isRequested(feature, params))
}

/**
 * Finds what a request asks for that this installation is known to be unable to do.
 * @param languages the languages the audio may be in; empty if they have to be detected
 * @returns one line per problem, beginning with the name of the field
 */
export function unavailableFeatures(
  params: FeatureParams,
  capabilities: Capabilities,
  languages: readonly string[],
): string[] {
  return FEATURES.flatMap((feature: FeatureDeclaration) => {
    if (!isRequested(feature, params)) return []
    return feature.validate?.(Reflect.get(params, `${feature.name}_config`), capabilities, languages) ?? []
  })
}
