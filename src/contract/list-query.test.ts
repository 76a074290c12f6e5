import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import * as fc from 'fast-check'
import { type ListQuery, listParameters, parseListQuery } from './list-query.ts'

/** Parses the text after the question mark, as the server does. */
const parse = (search: string, kinds = true) => parseListQuery(new URLSearchParams(search), { kinds })

function read(search: string, kinds = true): ListQuery {
  const parsed = parse(search, kinds)
  assert.ok(parsed.ok, `?${search} has faults: ${parsed.ok || parsed.faults.join('; ')}`)
  return parsed.query
}

function faults(search: string, kinds = true): string[] {
  const parsed = parse(search, kinds)
  return parsed.ok ? [] : parsed.faults
}

const EMPTY: ListQuery = {
  offset: 0,
  limit: 20,
  createdFrom: null,
  createdBefore: null,
  statuses: null,
  kinds: null,
  customMetadata: null,
  tags: null,
  language: null,
  errorCodes: null,
  words: null,
  fields: null,
  cursor: null,
  given: [],
}

suite('a list query', () => {
  const absent = [
    '',
    'status=&date=&limit=&offset=&kind=&custom_metadata=&tag=&tag[]=&cursor=&before_date=&status[]=&kind[]=',
    'custom_metadata={}',
    'sorting=7&__proto__=1&constructor=x&v=3&_=done&sorting=8',
    'status=,&kind=,,',
    'limit=&limit=20',
  ]
  for (const search of absent) test(`is empty: ?${search}`, () => assert.deepEqual(read(search), EMPTY))

  test('has the documented defaults', () => {
    const { offset, limit } = listParameters.parse({})
    assert.deepEqual({ offset, limit }, { offset: EMPTY.offset, limit: EMPTY.limit })
  })

  test('has numeric parameters', () => {
    const { offset, limit } = read(`offset=007&limit=${Number.MAX_SAFE_INTEGER}`)
    assert.deepEqual({ offset, limit }, { offset: 7, limit: Number.MAX_SAFE_INTEGER })
  })

  const lists: [string, Partial<ListQuery>][] = [
    ['status=done', { statuses: ['done'] }],
    ['status=done&status=error', { statuses: ['done', 'error'] }],
    ['status[]=error&status[]=done', { statuses: ['done', 'error'] }],
    ['status%5B%5D=error', { statuses: ['error'] }],
    ['status=error,done', { statuses: ['done', 'error'] }],
    ['status=done,&status[]=queued&status=done', { statuses: ['queued', 'done'] }],
    ['kind=live', { kinds: ['live'] }],
    ['kind[]=live&kind=pre-recorded,live', { kinds: ['pre-recorded', 'live'] }],
    ['tag=team', { tags: ['team'] }],
    ['tag=b&tag=a&tag=b', { tags: ['b', 'a'] }],
    ['tag[]=a&tag[1]=b', { tags: ['a', 'b'] }],
    ['error_code=422', { errorCodes: [422, 422] }],
    ['error_code=5xx', { errorCodes: [500, 599] }],
    ['tag=one,+two&tag=', { tags: ['one, two'] }],
    ['offset=40&cursor=1z-14', { offset: 40, cursor: { ordinal: 71, offset: 40 } }],
    ['cursor=1z-14', { offset: 40, cursor: { ordinal: 71, offset: 40 } }],
    ['offset=20&cursor=1z-14', { offset: 20, cursor: null }],
  ]
  for (const [search, expected] of lists) {
    test(`?${search}`, () =>
      assert.deepEqual(read(search), { ...EMPTY, ...expected, given: read(search).given }))
  }

  test('has no kind if the list is of one kind', () => {
    assert.deepEqual(read('kind=nonsense', false), EMPTY)
  })
})

