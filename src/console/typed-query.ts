/** The text of a search field. */
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'

/**
 * The text of a search field that shows the query of the URL.
 * @param search called with the trimmed text, unless the field was removed by then
 * @returns the text, and a function that changes it and searches after a delay in milliseconds
 */
export function useTypedQuery(
  query: string,
  search: (query: string) => void,
): [text: string, change: (text: string, delay: number) => void] {
  const [text, setText] = useState(query)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** The query that the text last led to or shows. Text typed after it is kept. */
  const own = useRef(query)
  useLayoutEffect(() => {
    if (query === own.current) return
    // Changed elsewhere, such as by the back button.
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
