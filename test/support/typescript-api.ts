/**
 * Loaded with `node --import`: gives generators that build syntax trees the API of TypeScript 5. The project
 * uses TypeScript 7, which has no such API.
 */
import { registerHooks } from 'node:module'

const url = import.meta.resolve('@ts-morph/common/dist/typescript.js')

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'typescript' ? { url, format: 'commonjs', shortCircuit: true } : next(specifier, context),
})
