/**
 * Loaded with `node --import`: generators that build syntax trees with the API of TypeScript 5 get it, though the project
 * uses TypeScript 7, which has no such API.
 */
import { registerHooks } from 'node:module'

const url = import.meta.resolve('@ts-morph/common/dist/typescript.js')

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'typescript' ? { url, format: 'commonjs', shortCircuit: true } : next(specifier, context),
})
