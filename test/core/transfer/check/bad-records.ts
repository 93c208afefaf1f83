// Packages that are whole as files, and hold what no shop should take in.
import { setEntry, setRows, zipped } from '../../../support/transfer.js'
import type { FindingKind } from '../../../../core/transfer/check/findings.js'
import { type Bad, field, manifest, nested, rows, text, type Zip } from './spoil.js'

export const badRecords: readonly Bad[] = [
  [
    'an entity that nobody brings',
    'unknown-entity',
    (entries, { product }) => {
      setRows(entries, product, 'widget', [{ id: 1 }])
      return zipped(entries)
    },
  ],
  [
    'a customer',
    'foreign-record',
    (entries, { product }) => {
      setRows(entries, product, 'customer', [{ id: 1, email: 'a@b.example' }])
      return zipped(entries)
    },
  ],
  [
    'a tax class',
    'foreign-record',
    (entries, { product }) => {
      setRows(entries, product, 'tax-class', [{ id: 1 }])
      return zipped(entries)
    },
  ],
  [
    'the settings',
    'foreign-record',
    (entries, { product }) => {
      setRows(entries, product, 'settings', [{ id: 1 }])
      return zipped(entries)
    },
  ],
  ['no product', 'manifest', rows('product', () => [])],
  ['two products in one', 'manifest', rows('product', (all) => [all[0], { ...all[0], id: 99_999 }])],
  ["another product's page", 'refers-outside', rows('page', (all, { other }) => void (all[0]!['product_id'] = other))],
  ['a question on no page', 'refers-outside', rows('question', (all) => void (all[0]!['page_id'] = 99_999))],
  ['an answer of no question', 'refers-outside', rows('answer', (all) => void (all[0]!['question_id'] = null))],
  ['a rule that names nothing', 'invalid-record', field('answer', 'rules', { question: 99_999, operator: '==', value: 1 })],
  [
    "a rule that names another product's question",
    'invalid-record',
    rows('answer', (all, { otherQuestion }) => void (all[0]!['rules'] = { question: otherQuestion, operator: '==', value: '1' })),
  ],
  [
    'a rule with a not inside',
    'invalid-record',
    field('answer', 'rules', { all: [{ not: { question: 1, operator: '==', value: 1 } }] }),
  ],
  ['a rule of an unknown type', 'invalid-record', field('answer', 'rules', { condition: 'Weather', operator: '==', value: 1 })],
  ['a rule that is a text', 'invalid-record', field('answer', 'rules', 'always')],
  [
    'a description whose 10,000 nested elements hide behind a comment',
    'invalid-record',
    field('product', 'description_en_GB', `<!-->${'<b>'.repeat(10_000)}`),
  ],
  ['a rule as deep as the sea', 'invalid-record', field('answer', 'rules', nested(2_000))],
  ['a price calculation of nobody', 'refers-outside', field('question', 'calcmodel', 99_999)],
  ['terms that are no formula', 'invalid-record', field('calculation-formula', 'terms', [{ operator: '+' }, { operator: '+' }])],
  [
    'calculations in a circle',
    'invalid-record',
    rows('calculation-formula', (all) => all.map((row) => ({ ...row, terms: [{ calculation: row['calculation_id'] }] }))),
  ],
  ['code that is a statement', 'invalid-record', field('calculation-code', 'code', 'return 1')],
  ['code that reaches out', 'invalid-record', field('calculation-code', 'code', 'process.exit()')],
  ['code that never ends', 'invalid-record', field('calculation-code', 'code', '1+'.repeat(4_000) + '1')],
  ['a question type that nobody brings', 'unknown-type', field('question', 'question_type', 'Hologram')],
  ['no title', 'invalid-record', rows('page', (all) => void Object.assign(all[0]!, { title_en_GB: '', title_de_DE: '' }))],
  ['a price that is none', 'invalid-record', field('answer', 'price', 'cheap')],
  ['a price beyond all bounds', 'invalid-record', field('answer', 'price', 1e300)],
  ['a text that is a list', 'invalid-record', field('page', 'title_en_GB', ['x'])],
  [
    'a list that is deep',
    'invalid-record',
    text('answer', (content) =>
      content.toString().replace('"price_overrides":[]', `"price_overrides":${'['.repeat(3_000)}${']'.repeat(3_000)}`),
    ),
  ],
  ['a choice that is none', 'invalid-record', field('product', 'guidance', 'loud')],
  [
    'a picture that is not there',
    'missing-file',
    field('product', 'image', { file: 'product-1/files/none.png', name: 'none.png' }),
  ],
  ['a picture that is a name', 'malformed-record', field('product', 'image', '../../secret')],
  [
    'a picture that is a text',
    'invalid-file',
    (entries, { product }) => {
      setEntry(entries, `product-${product}/files/a.png`, 'no picture')
      return field('product', 'image', { file: `product-${product}/files/a.png`, name: 'a.png' })(entries, {
        product,
        other: 0,
        otherQuestion: 0,
      })
    },
  ],
  [
    'a drawing of nothing but a script',
    'invalid-file',
    (entries, { product }) => {
      setEntry(entries, `product-${product}/files/a.svg`, '<script>alert(1)</script>')
      return field('product', 'image', { file: `product-${product}/files/a.svg`, name: 'a.svg' })(entries, {
        product,
        other: 0,
        otherQuestion: 0,
      })
    },
  ],
  [
    'a drawing whose 20,000 nested elements hide behind a comment',
    'invalid-file',
    (entries, { product }) => {
      setEntry(
        entries,
        `product-${product}/files/a.svg`,
        `<svg><!-->${Array.from({ length: 20_000 }, (_, index) => `<g${index}>`).join('')}`,
      )
      return field('product', 'image', { file: `product-${product}/files/a.svg`, name: 'a.svg' })(entries, {
        product,
        other: 0,
        otherQuestion: 0,
      })
    },
  ],
  [
    'a tax class that this shop lacks',
    'missing-record',
    manifest((value) => {
      for (const one of value['outside'] as { names: Record<string, string> }[]) one.names = { title_en_GB: 'Of another planet' }
    }),
  ],
]

/** What is told and may be acknowledged. */
export const doubtful: readonly (readonly [what: string, kind: FindingKind, zip: Zip])[] = [
  ['a field that nobody knows', 'unknown-field', field('product', 'colour_of_the_sky', 'blue')],
  [
    'a field that would reach into objects',
    'unknown-field',
    text('page', (content) => content.toString().replace('{', '{"__proto__":{"x":1},')),
  ],
  [
    'a language that this shop lacks',
    'extra-language',
    manifest((value) => void (value['languages'] = ['en-GB', 'de-DE', 'fr-FR'])),
  ],
  [
    'a rule that only what it governs can fulfil',
    'proof-warning',
    rows('question', (all) => void (all[0]!['rules'] = { question: all[0]!['id'], operator: '!=', value: '' })),
  ],
  ['no texts in a language of this shop', 'missing-language', manifest((value) => void (value['languages'] = ['en-GB']))],
]
