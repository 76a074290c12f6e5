/** Finds the implementation of each feature. */
import type { FeatureDeclaration } from '../../contract/features/feature.ts'
import { FEATURES } from '../../contract/features/index.ts'
import type { Enrichment } from '../enrichment.ts'

/** The features to run, and their implementations. */
export interface Enrichments {
  readonly features: readonly FeatureDeclaration[]
  /** Loads the implementation of a feature when it is first needed, because some load large models and dictionaries. */
  readonly load: (feature: FeatureDeclaration) => Promise<Enrichment>
}

/** Every feature of the contract; for example, `custom_spelling` is implemented in `features/custom-spelling/enrichment.ts`. */
export const enrichments: Enrichments = {
  features: FEATURES,
  async load({ name }) {
    const module: { enrichment: Enrichment } = await import(
      `../features/${name.replaceAll('_', '-')}/enrichment.ts`
    )
    return module.enrichment
  },
}