suite('dates of a list query', () => {
  test('may have a space or lower-case t/z; the fault of a day that does not exist says so', () => {
    const instants = ['2025-03-01 10:00:00Z', '2025-03-01t10:00:00z', '2025-03-01T10:00:00Z'].map(
      (text) => read(`after_date=${text}`).createdFrom,
    )
    assert.equal(new Set(instants).size, 1)
    assert.deepEqual(faults('date=2026-02-30'), ['date: there is no such day or time as 2026-02-30'])
    assert.deepEqual(faults('after_date=2026-02-30 10:00z'), [
      'after_date: there is no such day or time as 2026-02-30 10:00z',
    ])
  })

  const cases: [string, string | null, string | null][] = [
    ['date=2025-03-01', '2025-03-01T00:00:00.000Z', '2025-03-02T00:00:00.000Z'],
    ['date=2025-03-01T23:30:00-02:00', '2025-03-02T00:00:00.000Z', '2025-03-03T00:00:00.000Z'],
    ['date=2024-02-29', '2024-02-29T00:00:00.000Z', '2024-03-01T00:00:00.000Z'],
    ['date=1969-12-31T23:59:59.999Z', '1969-12-31T00:00:00.000Z', '1970-01-01T00:00:00.000Z'],
    ['before_date=2025-03-01', null, '2025-03-01T00:00:00.000Z'],
    ['after_date=2025-03-01', '2025-03-01T00:00:00.001Z', null],
    ['before_date=2025-03-01T10:00:00', null, '2025-03-01T10:00:00.000Z'],
    ['before_date=2025-03-01T10:00', null, '2025-03-01T10:00:00.000Z'],
    ['before_date=2025-03-01T10:00:00.5Z', null, '2025-03-01T10:00:00.500Z'],
    ['before_date=2025-03-01T10:00:00,5Z', null, '2025-03-01T10:00:00.500Z'],
    ['before_date=2025-03-01T10:00:00.1234Z', null, '2025-03-01T10:00:00.124Z'],
    ['before_date=2025-03-01T10:00:00.1230000Z', null, '2025-03-01T10:00:00.123Z'],
    ['before_date=2025-03-01T10:00:00.9999Z', null, '2025-03-01T10:00:01.000Z'],
    ['after_date=2025-03-01T10:00:00.1239Z', '2025-03-01T10:00:00.124Z', null],
    ['after_date=2025-03-01T10:00:00.123Z', '2025-03-01T10:00:00.124Z', null],
    ['before_date=2025-03-01T10:00:00%2B02:00', null, '2025-03-01T08:00:00.000Z'],
    ['before_date=2025-03-01T10:00:00+02:00', null, '2025-03-01T08:00:00.000Z'],
    ['before_date=2025-03-01T10:00:00+0230', null, '2025-03-01T07:30:00.000Z'],
    ['before_date=2025-03-01T10:00:00-0800', null, '2025-03-01T18:00:00.000Z'],
    ['before_date=2025-03-01T10:00:00-08', null, '2025-03-01T18:00:00.000Z'],
    ...[
      '2025-03-01+10:00:00Z',
      '2025-03-01%2010:00:00z',
      '2025-03-01t10:00:00z',
      '2025-03-01 12:00+02:00',
    ].map((text): [string, null, string] => [`before_date=${text}`, null, '2025-03-01T10:00:00.000Z']),
    ['before_date=0001-01-01', null, '0001-01-01T00:00:00.000Z'],
    ['after_date=2025-03-01&before_date=2025-03-02', '2025-03-01T00:00:00.001Z', '2025-03-02T00:00:00.000Z'],
    [
      'date=2025-03-01&after_date=2025-03-01T12:00:00Z&before_date=2026-01-01',
      '2025-03-01T12:00:00.001Z',
      '2025-03-02T00:00:00.000Z',
    ],
  ]
  for (const [search, from, before] of cases) {
    test(`?${search}`, () => {
      const { createdFrom, createdBefore } = read(search)
      assert.equal(createdFrom, from === null ? null : Date.parse(from))
      assert.equal(createdBefore, before === null ? null : Date.parse(before))
    })
  }
})

