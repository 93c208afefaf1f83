// Sample properties for each property kind, with accepted and rejected values in wire form.
import * as fc from 'fast-check'
import type { Property, UnnamedProperty } from '../../../core/foundation/property/kind.js'
import { questionIdsContent, rowsContent } from '../../../core/model/entities/catalog/variant-table.js'
import { cellsContent } from '../../../core/model/entities/catalog/calculation-matrix.js'
import { boolean } from '../../../core/model/properties/boolean.js'
import { calculation } from '../../../core/model/properties/calculation.js'
import { calculationOverride } from '../../../core/model/properties/calculation-override.js'
import { childentries } from '../../../core/model/properties/childentries.js'
import { code } from '../../../core/model/properties/code.js'
import { datetime } from '../../../core/model/properties/datetime.js'
import { dropdown } from '../../../core/model/properties/dropdown.js'
import { file } from '../../../core/model/properties/file.js'
import { groupPrice } from '../../../core/model/properties/group-price.js'
import { id } from '../../../core/model/properties/id.js'
import { focus } from '../../../core/model/properties/focus.js'
import { image } from '../../../core/model/properties/image.js'
import { join } from '../../../core/model/properties/join.js'
import { json } from '../../../core/model/properties/json.js'
import { multiselect } from '../../../core/model/properties/multiselect.js'
import { decimal, number } from '../../../core/model/properties/number.js'
import { ordering } from '../../../core/model/properties/ordering.js'
import { password } from '../../../core/model/properties/password.js'
import { published } from '../../../core/model/properties/published.js'
import { radio } from '../../../core/model/properties/radio.js'
import { rule } from '../../../core/model/properties/rule.js'
import { selections } from '../../../core/model/properties/selections.js'
import { string } from '../../../core/model/properties/string.js'

export interface Sample {
  /** The name of the kind, with a suffix if the kind has several samples. */
  readonly title: string
  readonly property: Property
  /** JSON values that are accepted and returned unchanged. */
  readonly taken: fc.Arbitrary<unknown>
  /** Other notations of a value, with the resolved value. */
  readonly prepared?: readonly (readonly [sent: unknown, meant: unknown])[]
  readonly refused: readonly unknown[]
  /** Sent and returned values differ by design: passwords are hashed, rules are converted with the product's vocabulary. */
  readonly oneWay?: true
}

function sample(
  title: string,
  property: UnnamedProperty<never> | UnnamedProperty,
  rest: Omit<Sample, 'title' | 'property'>,
): Sample {
  return { title, property: { ...property, name: 'sample' }, ...rest }
}

const anId = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER })
const noId = [0, -1, 1.5, 2 ** 53, '0', '01', '1e3', true, {}, [1], 'x']
/** Any text without NUL and lone surrogates, up to n characters. */
const text = (n: number, least = 1) =>
  fc.string({ unit: 'binary', minLength: least, maxLength: n }).filter((value) => !value.includes('\u0000'))
const noText = [1, true, {}, ['a'], 'a\u0000b', '\ud800', 'x\udc00']
const decimals = (scale: number, largest: number) =>
  fc.integer({ min: -largest, max: largest }).map((whole) => (whole === 0 ? 0 : whole / 10 ** scale))
const colours = { red: 'Red', green: 'Green' }
const uniqueBy = (key: string) => ({ maxLength: 5, selector: (pair: unknown) => (pair as Record<string, unknown>)[key] })
const pairs = (first: string, second: string, value: fc.Arbitrary<unknown>) =>
  fc.uniqueArray(fc.record({ [first]: anId, [second]: value }), uniqueBy(first))
const noPairs = ['x', 1, {}, [1], [{}], [null]]

