/** Texts with marked entities, such as `Hi, [NAME Ann].`, and scores for what is found in them. */
import { readFileSync } from 'node:fs'

/** An entity at its position in a text. */
export interface Mark {
  readonly type: string
  readonly text: string
  /** Offset of its start. */
  readonly from: number
}

/** One paragraph, with its marks removed from the text. */
export interface MarkedText {
  readonly text: string
  readonly marks: readonly Mark[]
}

/** The paragraphs of a file, by default in this folder; lines that begin with `#` are comments. */
export function readMarkedTexts(file: string | URL): MarkedText[] {
  return readFileSync(new URL(file, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map(unmarked)
}

function unmarked(paragraph: string): MarkedText {
  const marks: Mark[] = []
  let text = ''
  for (const [, plain = '', type, marked = ''] of paragraph.matchAll(/([^[]*)(?:\[([A-Z_]+) ([^\]]*)\])?/g)) {
    text += plain
    if (type === undefined) continue
    marks.push({ type, text: marked, from: text.length })
    text += marked
  }
  return { text, marks }
}

export interface Score {
  readonly marked: number
  readonly found: number
  /** Found with the same type and exactly the same text. */
  readonly right: number
  /** `- NAME Ann` for each false negative, `+ NAME Sunday` for each false positive. */
  readonly errors: readonly string[]
}

/** Compares what was found in a text with its marks. */
export function scoreOf({ text, marks }: MarkedText, found: readonly Mark[]): Score {
  const keyOf = ({ type, text: entity, from }: Mark) => `${from} ${type} ${entity}`
  const markedKeys = new Set(marks.map(keyOf))
  const foundKeys = new Set(found.map(keyOf))
  const around = ({ from, type, text: entity }: Mark) =>
    `${type} ${entity} (${text.slice(Math.max(0, from - 20), from + entity.length + 10)})`
  return {
    marked: marks.length,
    found: found.length,
    right: marks.filter((mark) => foundKeys.has(keyOf(mark))).length,
    errors: [
      ...marks.filter((mark) => !foundKeys.has(keyOf(mark))).map((mark) => `- ${around(mark)}`),
      ...found.filter((mark) => !markedKeys.has(keyOf(mark))).map((mark) => `+ ${around(mark)}`),
    ],
  }
}

/** The sum of several scores. */
export function totalOf(scores: readonly Score[]): Score {
  const sum = (count: (score: Score) => number) => scores.reduce((total, score) => total + count(score), 0)
  return {
    marked: sum(({ marked }) => marked),
    found: sum(({ found }) => found),
    right: sum(({ right }) => right),
    errors: scores.flatMap(({ errors }) => errors),
  }
}
