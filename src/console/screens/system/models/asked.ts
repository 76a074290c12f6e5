import type { Model, ModelPull } from '../../../../contract/models.ts'

/** What is to be done with a model. A model that is to be pulled is named as the API has it. */
export type Asked =
  | { readonly about: 'pull'; readonly model: string }
  | ({ readonly about: 'licence'; readonly model: string } & NonNullable<ModelPull['needs_acceptance']>)
  | { readonly about: 'stop' | 'removal'; readonly name: string }
  | { readonly about: 'trial'; readonly model: Model }

export type Ask = (asked: Asked) => void
