/** Console texts that are in English in every language: outside the dictionaries, or not translated. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { suite, test } from 'node:test'
import { ts } from '@ts-morph/common'
import { de } from '../src/console/languages/de.ts'
import { en } from '../src/console/languages/en.ts'
import { es } from '../src/console/languages/es.ts'
import { fr } from '../src/console/languages/fr.ts'
import { pluralIn } from '../src/console/languages/plural.ts'

const ROOT = new URL('../src/console/', import.meta.url)

/** Attributes and properties whose values are shown or read aloud. */
const READ = /^(?:aria-(?:label|description)|alt|caption|hint|label|placeholder|summary|title)$/
const READ_PROPERTIES = /^(?:hint|label|text|title)$/

/** Functions whose first argument is shown or read aloud. */
const TELLING = /^(?:announce|notify|useShortcuts|useTitle)$/

/** Several consecutive words, as in a sentence. */
const SENTENCE = /^[A-Z][^\s]* [a-z].*[a-z]|[a-z] [a-z]+[.:]$/
const WORD = /\p{L}{2}/u

/** Names that are the same in every language, such as a scope, or the name by which a built-in preset is recognised. */
const ALLOWED = new Set([
  ...['Scriptorium', 'JSON', 'admin', 'https://example.com/talk.mp3', 'Just the text'],
  ...['(Ctrl+Z)', '(Ctrl+Shift+Z)'],
])

function textsIn(file: string): string[] {
  const source = ts.createSourceFile(
    file,
    readFileSync(new URL(file, ROOT), 'utf8'),
    ts.ScriptTarget.Latest,
    true,
    ts.ScriptKind.TSX,
  )
  const found: string[] = []
  const visit = (node: ts.Node, isRead: boolean): void => {
    if (ts.isImportDeclaration(node)) return
    const text =
      ts.isJsxText(node) || ts.isStringLiteralLike(node) || isTemplatePart(node) ? node.text.trim() : ''
    if ((isRead || ts.isJsxText(node) ? WORD : SENTENCE).test(text) && !ALLOWED.has(text))
      found.push(`${file}: ${text}`)
    ts.forEachChild(node, (child) => visit(child, isReadIn(node, child, isRead)))
  }
  visit(source, false)
  return found
}

const isTemplatePart = (node: ts.Node): node is ts.TemplateHead | ts.TemplateMiddle | ts.TemplateTail =>
  ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)

/** Whether part of a node is shown or read aloud. @param isRead whether the node itself is */
function isReadIn(node: ts.Node, part: ts.Node, isRead: boolean): boolean {
  if (ts.isJsxAttribute(node)) return READ.test(node.name.getText())
  if (ts.isJsxExpression(node) && !ts.isJsxAttribute(node.parent)) return true
  if (ts.isPropertyAssignment(node)) return READ_PROPERTIES.test(node.name.getText())
  if (ts.isCallExpression(node)) return TELLING.test(node.expression.getText()) && part === node.arguments[0]
  // Operands of comparisons and names of other things are not texts.
  if (ts.isConditionalExpression(node)) return isRead && part !== node.condition
  if (ts.isBinaryExpression(node)) return isRead && KEPT.has(node.operatorToken.kind)
  return isRead && !ts.isFunctionLike(node) && !ts.isElementAccessExpression(node)
}

/** Operators whose value is one or both of their operands. */
const KEPT = new Set([
  ts.SyntaxKind.PlusToken,
  ts.SyntaxKind.BarBarToken,
  ts.SyntaxKind.QuestionQuestionToken,
  ts.SyntaxKind.AmpersandAmpersandToken,
])

/** The texts of a dictionary, by path. */
function leaves(value: object, path: string): [path: string, text: string][] {
  return Object.entries(value).flatMap(([name, part]): [string, string][] => {
    const at = `${path}.${name}`
    if (typeof part === 'string') return [[at, part]]
    return typeof part === 'object' ? leaves(part as object, at) : []
  })
}

suite('the texts of the console', () => {
  test('are in no component, where other languages would lack them', () => {
    const files = globSync('**/*.{ts,tsx}', { cwd: ROOT }).filter(
      (file) => !/^(?:languages|reference)\/|\.test\./.test(file),
    )
    assert.deepEqual(files.flatMap(textsIn), [])
  })

  test('are translated: no sentence equals the English one', () => {
    const english = new Map(leaves(en(pluralIn('en')), 'en'))
    const left = Object.entries({ de, fr, es }).flatMap(([code, dictionary]) =>
      leaves(dictionary(pluralIn(code)), 'en').filter(
        ([path, text]) => / .* /.test(text) && english.get(path) === text,
      ),
    )
    assert.deepEqual(left, [])
  })

  test('have the same elements in each language', () => {
    const partsOf = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).toSorted()
    const english = leaves(en(pluralIn('en')), 'en')
    for (const [code, dictionary] of Object.entries({ de, fr, es })) {
      const own = new Map(leaves(dictionary(pluralIn(code)), 'en'))
      for (const [path, text] of english)
        assert.deepEqual(partsOf(own.get(path) ?? ''), partsOf(text), `${code} ${path}`)
    }
  })
  test('keep user input unchanged beside numbers', () => {
    for (const [language, dictionary] of Object.entries({ en, de, fr, es })) {
      const { tagAdded, tagRemoved, notDone } = dictionary(pluralIn(language)).jobs
      for (const count of [1, 2])
        for (const text of [tagAdded('C# $&', count), tagRemoved('C# $&', count), notDone(count, 'C# $&')])
          assert.ok(text.includes('C# $&') && text.replace('C# $&', '').includes(String(count)), text)
    }
  })
})