suite('custom_metadata of a list query', () => {
  const cases: [string, string][] = [
    ['custom_metadata={"user":"x","order":{"id":7}}', '{"user":"x","order":{"id":7}}'],
    [`custom_metadata=${encodeURIComponent('{"user":"ä"}')}`, '{"user":"ä"}'],
    ['custom_metadata[user]=x&custom_metadata[order][id]=7', '{"user":"x","order":{"id":"7"}}'],
    ['custom_metadata%5Buser%5D=x', '{"user":"x"}'],
    ['custom_metadata[tags][]=a&custom_metadata[tags][]=b', '{"tags":["a","b"]}'],
    ['custom_metadata[tags][0]=a&custom_metadata[tags][1]=b', '{"tags":["a","b"]}'],
    ['custom_metadata[o][0][k]=a&custom_metadata[o][0][l]=b', '{"o":[{"k":"a","l":"b"}]}'],
    ['custom_metadata[o][][k]=a&custom_metadata[o][][k]=b', '{"o":[{"k":"a"},{"k":"b"}]}'],
    ['custom_metadata[7]=x', '{"7":"x"}'],
    ['custom_metadata[user]=', '{"user":""}'],
    ['custom_metadata[user]=&status=&date=', '{"user":""}'],
    ['custom_metadata[order][id]=&custom_metadata[tags][]=', '{"order":{"id":""},"tags":[""]}'],
    ['custom_metadata[a b.c]=x', '{"a b.c":"x"}'],
    ['custom_metadata[user]=x&custom_metadata[user]=x', '{"user":"x"}'],
    ['custom_metadata={"a":1}&custom_metadata[b]=2', '{"a":1,"b":"2"}'],
    ['custom_metadata={"a":{"x":1}}&custom_metadata[a][y]=2', '{"a":{"x":1,"y":"2"}}'],
    ['custom_metadata={"t":["a"]}&custom_metadata[t][]=b&custom_metadata[t][0]=c', '{"t":["c","a","b"]}'],
    ['custom_metadata[t][0][1]=y&custom_metadata[t][0][0]=x', '{"t":[["x","y"]]}'],
    [
      'custom_metadata={"n":7,"b":true,"z":null}&custom_metadata[n]=7&custom_metadata[b]=true',
      '{"n":7,"b":true,"z":null}',
    ],
    ['custom_metadata={"":{"":1}}&custom_metadata[a]=2', '{"":{"":1},"a":"2"}'],
  ]
  for (const [search, expected] of cases) {
    test(`?${search}`, () => {
      const { customMetadata, given } = read(search)
      assert.equal(JSON.stringify(customMetadata), expected)
      assert.deepEqual(given, [['custom_metadata', expected]])
    })
  }

  test('may have keys such as __proto__', () => {
    for (const search of [
      'custom_metadata[__proto__][polluted]=1&custom_metadata[constructor][prototype][polluted]=1',
      'custom_metadata={"__proto__":{"polluted":"1"}}&custom_metadata[constructor][prototype][polluted]=1',
    ]) {
      const { customMetadata } = read(search)
      assert.equal(
        JSON.stringify(customMetadata),
        '{"__proto__":{"polluted":"1"},"constructor":{"prototype":{"polluted":"1"}}}',
      )
    }
    assert.equal('polluted' in {}, false)
  })
})

