/** Renders Markdown as elements; HTML in it is not interpreted. Images and comments are left out. */
import { lexer, type MarkedToken, type Token, type Tokens } from 'marked'
import type { ComponentChildren } from 'preact'
import { Code } from './code.tsx'

interface Rendering {
  /** Returns the target of a link in the text; null to render it without a link. */
  readonly linkOf: (href: string) => string | null
  /** Returns a link for inline code, such as the name of an operation, or null. */
  readonly codeLinkOf: (code: string) => string | null
  /** How many levels to lower the headings by. */
  readonly lower: number
}

interface MarkdownProps extends Partial<Rendering> {
  readonly text: string
}

const nowhere = () => null

export function Markdown({ text, linkOf = nowhere, codeLinkOf = nowhere, lower = 0 }: MarkdownProps) {
  return <>{elements(lexer(text), { linkOf, codeLinkOf, lower })}</>
}

/** The anchor of a heading, as on GitHub. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')

// The types of Marked have one more, generic kind of token, which only extensions create.
const elements = (tokens: readonly Token[], how: Rendering): ComponentChildren =>
  tokens.map((token, at) => <Piece key={at} token={token as MarkedToken} how={how} />)

interface TokenProps {
  readonly token: MarkedToken
  readonly how: Rendering
}

function Piece({ token, how }: TokenProps): ComponentChildren {
  switch (token.type) {
    case 'heading': {
      const Heading = `h${Math.min(6, token.depth + how.lower)}` as 'h2'
      return (
        <Heading id={anchorOf(token.text)} tabIndex={-1}>
          {elements(token.tokens, how)}
        </Heading>
      )
    }
    case 'paragraph':
      return <p>{elements(token.tokens, how)}</p>
    case 'code':
      return <Code text={token.text} />
    case 'blockquote':
      return <blockquote>{elements(token.tokens, how)}</blockquote>
    case 'list': {
      const List = token.ordered ? 'ol' : 'ul'
      return (
        <List>
          {token.items.map((item, at) => (
            <Piece key={at} token={item} how={how} />
          ))}
        </List>
      )
    }
    case 'list_item':
      return <li>{elements(token.tokens, how)}</li>
    case 'table':
      return <Table table={token} how={how} />
    case 'hr':
      return <hr />
    case 'text':
      return token.tokens === undefined ? token.text : elements(token.tokens, how)
    case 'escape':
      return token.text
    case 'strong':
      return <strong>{elements(token.tokens, how)}</strong>
    case 'del':
      return <del>{elements(token.tokens, how)}</del>
    case 'em':
      return <em>{elements(token.tokens, how)}</em>
    case 'codespan': {
      const link = how.codeLinkOf(token.text)
      const code = <code>{token.text}</code>
      return link === null ? code : <a href={link}>{code}</a>
    }
    case 'br':
      return <br />
    case 'link': {
      const content = elements(token.tokens, how)
      if (/^https?:/.test(token.href))
        return (
          <a href={token.href} target="_blank" rel="noreferrer">
            {content}
          </a>
        )
      const link = how.linkOf(token.href)
      return link === null ? content : <a href={link}>{content}</a>
    }
    case 'checkbox':
    case 'def':
    case 'html':
    case 'image':
    case 'space':
      return null
  }
}

function Table({ table, how }: { table: Tokens.Table; how: Rendering }) {
  return (
    <div class="table-scroll" tabIndex={0} role="group" aria-label="Table">
      <table>
        <thead>
          <tr>
            {table.header.map((cell, at) =>
              // The corner cell of a table may be empty, which is not a valid header.
              cell.text === '' ? (
                <td key={at} />
              ) : (
                <th key={at} scope="col">
                  {elements(cell.tokens, how)}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row, at) => (
            <tr key={at}>
              {row.map((cell, column) => (
                <td key={column}>{elements(cell.tokens, how)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
