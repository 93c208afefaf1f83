// The YAML text of sheets: parsed values, line numbers, source text of numbers, and the written text.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import fc from 'fast-check'
import { ValidationError } from '../../../../core/foundation/errors.js'
import { readYaml, writeYaml } from '../../../../plugins/sheets/sheet/yaml.js'
import { repositoryRoot } from '../../../support/repository.js'

const demo = join(repositoryRoot, 'plugins/demo/data')

/** Texts with a special meaning in YAML at some positions. */
const specialTexts = [
  ...['0012', '1', '-1', '+1.5', '.5', '5.', '1e3', '0x1F', '0o7', '.inf', '-.INF', '.nan', '1_0', '2026-01-31', '12:30:45'],
  ...['true', 'True', 'FALSE', 'null', '~', 'NULL', 'nUll', 'yes', 'No', '<<', '=', '', ' ', '-', '--', '---', '...', '?', ':'],
  ...['a: b', 'a:b', '- a', '? a', '[', ']', '{}', '#', 'a #b', 'a#b', '&a', '*a', '!a', '%a', '@a', '`a', '|', '>', 'a, b'],
  ...[
    '"',
    "'",
    "it's",
    '"a"',
    `'"`,
    '\\n',
    '\\',
    'one\ntwo',
    'one\ntwo\n',
    '\none',
    'one\n\n',
    ' one\n two',
    'one \ntwo',
    '\n  ',
    '\t',
  ],
  ...['a\u00a0b', '\u0085', '\u2028', '\ufeff', '寬', 'מ״מ', 'wood == oak and not', "note != ''", 'x ?? 1', '10..20'],
]
const text = fc.oneof(fc.constantFrom(...specialTexts), fc.string({ unit: 'grapheme', maxLength: 12 }))
const key = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom('a', 'b', 'key', 'en-GB', '0012', 'ä') },
  { weight: 1, arbitrary: text },
)
const usableKey = key.filter((name) => name !== '' && name !== '__proto__')
const { value } = fc.letrec<{ value: unknown; leaf: unknown }>((tie) => ({
  leaf: fc.oneof(
    text,
    fc.integer(),
    fc.integer({ min: -9_999, max: 9_999 }).map((n) => n / 100),
    fc.boolean(),
    fc.constant(null),
  ),
  value: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    tie('leaf'),
    fc.array(tie('value'), { maxLength: 5 }),
    fc.dictionary(usableKey, tie('value'), { maxKeys: 5 }),
  ),
}))
const sheet = fc.dictionary(usableKey, value, { maxKeys: 6 })

const plain = (parsed: unknown): unknown => JSON.parse(JSON.stringify(parsed))

/** The error message without the part that the library writes. */
function refusal(sheetText: string): string {
  try {
    return `no refusal of ${JSON.stringify(readYaml(sheetText).value)}`
  } catch (error) {
    expect(error).to.be.instanceOf(ValidationError)
    return (error as ValidationError).message.replace(/(?<=This is not YAML): .*/, '')
  }
}

