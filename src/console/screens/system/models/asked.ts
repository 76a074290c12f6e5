import type { Model, ModelPull } from '../../../../contract/models.ts'

/** A requested action on a model. A model to pull is named as in the API. */
export type Asked =
  | { readonly about: 'pull'; readonly model: string }
  | ({ readonly about: 'licence'; readonly model: string } & NonNullable<ModelPull['needs_acceptance']>)
  | { readonly about: 'stop' | 'removal'; readonly name: string }
  | { readonly about: 'trial'; readonly model: Model }

export type Ask = (asked: Asked) => void
