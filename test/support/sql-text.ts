const CLAUSE =
  /\s(?=(?:from|where|and exists|(?:inner |left )?join|group by|order by|limit|union all|values|on conflict|set|returning|for update)\s)(?<!(?:inner|left)\s)|([()])/

/** Writes a statement with one line per clause, so that a difference shows where it is. */
export function formatSql(statement: string): string {
  let depth = 0
  let text = ''
  for (const part of statement.trim().replaceAll(/\s+/g, ' ').replaceAll('( ', '(').split(CLAUSE)) {
    if (part === undefined) text += `\n${'  '.repeat(depth)}`
    else text += part
    if (part === '(') depth++
    if (part === ')') depth--
  }
  return text
}
