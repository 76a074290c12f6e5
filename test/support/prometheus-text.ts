/** The text format of Prometheus, parsed strictly: https://prometheus.io/docs/instrumenting/exposition_formats/ */
import assert from 'node:assert/strict'

interface Family {
  readonly type: string
  /** Values by name and labels as written: `name{label="value"}`. */
  readonly samples: Map<string, number>
}

const NAME = '[a-zA-Z_:][a-zA-Z0-9_:]*'
const LABEL = String.raw`[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\n]|\\["\\n])*"`
const HEAD = new RegExp(`^# HELP (${NAME}) (.+)\n# TYPE \\1 (counter|gauge|histogram|summary)$`)
const SAMPLE = new RegExp(
  `^(${NAME})(\\{${LABEL}(?:,${LABEL})*\\})? ([+-]?(?:\\d+(?:\\.\\d+)?(?:e[+-]?\\d+)?|Inf)|[Nn]a[Nn])$`,
)

/** The metrics by name. Fails for text that Prometheus would reject, or about which `promtool check metrics` would complain. */
export function parseMetrics(text: string): Map<string, Family> {
  assert.ok(text.endsWith('\n'))
  const families = new Map<string, Family>()
  for (const block of text.split(/(?=^# HELP )/m)) {
    const [help = '', type = '', ...lines] = block.trimEnd().split('\n')
    const [, name = '', , kind = ''] = HEAD.exec(`${help}\n${type}`) ?? []
    assert.ok(name !== '' && !families.has(name), help)
    assert.equal(kind === 'counter', name.endsWith('_total'), name)
    const samples = new Map<string, number>()
    for (const line of lines) {
      const [, of = '', labels = '', value = ''] = SAMPLE.exec(line) ?? []
      const allowed = kind === 'histogram' ? ['_bucket', '_sum', '_count'].map((end) => name + end) : [name]
      assert.ok(allowed.includes(of), line)
      assert.ok(!samples.has(of + labels), line)
      samples.set(of + labels, Number(value.replace('Inf', 'Infinity')))
    }
    if (kind === 'histogram') checkBuckets(name, samples)
    families.set(name, { type: kind, samples })
  }
  return families
}

/** Buckets are cumulative, and the last one contains everything. */
function checkBuckets(name: string, samples: ReadonlyMap<string, number>): void {
  let last = 0
  for (const [key, value] of samples) {
    if (!key.startsWith(`${name}_bucket`)) continue
    assert.ok(value >= last, key)
    last = value
    if (!key.includes('le="+Inf"')) continue
    const rest = key.slice(`${name}_bucket`.length).replace(/le="\+Inf",?/, '')
    assert.equal(samples.get(`${name}_count${rest === '{}' ? '' : rest}`), value, key)
    last = 0
  }
}
