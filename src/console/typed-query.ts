/** The text of a search field. */
import { useEffect, useRef, useState } from 'preact/hooks'

/**
 * What is typed into a search field, which shows the query of the URL.
 * @param search called with the trimmed text
 * @returns the text, and what changes it and searches after a delay in milliseconds
 */
export function useTypedQuery(
  query: string,
  search: (query: string) => void,
): [text: string, change: (text: string, delay: number) => void] {
  const [text, setText] = useState(query)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // Also by the back button.
  useEffect(() => setText(query), [query])
  const change = (typed: string, delay: number) => {
    setText(typed)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => search(typed.trim()), delay)
  }
  return [text, change]
}
