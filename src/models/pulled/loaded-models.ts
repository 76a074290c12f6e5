/** Pulled models in memory. */
import type { PulledModel } from './pulled-model.ts'

/** Loads each model, with its runtime, when it is first needed, and keeps it. A model that fails to load is not used. */
export class LoadedModels {
  #models: readonly PulledModel[] = []
  readonly #loaded = new Map<string, Promise<AsyncDisposable | null>>()

  /** The models in use, in order of preference. */
  get models(): readonly PulledModel[] {
    return this.#models
  }

  /** Uses these models, in this order, from now on. */
  use(models: readonly PulledModel[]): void {
    this.#models = models
  }

  /** Frees the models that are no longer used. Must not be called while one of them is in use. */
  async releaseUnused(): Promise<void> {
    const used = new Set(this.#models.map(({ id }) => id))
    const unused = [...this.#loaded].filter(([id]) => !used.has(id))
    for (const [id] of unused) this.#loaded.delete(id)
    await Promise.all(unused.map(async ([, model]) => (await model)?.[Symbol.asyncDispose]()))
  }

  /**
   * The first of some models that can be loaded. Those that cannot are reported on standard error, once.
   * @param load - the same for all models of a purpose
   */
  async first<Model extends PulledModel, L extends AsyncDisposable>(
    models: readonly Model[],
    load: (model: Model) => Promise<L>,
  ): Promise<L | null> {
    for (const model of models) {
      if (!this.#loaded.has(model.id)) this.#loaded.set(model.id, load(model).catch(notUsed(model)))
      const loaded = (await this.#loaded.get(model.id)) as L | null
      if (loaded !== null) return loaded
    }
    return null
  }
}

/** Reports on standard error that a model cannot be loaded. */
export function notUsed({ description }: Pick<PulledModel, 'description'>): (error: unknown) => null {
  return (error) => {
    const why = error instanceof Error ? error.message : String(error)
    process.stderr.write(`The model ${description.name} is not used: ${why}\n`)
    return null
  }
}
