/** A description of the API, in which names are between backticks. */
export function MarkedText({ text }: { text: string | undefined }) {
  const parts = (text ?? '').split('`')
  return <>{parts.map((part, index) => (index % 2 === 0 ? part : <code key={index}>{part}</code>))}</>
}