describe('Sheet text: YAML', () => {
  it('reads back every value that it writes', () => {
    fc.assert(
      fc.property(sheet, fc.subarray(['a', 'b', 'key']), (source, open) => {
        expect(plain(readYaml(writeYaml(source, new Set(open))).value)).to.deep.equal(plain(source))
      }),
      { numRuns: 3_000 },
    )
  })

  it('writes the demo sheets again as they were read', async () => {
    const names = (await readdir(demo, { recursive: true })).filter((name) => name.endsWith('.yaml'))
    expect(names.length).to.be.greaterThan(2)
    for (const name of names) {
      const parsed = readYaml(await readFile(join(demo, name), 'utf8')).value as Readonly<Record<string, unknown>>
      const source = writeYaml(parsed, new Set(['pages', 'questions']))
      expect(readYaml(source).value, name).to.deep.equal(parsed)
      expect(writeYaml(readYaml(source).value as typeof parsed, new Set(['pages', 'questions'])), name).to.equal(source)
    }
  })

  it('reads JSON as JSON.parse does, in any layout', () => {
    const layout = fc.record({
      indent: fc.constantFrom<string | number>(0, 1, 2, 4, '\t'),
      before: fc.constantFrom('', '\n', '# c\n\n'),
      behind: fc.constantFrom('', ' ', '\n', '\n  ', ' \n'),
    })
    fc.assert(
      fc.property(sheet, layout, (source, { indent, before, behind: after }) => {
        const json = JSON.stringify(source, null, indent)
        expect(plain(readYaml(`${before}${json}${after}`).value)).to.deep.equal(JSON.parse(json))
      }),
      { numRuns: 3_000 },
    )
  })

  it('finds the line of each value and the spelling of each number', () => {
    const lines = fc.array(
      fc.record({
        name: fc.stringMatching(/^[a-z]{1,8}$/),
        number: fc.integer({ min: 0, max: 999 }).map((n) => `0${n}.50`),
        comment: fc.constantFrom('', '# c\n', '\n'),
      }),
      { minLength: 1, maxLength: 20 },
    )
    fc.assert(
      fc.property(lines, (items) => {
        const source = `items:\n${items.map(({ name, number, comment }) => `${comment}  - { k: ${name}, n: ${number} }\n`).join('')}`
        const { places } = readYaml(source)
        for (const [index, { name, number }] of items.entries()) {
          const line = source.split('\n')[places.lineOf(`items[${index}].n`) - 1]
          expect(line).to.equal(`  - { k: ${name}, n: ${number} }`)
          expect(places.sources.get(`items[${index}].n`)).to.equal(number)
        }
      }),
      { numRuns: 200 },
    )
    const { places } = readYaml('a: |\n  one\n\n  two\n- b: 1\n'.replace('- b', 'b'))
    expect([...places.lines]).to.deep.equal([
      ['a', 1],
      ['b', 5],
    ])
    expect([...readYaml('- |\n  a\n-\n# - c\n\n-\n- >-\n  b\n').places.lines.values()]).to.deep.equal([1, 3, 6, 7])
  })

  it('parses comments, blank lines, folded texts, multiline values, tags of the core schema and JSON', () => {
    for (const [source, expected] of [
      ['a: # c\n  # d\n  b: 1   # e\n\n    # f\n  c: "x" # g\n# h\n', { a: { b: 1, c: 'x' } }],
      ['a:   b  \n  \nlist:\n  - 1 # one\n  # two\n  - 2\n', { a: 'b', list: [1, 2] }],
      ['a: |\n  one\n\n  # two\n\n\n  three\n\n# c\nb: 1\n', { a: 'one\n\n# two\n\n\nthree\n', b: 1 }],
      ['a: >\n  one\n  two\nb: "three\n  four"\nc: five\n  six\n', { a: 'one two\n', b: 'three four', c: 'five six' }],
      ['a: !!str 0012\nb: !!int "3"\n', { a: '0012', b: 3 }],
      ['a: 2026-01-31\nb: 1_0\nc: yes\nd: 0x1f\ne: ~\nf:\n', { a: '2026-01-31', b: '1_0', c: 'yes', d: 31, e: null, f: null }],
      ['%YAML 1.2\n---\na: b', { a: 'b' }],
      ['{"a":1,"constructor":[true,null,{"c":"d\\n"}]}', { a: 1, constructor: [true, null, { c: 'd\n' }] }],
    ] as const)
      expect(plain(readYaml(source).value), source).to.deep.equal(expected)
  })

  it('parses a byte order mark and Windows line ends, at any length', () => {
    const lines = Array.from({ length: 30_000 }, (_, at) => `k${at}: v`)
    const read = readYaml(`\ufeff${lines.join('\r\n')}\r\n`)
    expect(read.places.lineOf('k29999')).to.equal(30_000)
    expect(read.value).to.include({ k0: 'v', k29999: 'v' })
  })

  it('rejects other forms with the line', () => {
    for (const [source, message] of [
      ['a: 1\nb: &x 1\nc: *x\n', "Line 2, 'b': Anchors are not supported. Remove '&x'."],
      ['a: 1\n&x b: 1\n', "Line 2: Anchors are not supported. Remove '&x'."],
      ['a:\n  - *x\n', "Line 2, 'a[0]': Aliases are not supported. Replace '*x' with its content."],
      ['a: !x 1\n', "Line 1, 'a': The tag '!x' is not supported. Write the plain value."],
      ['a: !!int b\n', "Line 1, 'a': The tag '!!int' is not supported. Write the plain value."],
      ['a: !!set { b }\n', "Line 1, 'a': The tag '!!set' is not supported. Write the plain value."],
      ['!!str a: 1\n', "Line 1: The tag '!!str' is not supported. Write the plain value."],
      ['a: 1\n\n---\na: b\n', 'Line 3: A second document starts here. A file contains one sheet.'],
      ['---\n---\n', 'Line 2: A second document starts here. A file contains one sheet.'],
      ['a: 1\nb: 2\na: 3\n', "Line 3, 'a': This key already exists. Each key of a map is unique."],
      ['a: { b: 1, "b": 2 }\n', "Line 1, 'a.b': This key already exists. Each key of a map is unique."],
      ['a: 1\n__proto__: 1\n', "Line 2: The key '__proto__' is not allowed in a sheet."],
      ['a:\n  "": 1\n', "Line 2, 'a': The key '' is not allowed in a sheet."],
      ['a: 1\n? [b]\n: 1\n', 'Line 2: A key is a plain name, not a list, a map or an alias.'],
      ['a:\n  - 1\n  - .inf\n', "Line 3, 'a[1]': A number consists of digits."],
      ['a: 1\n\tb: 2\n', 'Line 2: This is not YAML'],
      ['a: "b', 'Line 1: This is not YAML'],
      ['{"a": 1', 'Line 1: This is not YAML'],
      ['["a"\n1]', 'Line 2: This is not YAML'],
      ['a: "b"#c\n', 'Line 1: This is not YAML'],
      ['a: b\0', 'Line 1: This is not YAML'],
      ['a: [\n  1\n]\n', 'Line 3: Inside brackets and quotes, indent each line further than its key. Use spaces.'],
    ] as const)
      expect(refusal(source), source).to.equal(message)
  })

  it('rejects too many lists and maps before it parses them', () => {
    const nested = `[${`${'['.repeat(30)}${']'.repeat(30)},`.repeat(20_000)}`
    expect(refusal(nested)).to.match(/^Line 1: A sheet can have at most 300000 opening brackets .* This one has 600001\.$/)
    expect(refusal('- - - - a\n'.repeat(100_000))).to.match(/This one has 400000\.$/)
    expect(refusal('a: |\n  [ - - b\n')).to.match(/^no refusal/)
  })

  it('writes short lists and maps on one line, and sections and long texts on several lines', () => {
    const source = writeYaml(
      {
        sheet: 1,
        title: { 'en-GB': 'It\'s 5"', 'de-DE': 'a: b' },
        pages: [{ title: 'A', answers: ['x', '1', ''] }],
        note: 'one\ntwo\n',
        code: `return ${'a + '.repeat(30)}1`,
        price: 'ab\u00a0€',
        mark: '\u2028',
      },
      new Set(['pages']),
    )
    expect(source).to.equal(
      [
        'sheet: 1',
        `title: { en-GB: It's 5", de-DE: "a: b" }`,
        'pages:',
        '  - { title: A, answers: [ x, "1", "" ] }',
        'note: |',
        '  one',
        '  two',
        `code: return ${'a + '.repeat(30)}1`,
        'price: ab\u00a0€',
        'mark: "\\L"',
        '',
      ].join('\n'),
    )
  })
})
