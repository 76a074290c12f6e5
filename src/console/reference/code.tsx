/** Code with a copy button, in which strings, numbers, keywords and comments are coloured. */
import { CopyButton } from '../ui/copy.tsx'

/** Longer texts are shown without colours, since each token is an element. */
const MAX_COLOURED = 20_000

const PIECES =
  /(?<string>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')|(?<comment>(?:^|(?<=\s))(?:#|\/\/) .*)|(?<number>\b\d+(?:\.\d+)?\b)|(?<word>\b(?:await|const|do|done|for|from|if|import|in|new|until|true|false|null|True|False|None)\b)/gm

/** @param label of the region, which can be focused to scroll it by keyboard */
export function Code({ text, label = 'Code' }: { text: string; label?: string }) {
  return (
    <div class="code">
      <pre tabIndex={0} role="group" aria-label={label}>
        <code>{coloured(text)}</code>
      </pre>
      <CopyButton text={text} what={label === 'Code' ? 'the code' : label.toLowerCase()} />
    </div>
  )
}

function coloured(text: string) {
  if (text.length > MAX_COLOURED) return text
  let end = 0
  const pieces = [...text.matchAll(PIECES)].flatMap(({ index, 0: piece, groups = {} }) => {
    const [kind] = Object.entries(groups).find(([, value]) => value !== undefined) ?? []
    const before = text.slice(end, index)
    end = index + piece.length
    return [
      before,
      <span key={index} class={`code-${kind}`}>
        {piece}
      </span>,
    ]
  })
  return [...pieces, text.slice(end)]
}
