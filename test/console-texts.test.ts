/** Texts of the console that are in English whatever the language: outside the dictionaries, or not translated. */
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

/** Attributes and properties whose values people read or hear. */
const READ = /^(?:aria-(?:label|description)|alt|caption|hint|label|placeholder|summary|title)$/
const READ_PROPERTIES = /^(?:hint|label|text|title)$/

/** Functions whose first argument people read or hear. */
const TELLING = /^(?:announce|notify|useShortcuts|useTitle)$/

/** Words that follow one another, as in a sentence. */
const SENTENCE = /^[A-Z][^\s]* [a-z].*[a-z]|[a-z] [a-z]+[.:]$/
const WORD = /\p{L}{2}/u

/** Names that are the same in every language, among them that of a scope, and that by which a preset of the service is recognised. */
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

/** Whether people read or hear a part of a node. @param isRead whether they do the node */
function isReadIn(node: ts.Node, part: ts.Node, isRead: boolean): boolean {
  if (ts.isJsxAttribute(node)) return READ.test(node.name.getText())
  if (ts.isJsxExpression(node) && !ts.isJsxAttribute(node.parent)) return true
  if (ts.isPropertyAssignment(node)) return READ_PROPERTIES.test(node.name.getText())
  if (ts.isCallExpression(node)) return TELLING.test(node.expression.getText()) && part === node.arguments[0]
  // What is compared is no text, nor what is a name of something else.
  if (ts.isConditionalExpression(node)) return isRead && part !== node.condition
  if (ts.isBinaryExpression(node)) return isRead && KEPT.has(node.operatorToken.kind)
  return isRead && !ts.isFunctionLike(node) && !ts.isElementAccessExpression(node)
}

/** Operators whose value is one of their operands, or both. */
const KEPT = new Set([
  ts.SyntaxKind.PlusToken,
  ts.SyntaxKind.BarBarToken,
  ts.SyntaxKind.QuestionQuestionToken,
  ts.SyntaxKind.AmpersandAmpersandToken,
])

/** The texts of a dictionary by their paths. */
function leaves(value: object, path: string): [path: string, text: string][] {
  return Object.entries(value).flatMap(([name, part]): [string, string][] => {
    const at = `${path}.${name}`
    if (typeof part === 'string') return [[at, part]]
    return typeof part === 'object' ? leaves(part as object, at) : []
  })
}

suite('the texts of the console', () => {
  test('are in no component: a language would lack them', () => {
    const files = globSync('**/*.{ts,tsx}', { cwd: ROOT }).filter(
      (file) => !/^(?:languages|reference)\/|\.test\./.test(file),
    )
    assert.deepEqual(files.flatMap(textsIn), [])
  })

  test('are translated: no sentence is the English one', () => {
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
  test('keep what users type as they typed it, beside numbers', () => {
    for (const [language, dictionary] of Object.entries({ en, de, fr, es })) {
      const { tagAdded, tagRemoved, notDone } = dictionary(pluralIn(language)).jobs
      for (const count of [1, 2])
        for (const text of [tagAdded('C# $&', count), tagRemoved('C# $&', count), notDone(count, 'C# $&')])
          assert.ok(text.includes('C# $&') && text.replace('C# $&', '').includes(String(count)), text)
    }
  })
})
