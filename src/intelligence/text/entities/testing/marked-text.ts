/** Texts whose entities are marked, such as `Hi, [NAME Ann].`, and how much of them was found. */
import { readFileSync } from 'node:fs'

/** An entity at a place in a text. */
export interface Mark {
  readonly type: string
  readonly text: string
  /** Where its text begins. */
  readonly from: number
}

/** One paragraph, without its marks. */
export interface MarkedText {
  readonly text: string
  readonly marks: readonly Mark[]
}

/** The paragraphs of a file of this folder; lines that begin with `#` are notes. */
export function readMarkedTexts(file: string): MarkedText[] {
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

/** What was found of what is marked. */
export interface Score {
  readonly marked: number
  readonly found: number
  /** Found with the same type and exactly the marked text. */
  readonly right: number
  /** `- NAME Ann` for each that was missed, `+ NAME Sunday` for each that was found wrongly. */
  readonly faults: readonly string[]
}

/** Compares what was found in a text with its marks. */
export function scoreOf({ text, marks }: MarkedText, found: readonly Mark[]): Score {
  const keyOf = ({ type, text: named, from }: Mark) => `${from} ${type} ${named}`
  const markedKeys = new Set(marks.map(keyOf))
  const foundKeys = new Set(found.map(keyOf))
  const around = ({ from, type, text: named }: Mark) =>
    `${type} ${named} (${text.slice(Math.max(0, from - 20), from + named.length + 10)})`
  return {
    marked: marks.length,
    found: found.length,
    right: marks.filter((mark) => foundKeys.has(keyOf(mark))).length,
    faults: [
      ...marks.filter((mark) => !foundKeys.has(keyOf(mark))).map((mark) => `- ${around(mark)}`),
      ...found.filter((mark) => !markedKeys.has(keyOf(mark))).map((mark) => `+ ${around(mark)}`),
    ],
  }
}

/** Several scores as one. */
export function totalOf(scores: readonly Score[]): Score {
  const sum = (count: (score: Score) => number) => scores.reduce((total, score) => total + count(score), 0)
  return {
    marked: sum(({ marked }) => marked),
    found: sum(({ found }) => found),
    right: sum(({ right }) => right),
    faults: scores.flatMap(({ faults }) => faults),
  }
}
