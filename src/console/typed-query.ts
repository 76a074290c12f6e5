/** The text of a search field. */
import { useEffect, useRef, useState } from 'preact/hooks'

/**
 * What is typed into a search field, which shows the query of the URL.
 * @param search called with the trimmed text, unless the field is gone by then
 * @returns the text, and what changes it and searches after a delay in milliseconds
 */
export function useTypedQuery(
  query: string,
  search: (query: string) => void,
): [text: string, change: (text: string, delay: number) => void] {
  const [text, setText] = useState(query)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // Also by the back button. A space at the end is about to be followed by a word.
  useEffect(() => setText((typed) => (typed.trim() === query ? typed : query)), [query])
  useEffect(() => () => clearTimeout(timer.current), [])
  const change = (typed: string, delay: number) => {
    setText(typed)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => search(typed.trim()), delay)
  }
  return [text, change]
}
