// The fast way of reading sheets: what it reads it reads as the library does, values, lines and spelling; everything else it leaves alone.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import fc from 'fast-check'
import { readPlainYaml } from '../../../../core/transfer/sheet/plain-yaml.js'
import { readByLibrary, readYaml, writeYaml } from '../../../../core/transfer/sheet/yaml.js'
import { root } from '../../../support/repository.js'

const demo = join(root, 'plugins/demo/data')

/** True where the fast way reads the text; then the library reads the same. */
function isRead(text: string): boolean {
  const fast = readPlainYaml(text)
  if (!('value' in fast)) return false
  const { value, places } = readByLibrary(text)
  expect(fast.value, text).to.deep.equal(value)
  expect([...fast.places.lines], text).to.deep.equal([...places.lines])
  expect([...fast.places.sources], text).to.deep.equal([...places.sources])
  return true
}

/** What texts are made of, and what means something in one place and nothing in the other. */
const pieces = [
  ...[
    'a',
    'b',
    'key',
    'en-GB',
    'ä',
    '寬',
    '0012',
    '1',
    '-1',
    '+1.5',
    '.5',
    '5.',
    '1e3',
    '0x1F',
    '0o7',
    '.inf',
    '-.INF',
    '.nan',
    '1_0',
  ],
  ...['true', 'True', 'FALSE', 'null', '~', 'NULL', 'nUll', 'yes', '<<', '=', '__proto__', '123456789012345678901'],
  ...[
    ': ',
    ':',
    ' :',
    '- ',
    '-',
    '--',
    '? ',
    '?',
    ', ',
    ',',
    '[',
    ']',
    '{',
    '}',
    '[]',
    '{}',
    '{ ',
    ' }',
    '#',
    ' #',
    '&',
    '*',
    '!',
    '%',
  ],
  ...[
    '@',
    '`',
    '"',
    "'",
    "''",
    '\\',
    '\\n',
    '\\u00e4',
    '\\x41',
    '\\/',
    '"a"',
    '"b: c"',
    "'d'",
    '|',
    '|-',
    '>',
    '|2',
    '---',
    '...',
  ],
  ...[
    '\n',
    '\n',
    '\n',
    '\n  ',
    '\n  ',
    '\n    ',
    '\n- ',
    '\n  - ',
    '\n\n',
    ' ',
    '  ',
    '\t',
    '\r',
    '\n a',
    '\u00a0',
    '\u0085',
    '\u2028',
    '\ufeff',
  ],
  ...[
    'key: a\n',
    'b: { a: 1, c: [x, 2] }\n',
    'list:\n  - a\n',
    'text: |\n  one\n  two\n',
    'text: |\n  one\n\n  # two\n',
    '# c\n',
    ' # c\n',
    '  # c\n',
    'map:\n  a: b\n',
    '  - a: 1\n    b: 2\n',
  ],
]

const word = fc.oneof(
  fc.constantFrom(...pieces),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.constantFrom(
    'wood == oak and not',
    "note != ''",
    'a: b',
    'x ?? 1',
    'one\ntwo\n',
    ' one',
    'one ',
    'one\n\ntwo',
    '10..20',
    '-',
    'a, b',
  ),
)
const common = fc.constantFrom('a', 'b', 'key', 'en-GB', '0012', 'ä')
const mostly = fc.oneof({ weight: 9, arbitrary: common }, { weight: 1, arbitrary: word })

const { said } = fc.letrec<{ said: unknown; leaf: unknown }>((tie) => ({
  leaf: fc.oneof(
    mostly,
    fc.integer(),
    fc.integer({ min: -9_999, max: 9_999 }).map((n) => n / 100),
    fc.boolean(),
    fc.constant(null),
  ),
  said: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    tie('leaf'),
    fc.array(tie('said'), { maxLength: 5 }),
    fc.dictionary(mostly, tie('said'), { maxKeys: 5 }),
  ),
}))