suite('a fault of a list query is one line that names the parameter', () => {
  const NUMBER = 'must be a whole number,'
  const MISSING = 'there is no such day or time as'
  const DATE = 'must be a date such as 2025-06-01'
  const TIME = 'must be a time such as 2025-06-01T12:00:00+02:00'
  const METADATA = 'must be a JSON object such as {"user":"x"}'
  const CONTRADICTION = 'contradicts another value of custom_metadata'
  const cases: [string, string[]][] = [
    ...['-1', '+5', '%205', '5%20', '5.0', '1e3', '0x5', 'five'].flatMap((text): [string, string[]][] => [
      [`offset=${text}`, [`offset: ${NUMBER} 0 or more`]],
      [`limit=${text}`, [`limit: ${NUMBER} 1 or more`]],
    ]),
    ['limit=0', [`limit: ${NUMBER} 1 or more`]],
    ['limit=1&limit=2&limit=3', ['limit: must be given once']],
    ['date=2025-01-01&date=2025-01-01', ['date: must be given once']],
    ['custom_metadata={}&custom_metadata={}', ['custom_metadata: must be given once']],
    ...['2024-02-30', '2023-02-29', '2024-13-01', '2024-00-10'].map((text): [string, string[]] => [
      `date=${text}`,
      [`date: ${MISSING} ${text}`],
    ]),
    ...['24-01-01', '2024-1-1', 'today', '20240101'].map((text): [string, string[]] => [
      `date=${text}`,
      [`date: ${DATE}`],
    ]),
    ...[
      '2024-02-30T10:00:00Z',
      '2024-01-01T24:00:00Z',
      '2024-01-01T10:60:00Z',
      '2024-01-01T10:00:60Z',
      '2024-01-01T10:00:00%2B24:00',
      '2024-01-01T10:00:00%2B02:60',
    ].flatMap((text): [string, string[]][] => [
      [`before_date=${text}`, [`before_date: ${MISSING} ${decodeURIComponent(text)}`]],
      [`after_date=${text}`, [`after_date: ${MISSING} ${decodeURIComponent(text)}`]],
    ]),
    ...['2024-01-01T10:00:00ZZ', '2024-01-01%2B02:00', '1735689600', '2024-01-01T10:00:00.Z'].flatMap(
      (text): [string, string[]][] => [
        [`before_date=${text}`, [`before_date: ${TIME}`]],
        [`after_date=${text}`, [`after_date: ${TIME}`]],
      ],
    ),
    ['status=Done', ['status: must be one of queued, processing, done, error, not "Done"']],
    [
      'status=done,x&status[]=y&status=x',
      [
        'status: must be one of queued, processing, done, error, not "x"',
        'status: must be one of queued, processing, done, error, not "y"',
      ],
    ],
    ['kind=file', ['kind: must be one of pre-recorded, live, not "file"']],
    ['staus=done', ['staus: did you mean status?']],
    ['Status=done', ['Status: did you mean status?']],
    ['custom_metdata[user]=x', ['custom_metdata[user]: did you mean custom_metadata?']],
    ['status[a]=done', ['status[a]: is not a form of status that is understood']],
    ['limit[]=1', ['limit[]: is not a form of limit that is understood']],
    ['custom_metadata={"a":{"b":[]}}', ['custom_metadata.a.b: must contain a value to match']],
    ['tag[a]=x', ['tag[a]: is not a form of tag that is understood']],
    ['tags=x', ['tags: did you mean tag?']],
    ['tag=a%00', ['tag.0: must not contain control characters, which no tag has']],
    ['tag=a&tag=%01en', ['tag.1: must not contain control characters, which no tag has']],
    [
      Array.from({ length: 51 }, (_, i) => `tag=${i}`).join('&'),
      ['tag: must not be given more than 50 times'],
    ],
    ['cursor=A', ['cursor: must be copied from the next of a page']],
    ['cursor=1z', ['cursor: must be copied from the next of a page']],
    ...['{', '[]', '7', 'null', '"x"', 'user', "{'user':'x'}"].map((text): [string, string[]] => [
      `custom_metadata=${text}`,
      [`custom_metadata: ${METADATA}`],
    ]),
    ['custom_metadata[=', ['custom_metadata[: must be spelled like custom_metadata[order][id]']],
    ...['[user', '[user]x', '[user]]', '[[user]]', '[a][b', '[a]b[c]', '[', '[a].b'].map(
      (brackets): [string, string[]] => [
        `custom_metadata${brackets}=x`,
        [`custom_metadata${brackets}: must be spelled like custom_metadata[order][id]`],
      ],
    ),
    [
      'custom_metadata[]=x',
      ['custom_metadata[]: must name a key in the first brackets: custom_metadata is not a list'],
    ],
    ['custom_metadata[a]=1&custom_metadata[a]=2', [`custom_metadata[a]: ${CONTRADICTION}`]],
    ['custom_metadata[a]=1&custom_metadata[a][b]=2', [`custom_metadata[a][b]: ${CONTRADICTION}`]],
    ['custom_metadata[a][b]=1&custom_metadata[a]=2', [`custom_metadata[a]: ${CONTRADICTION}`]],
    ['custom_metadata[a][b]=1&custom_metadata[a][0]=2', [`custom_metadata[a][0]: ${CONTRADICTION}`]],
    ['custom_metadata={"a":1}&custom_metadata[a]=2', [`custom_metadata[a]: ${CONTRADICTION}`]],
    [
      `custom_metadata=${'{"a":'.repeat(51)}1${'}'.repeat(51)}`,
      ['custom_metadata: must not have more than 50 levels'],
    ],
    [
      `custom_metadata${'[a]'.repeat(51)}=1`,
      [`custom_metadata${'[a]'.repeat(51)}: must not have more than 50 levels`],
    ],
    [
      'limit=x&offset=-1&status=x&date=y&kind=z&custom_metadata=w',
      [
        `offset: ${NUMBER} 0 or more`,
        `limit: ${NUMBER} 1 or more`,
        `date: ${DATE}`,
        'status: must be one of queued, processing, done, error, not "x"',
        'kind: must be one of pre-recorded, live, not "z"',
        `custom_metadata: ${METADATA}`,
      ],
    ],
  ]
  for (const [search, lines] of cases) {
    test(`?${search.slice(0, 80)}`, () => assert.deepEqual(faults(search), lines))
  }

  test('even for the deepest metadata allowed', () => {
    assert.deepEqual(faults(`custom_metadata=${'{"a":'.repeat(50)}1${'}'.repeat(50)}`), [])
    assert.deepEqual(faults(`custom_metadata${'[a]'.repeat(50)}=1`), [])
  })
})

