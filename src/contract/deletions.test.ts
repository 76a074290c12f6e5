import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { NO_FILTER } from '../../test/support/no-filter.ts'
import { parseDeletionQuery } from './deletions.ts'

const parse = (query: string) => parseDeletionQuery([...new URLSearchParams(query)])

suite('the query of a deletion', () => {
  test('accepts the filters of lists in every spelling', () => {
    assert.deepEqual(
      parse(
        'status[]=done&status=error&kind=live&before_date=2025-06-01&custom_metadata[plan]=free&tag=old&tag=test&q=hello',
      ),
      {
        ok: true,
        filter: {
          ...NO_FILTER,
          createdBefore: Date.UTC(2025, 5, 1),
          statuses: ['done', 'error'],
          kinds: ['live'],
          customMetadata: { plan: 'free' },
          tags: ['old', 'test'],
          words: ['hello'],
        },
        trash: false,
      },
    )
  })

  test('moves jobs to the trash only on request', () => {
    const trash = (query: string) => {
      const parsed = parse(query)
      return parsed.ok && parsed.trash
    }
    assert.deepEqual(['status=done&trash=true', 'trash=false&status=done', 'status=done'].map(trash), [
      true,
      false,
      false,
    ])
  })

  test('reads an empty value in brackets as the empty string, as lists do', () => {
    const parsed = parse('custom_metadata[plan]=')
    assert.deepEqual(parsed.ok && parsed.filter.customMetadata, { plan: '' })
  })

  const faulty: [query: string, about: RegExp][] = [
    ['', /^query: needs at least one of the filters date, .*, such as before_date=2025-06-01$/],
    ['trash=true', /^query: needs at least one of the filters date/],
    ['status=done&trash=', /^trash: must be true or false/],
    ['status=done&trash[]=true', /^trash: /],
    ['status=done&limit=10', /^limit: is not a filter/],
    ['status=done&offset=0', /^offset: is not a filter/],
    ['status=done&fields=id', /^fields: is not a filter/],
    ['status=done&cursor=1.1', /^cursor: /],
    ['status=done&plan=free', /^plan: is not a filter with a value; the filters are /],
    ['status=done&tag=', /^tag: is not a filter with a value/],
    ['status=done&q=', /^q: is not a filter with a value/],
    ['status=done&custom_metadata={}', /^custom_metadata: is not a filter with a value/],
    ['status=done&status=', /^status: is not a filter with a value/],
    ['status=done&status[]=', /^status: is not a filter with a value/],
    ['status=,', /^status: is not a filter with a value/],
    ['statsu=done', /^statsu: did you mean status\?$/],
    ['status=finished', /^status: must be one of /],
  ]
  for (const [query, about] of faulty)
    test(`is refused if a filter would be ignored: ${query || 'nothing'}`, () => {
      const parsed = parse(query)
      assert.ok(!parsed.ok && parsed.faults.length === 1)
      assert.match(parsed.faults[0] ?? '', about)
    })
})
