/** The text of a search field. */
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'

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
  /** The query that the text led to, or that it shows: what is typed after it stays. */
  const own = useRef(query)
  useLayoutEffect(() => {
    if (query === own.current) return
    // Such as by the back button.
    own.current = query
    clearTimeout(timer.current)
    setText(query)
  }, [query])
  useEffect(() => () => clearTimeout(timer.current), [])
  const change = (typed: string, delay: number) => {
    setText(typed)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      own.current = typed.trim()
      search(own.current)
    }, delay)
  }
  return [text, change]
}