export const samples: readonly Sample[] = [
  sample('id', id(), { taken: anId, prepared: [['12', 12]], refused: noId }),
  sample('string', string('Title'), {
    taken: text(255).filter((value) => !/[\n\v\f\r]/.test(value)),
    refused: [...noText, 'x'.repeat(256), '😀'.repeat(256), 'a\nb', 'a\r\n', '\ra', 'a\vb'],
  }),
  sample('string, 255 astral characters', string('Title'), { taken: fc.constant('😀'.repeat(255)), refused: ['😀'.repeat(256)] }),
  sample('string, several lines', string('Note', { lines: true }), {
    taken: text(255),
    prepared: [['a\r\nb', 'a\r\nb']],
    refused: noText,
  }),
  sample('string, long', string('Comment', { long: true }), { taken: text(500), refused: [...noText, 'x'.repeat(65_536)] }),
  sample('string, html', string('Description', { long: true, html: true }), {
    taken: fc.constantFrom('a < b & c', '<p class="x">Good &amp; <strong>cheap</strong></p>', '1<2', 'x'),
    prepared: [
      ['<p onclick="x()">a</p><script>b</script>', '<p>a</p>'],
      ['<a href="javascript:x">a</a>', '<a>a</a>'],
      ['<script>x</script>', null],
    ],
    refused: noText,
  }),
  sample(
    'string, pattern',
    string('Code', { key: true, length: 3, pattern: { expression: '^[A-Z]{3}$', words: 'three letters' } }),
    {
      taken: fc.stringMatching(/^[A-Z]{3}$/),
      refused: ['eur', 'EURO', 'EU', 'EUR\n'],
    },
  ),
  sample(
    'string, form',
    string('Key', {
      form: (letters: string) => (letters.length === 3 ? { text: letters.toUpperCase() } : { refusal: 'It has three letters.' }),
    }),
    { taken: fc.stringMatching(/^[A-Z]{3}$/), prepared: [['abc', 'ABC']], refused: [...noText, 'a', 'ab', 'abcd'] },
  ),
  sample('number', number('Quantity'), {
    taken: fc.maxSafeInteger().map((value) => value + 0),
    prepared: [
      ['12', 12],
      ['-3', -3],
      ['4.0', 4],
      ['-0', 0],
    ],
    refused: [
      1.5,
      2 ** 53,
      '1.5',
      '9007199254740993',
      '12px',
      `${'0'.repeat(40)}1`,
      '1e5',
      '0x10',
      true,
      {},
      Number.NaN,
      Number.POSITIVE_INFINITY,
    ],
  }),
  sample('number, scale 4', decimal('Price'), {
    taken: decimals(4, 10 ** 15 - 1),
    prepared: [
      ['109.50', 109.5],
      ['.5', 0.5],
      ['1.', 1],
      ['+2.5', 2.5],
      ['0012.3', 12.3],
    ],
    refused: [0.000_01, 1e300, '0.00001', '123456789012.34567', 0.1 + 0.2, 'abc', '1,5', ' 1', false, []],
  }),
  sample('number, scale 8', number('Multiplier', { scale: 8 }), { taken: decimals(8, 10 ** 15 - 1), refused: [1e-9, 1e12] }),
  sample('number, bounds', number('Rating', { required: true, min: 1, max: 5 }), {
    taken: fc.integer({ min: 1, max: 5 }),
    refused: [0, 6, 2.5],
  }),
  sample('boolean', boolean('Required'), {
    taken: fc.boolean(),
    prepared: [
      [0, false],
      ['0', false],
      [1, true],
      ['1', true],
    ],
    refused: ['true', 'yes', 2, {}, []],
  }),
  sample('published', published(), { taken: fc.boolean(), prepared: [['1', true]], refused: ['on'] }),
  sample('ordering', ordering(), { taken: fc.integer(), prepared: [['7', 7]], refused: [1.5, 'x'] }),
  sample('datetime', datetime('Created'), {
    taken: fc
      .date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
      .map((date) => date.toISOString()),
    prepared: [
      ['2026-05-01', '2026-05-01T00:00:00.000Z'],
      ['2026-05-01T09:30', '2026-05-01T09:30:00.000Z'],
      ['2026-05-01T09:30:00+02:00', '2026-05-01T07:30:00.000Z'],
      ['2026-05-01T09:30:15.5Z', '2026-05-01T09:30:15.500Z'],
    ],
    refused: [
      '2026-02-30',
      '2026-02-29T00:00:00.000Z',
      '2026-04-31T00:00:00.000Z',
      '2026-05-01T24:00:00.000Z',
      '2026-13-01',
      '2026-05-01T24:00',
      '1.5.2026',
      'today',
      1_777_000_000,
      '2026-05-01T10:61',
      '2026-05-01T10:00+25:00',
    ],
  }),
  sample('dropdown', dropdown('Colour', { choices: colours }), {
    taken: fc.constantFrom('red', 'green'),
    refused: ['blue', 'Red', 1, 'constructor'],
  }),
  sample('dropdown, default', dropdown('Colour', { choices: colours, default: 'red' }), {
    taken: fc.constantFrom('red', 'green'),
    prepared: [
      ['', 'red'],
      [null, 'red'],
    ],
    refused: ['blue'],
  }),
  sample('dropdown, languages', dropdown('Language', { choices: 'languages' }), {
    taken: fc.constantFrom('en-GB', 'de', 'zh-Hans-CN'),
    refused: ['en_GB', 'EN', 1],
  }),
  sample('dropdown, dynamic', dropdown('Type', { choices: () => colours }), {
    taken: fc.constantFrom('red', 'green'),
    refused: [1, 'x'.repeat(101)],
  }),
  sample('radio', radio('Guidance', { choices: colours, required: true }), {
    taken: fc.constantFrom('red', 'green'),
    refused: ['blue', true],
  }),
  sample('multiselect, choices', multiselect('Colours', { choices: colours }), {
    taken: fc.uniqueArray(fc.constantFrom('red', 'green')),
    refused: ['red', ['blue'], ['red', 'red'], {}],
  }),
  sample('multiselect, records', multiselect('Countries', { entity: 'country' }), {
    taken: fc.uniqueArray(anId, { maxLength: 5 }),
    prepared: [
      [
        ['1', 2],
        [1, 2],
      ],
    ],
    refused: [[0], [1, 1], 'x', [true]],
  }),
  sample('join', join('Product', 'product'), { taken: anId, prepared: [['12', 12]], refused: noId }),
  sample('calculation', calculation('Price calculation'), { taken: anId, prepared: [['12', 12]], refused: noId }),
  sample('childentries', childentries('Panes', { entity: 'product-detail-pane' }), {
    taken: fc.array(anId),
    refused: [1, 'x', {}],
  }),
  sample('image', image('Image'), {
    taken: fc.constantFrom('a.png', 'Größe 2.jpg'),
    refused: ['../a.png', 'a/b.png', 'c:\\a.png', '.htaccess', 1],
  }),
  sample('focus', focus('Focal point', { of: 'image' }), {
    taken: fc.tuple(fc.integer({ min: 0, max: 100 }), fc.integer({ min: 0, max: 100 })).map(([x, y]) => `${x}% ${y}%`),
    prepared: [
      ['30 60', '30% 60%'],
      [' 05%,  100% ', '5% 100%'],
    ],
    refused: ['101% 5%', '30%', 'left top', '-1% 5%', '1.5% 5%', '1% 2% 3%', 30, [30, 60], { x: 30 }],
  }),
  sample('file', file('Manual'), { taken: fc.constantFrom('a.pdf', 'b c.pdf'), refused: ['../a.pdf', 'a/b', 1] }),
  sample('group-price', groupPrice('Prices'), {
    taken: pairs('customer_group_id', 'price', decimals(4, 10 ** 10)),
    prepared: [[[{ customer_group_id: '3', price: '12.50' }], [{ customer_group_id: 3, price: 12.5 }]]],
    refused: [
      ...noPairs,
      [{ customer_group_id: 1, price: null }],
      [{ customer_group_id: 1, price: 0.000_01 }],
      [{ customer_group_id: 1, price: 1, more: 1 }],
      [
        { customer_group_id: 1, price: 1 },
        { customer_group_id: 1, price: 2 },
      ],
    ],
  }),
  sample('calculation-override', calculationOverride('Calculations'), {
    taken: pairs('customer_group_id', 'calculation_id', fc.option(anId)),
    refused: [...noPairs, [{ customer_group_id: 1, calculation_id: 0 }], [{ customer_group_id: 1 }]],
  }),
  sample('selections', selections('Selections'), {
    taken: pairs('question_id', 'value', text(40)),
    prepared: [[[{ question_id: 1, value: 12 }], [{ question_id: 1, value: '12' }]]],
    refused: [
      ...noPairs,
      [{ question_id: 1, value: '' }],
      [{ question_id: 1, value: 'x'.repeat(2_001) }],
      [{ question_id: 1, value: 'a\u0000' }],
    ],
  }),
  sample('json', json('Data'), {
    taken: fc.oneof(
      fc.constant({}),
      fc.dictionary(fc.stringMatching(/^[a-z]{1,5}$/), fc.oneof(text(9, 0), fc.integer(), fc.boolean())),
      fc.array(fc.integer(), { minLength: 1 }),
    ),
    refused: [1, 'x', true, { a: '\u0000' }, { a: '\ud800' }, { a: 2 ** 53 }, [JSON.parse('{"__proto__": 1}')]],
  }),
  sample('json, cells', json('Cells', { content: cellsContent, required: true }), {
    taken: fc.uniqueArray(fc.record({ row: fc.integer(), column: fc.integer(), value: decimals(2, 10 ** 9).map(String) }), {
      maxLength: 5,
      selector: (cell) => `${cell.row}:${cell.column}`,
    }),
    prepared: [[[{ row: '1', column: 2, value: 109.5 }], [{ row: 1, column: 2, value: '109.5' }]]],
    refused: [
      {},
      [{ row: 1, column: 1 }],
      [{ row: 1, column: 1, value: 'x' }],
      [{ row: null, column: 1, value: '1' }],
      [{ row: 1, column: 1, value: '1', more: 1 }],
      [
        { row: 1, column: 1, value: '1' },
        { row: 1, column: 1, value: '2' },
      ],
      [{ row: 1, column: 1, value: '1234567890123456' }],
    ],
  }),
  sample('json, question ids', json('Questions', { content: questionIdsContent, required: true }), {
    taken: fc.uniqueArray(fc.integer({ min: 1, max: 10 ** 9 }), { minLength: 1, maxLength: 20 }),
    prepared: [
      [
        ['12', 13],
        [12, 13],
      ],
    ],
    refused: [{}, 1, [0], ['x'], [1, 1], [null], Array.from({ length: 21 }, (_, i) => i + 1)],
  }),
  sample('json, rows', json('Rows', { content: rowsContent, required: true }), {
    taken: fc.constantFrom([[1, '*']], [[{ from: 1, to: 1.5 }], [[2, { from: -3, to: 4 }]]]),
    refused: [{}, 1, [1], [['x']], [[{ from: 2, to: 1 }]], [[{ from: 1 }]], [[[]]], [[null]], [[{ from: 1, to: 2, by: 3 }]]],
  }),
  sample('code', code('Code'), {
    taken: fc.constantFrom(' A * 2', 'QuestionPrice(12) + Calculation(3)', 'no code'),
    refused: [1, {}, 'a\u0000'],
  }),
  sample('password', password('Password'), { taken: text(40, 10), refused: ['too short', 1, 'x'.repeat(256)], oneWay: true }),
  sample('rule', rule('Rule'), {
    taken: fc.constantFrom({ question: 1, operator: '==', value: 2 }, { any: [{ question: 1, operator: '!=', value: '' }] }),
    refused: [1, 'x', [], true],
    oneWay: true,
  }),
]