suite('the filters to repeat in links', () => {
  test('are in the order of the contract, in canonical spelling', () => {
    const { given } = read(
      'custom_metadata[user]=x&tag[]=b&tag=a&kind[]=live&status=error,done&offset=40&limit=5&cursor=7-14' +
        '&after_date=2025-01-01T00:00:00+01:00&date=2025-03-01&x=y&before_date=2026-01-01',
    )
    assert.deepEqual(given, [
      ['date', '2025-03-01'],
      ['before_date', '2026-01-01'],
      ['after_date', '2025-01-01T00:00:00+01:00'],
      ['status', 'done'],
      ['status', 'error'],
      ['kind', 'live'],
      ['custom_metadata', '{"user":"x"}'],
      ['tag', 'b'],
      ['tag', 'a'],
    ])
  })

  test('preserve times written with a space or `+`', () => {
    for (const time of [
      '2025-01-01 10:00:00+01:00',
      '2025-01-01%2010:00%2B01:00',
      '2025-01-01t10:00+01:00',
    ]) {
      const query = read(`after_date=${time}`)
      const again = read(
        new URLSearchParams(query.given.map(([name, value]): [string, string] => [name, value])).toString(),
      )
      assert.deepEqual([again.createdFrom, again.given], [query.createdFrom, query.given])
      assert.equal(query.createdFrom, Date.parse('2025-01-01T09:00:00.001Z'))
    }
  })

  const piece = fc.constantFrom('a', 'tags', '0', '1', '', '__proto__', '][', '[', 'é')
  const name = fc.oneof(
    fc.constantFrom(
      ...Object.keys(listParameters.shape),
      'status[]',
      'kind[]',
      'tag[]',
      '__proto__',
      'custom_metadata[a]',
      'custom_metadata[tags][]',
    ),
    fc
      .array(piece, { maxLength: 4 })
      .map((keys) => `custom_metadata${keys.map((key) => `[${key}]`).join('')}`),
    fc.string(),
  )
  const value = fc.oneof(
    fc.constantFrom(
      '',
      '1',
      'done',
      'error,live',
      'live',
      '2025-03-01',
      '2025-03-01T10:00:00.0001 02:00',
      '1e3',
    ),
    fc.json({ maxDepth: 4 }),
    fc.string({ unit: 'binary' }),
  )
  const pairs = fc.array(fc.tuple(name, value), { maxLength: 8 })

  test('yield the same query again; no query makes the parser throw, and a refused one has a fault', () => {
    fc.assert(
      fc.property(pairs, fc.boolean(), (query, kinds) => {
        const parsed = parseListQuery(query, { kinds })
        if (!parsed.ok) return parsed.faults.length > 0 && parsed.faults.every((line) => /^.+: ./s.test(line))
        const { given, customMetadata, offset: _o, limit: _l, cursor: _c, ...filters } = parsed.query
        const again = parseListQuery(given, { kinds })
        assert.ok(again.ok)
        const { offset: _o2, limit: _l2, cursor: _c2, ...repeated } = again.query
        assert.equal(JSON.stringify(repeated.customMetadata), JSON.stringify(customMetadata))
        assert.deepEqual(repeated, { ...filters, customMetadata: repeated.customMetadata, given })
        return true
      }),
      { seed: 20_250_601, numRuns: 2000 },
    )
  })
})