describe('sheets that are read the fast way', () => {
  it('are the demo’s as they stand', async () => {
    const names = (await readdir(demo, { recursive: true })).filter((name) => name.endsWith('.yaml'))
    expect(names.length).to.be.greaterThan(2)
    for (const name of names) expect(isRead(await readFile(join(demo, name), 'utf8')), name).to.equal(true)
  })

  it('say the same as the library reads, whatever a text is made of', () => {
    let read = 0
    const text = fc.array(fc.constantFrom(...pieces), { maxLength: 14 }).map((some) => `${some.join('')}\n`)
    const judged = (one: string): void => {
      if (isRead(one)) read++
    }
    fc.assert(fc.property(text, judged), { numRuns: 20_000 })
    fc.assert(
      fc.property(
        text.map((one) => `key: ${one}`),
        judged,
      ),
      { numRuns: 10_000 },
    )
    fc.assert(
      fc.property(
        text.map((one) => `key:\n  - ${one}`),
        judged,
      ),
      { numRuns: 10_000 },
    )
    fc.assert(
      fc.property(
        text.map((one) => `key: { a: ${one.slice(0, -1)} }\n`),
        judged,
      ),
      { numRuns: 10_000 },
    )
    fc.assert(
      fc.property(
        text.map((one) => `key: [${one.slice(0, -1)}]\nb: c\n`),
        judged,
      ),
      { numRuns: 10_000 },
    )
    expect(read).to.be.greaterThan(1_000)
  })

  it('say the same as the library reads of what the service itself writes', () => {
    let read = 0
    const property = fc.property(fc.dictionary(mostly, said, { maxKeys: 6 }), fc.subarray(['a', 'b', 'key']), (value, open) => {
      if (isRead(writeYaml(value, new Set(open)))) read++
    })
    fc.assert(property, { numRuns: 3_000 })
    expect(read).to.be.greaterThan(300)
  })

  it('say the same as the library reads after anything was changed in them', async () => {
    const texts = await Promise.all(
      (await readdir(demo)).filter((name) => name.endsWith('.yaml')).map((name) => readFile(join(demo, name), 'utf8')),
    )
    const lines = texts.flatMap((text) => text.split('\n'))
    const change = fc.record({
      from: fc.nat(lines.length - 1),
      length: fc.integer({ min: 1, max: 12 }),
      at: fc.nat(400),
      piece: fc.constantFrom(...pieces),
      drops: fc.integer({ min: 0, max: 2 }),
    })
    let read = 0
    const property = fc.property(change, ({ from, length, at, piece, drops }) => {
      const some = lines.slice(from, from + length)
      const indent = Math.min(...some.filter((one) => one.trim() !== '').map((one) => one.search(/\S/)))
      const text = some.map((one) => one.slice(Number.isFinite(indent) ? indent : 0)).join('\n')
      const place = at % (text.length + 1)
      if (isRead(`${text.slice(0, place)}${piece}${text.slice(place + drops)}\n`)) read++
    })
    fc.assert(property, { numRuns: 10_000 })
    expect(read).to.be.greaterThan(1_000)
  })

  it('say the same as the library reads of JSON, laid out or not, whatever was changed in it', () => {
    let read = 0
    const space = fc.constantFrom('', ' ', '\n', '\n  ', ' \n')
    const laidOut = fc.tuple(said, fc.constantFrom(0, 1, 2, 4), space, space).map(([value, indent, before, behind]) => {
      const text = JSON.stringify({ a: value, key: [value] }, null, indent)
      return `${text.replaceAll(':', `:${before}`)}${behind}`
    })
    const judged = (text: string): void => {
      if (isRead(text)) read++
    }
    fc.assert(fc.property(laidOut, judged), { numRuns: 3_000 })
    const spoiled = fc.tuple(laidOut, fc.nat(300), fc.constantFrom(...pieces), fc.integer({ min: 0, max: 2 }))
    fc.assert(
      fc.property(spoiled, ([text, at, piece, drops]) => {
        const place = at % (text.length + 1)
        judged(`${text.slice(0, place)}${piece}${text.slice(place + drops)}`)
      }),
      { numRuns: 10_000 },
    )
    expect(read).to.be.greaterThan(2_000)
  })

  it('may hold comments, blanks, empty lines in a text and JSON', () => {
    for (const text of [
      '# a\na: b\n',
      'a: b # c\n',
      'a: # c\n  # d\n  b: 1   # e\n\n    # f\n  c: "x" # g\n# h\n',
      'a:   b  \n  \nlist:\n  - 1 # one\n  # two\n  - 2\n',
      'a: |\n  one\n\n  # two\n\n\n  three\n\n# c\nb: 1\n',
      'a: |-\n    one\n  # c\nb: 1\n',
      '{"a":1,"b":[true,null,{"c":"d\\n"}]}',
      '{\n  "a": 1,\n  "b": [\n    -2.5,\n    "x"\n  ]\n}\n',
      '[]',
    ])
      expect(isRead(text), text).to.equal(true)
  })

  it('may come from an editor that begins files with a mark and ends lines with two signs, at any length', () => {
    const lines = Array.from({ length: 30_000 }, (_, at) => `k${at}: v`)
    const read = readYaml(`\ufeff${lines.join('\r\n')}\r\n`)
    expect(read.places.lineOf('k29999')).to.equal(30_000)
    expect(read.value).to.include({ k0: 'v', k29999: 'v' })
  })

  it('leave alone what says more: anchors, tags, further documents and folded texts; and say where', () => {
    for (const [text, line] of [
      ['a: 1\nb: &x 1\nc: *x\n', 2],
      ['a: !!str 1\n', 1],
      ['a: 1\n\n---\na: b\n', 3],
      ['# c\na: >\n  b\n', 2],
      ['a: b', 1],
      ['a: 1\n\ta: b\n', 2],
      ['a: "b', 1],
      ['{"a": 1', 1],
      ['{"a":\n1', 2],
      ['["a"\n1]', 2],
      ['a: "b"#c\n', 1],
    ] as const)
      expect(readPlainYaml(text), text).to.deep.equal({ line })
  })
})
