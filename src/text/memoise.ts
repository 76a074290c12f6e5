/** Functions that remember their results. */
import type { LanguageCode } from '../contract/languages.ts'

/** Makes a value once per language. */
export function perLanguage<Value>(
  make: (language: LanguageCode) => Value,
): (language: LanguageCode) => Value {
  return remembered(new Map<LanguageCode, Value>(), make)
}

/** Makes a value once per object, and keeps it as long as the object lives. */
export function perObject<Key extends object, Value>(make: (key: Key) => Value): (key: Key) => Value {
  return remembered(new WeakMap<Key, Value>(), make)
}

interface Memory<Key, Value> {
  get(key: Key): Value | undefined
  set(key: Key, value: Value): unknown
}

function remembered<Key, Value>(known: Memory<Key, Value>, make: (key: Key) => Value): (key: Key) => Value {
  return (key) => {
    const value = known.get(key) ?? make(key)
    known.set(key, value)
    return value
  }
}
