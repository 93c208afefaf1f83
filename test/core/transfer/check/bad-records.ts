// Packages that are valid as files and contain records that no shop should import.
import { randomBytes } from 'node:crypto'
import { setEntry, setRows, zipEntries } from '../transfer-packages.js'
import type { TransferFindingKind } from '../../../../core/transfer/findings.js'
import { type Bad, field, manifest, nested, rows, text, type Zip } from './spoil.js'

/** Incompressible text of ASCII characters. */
const randomText = (length: number): string => randomBytes(length / 2).toString('hex')

export const badRecords: readonly Bad[] = [
  [
    'an unknown entity',
    'unknown-entity',
    (entries, { product }) => {
      setRows(entries, product, 'widget', [{ id: 1 }])
      return zipEntries(entries)
    },
  ],
  [
    'a customer',
    'foreign-record',
    (entries, { product }) => {
      setRows(entries, product, 'customer', [{ id: 1, email: 'a@b.example' }])
      return zipEntries(entries)
    },
  ],
  [
    'a tax class',
    'foreign-record',
    (entries, { product }) => {
      setRows(entries, product, 'tax-class', [{ id: 1 }])
      return zipEntries(entries)
    },
  ],
  [
    'shop settings',
    'foreign-record',
    (entries, { product }) => {
      setRows(entries, product, 'settings', [{ id: 1 }])
      return zipEntries(entries)
    },
  ],
  [
    'an invalid record behind 300 unknown fields',
    'invalid-record',
    async (entries, ids) => {
      const unknown = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`colour_${at}`, 'blue']))
      await rows('product', (all) => void Object.assign(all[0]!, unknown))(entries, ids)
      return field('question', 'question_type', 'Nonsense')(entries, ids)
    },
  ],
  [
    'a record nested 20,000 levels deep',
    'malformed-record',
    text('page', (content) =>
      content.toString().replace('{', `{"sku":"${randomText(4_000)}","a":${'['.repeat(40_000)}${']'.repeat(40_000)},`),
    ),
  ],
  [
    'a record with 20,000 unknown fields',
    'malformed-record',
    rows('page', (all) => {
      for (let at = 0; at < 20_000; at++) all[0]![`a long unknown field with the number ${at}`] = 1
    }),
  ],
  [
    'a record of more than 16 MiB',
    ['too-large', 'bomb'],
    text('page', (content) => content.toString().replace('{', `{"sku":"${randomText(17_000_000)}",`)),
  ],
  [
    'a manifest nested 20,000 levels deep',
    'manifest',
    (entries) => {
      entries.set('manifest.json', Buffer.from(`{"format":${'['.repeat(20_000)}${']'.repeat(20_000)}}`))
      return zipEntries(entries)
    },
  ],
  [
    'more than 20,000 references to records of the shop',
    'manifest',
    manifest((value) => {
      value['outside'] = Array.from({ length: 20_001 }, (_, id) => ({ entity: 'tax-class', id, names: {} }))
    }),
  ],
  ['no product', 'manifest', rows('product', () => [])],
  ['two products in one folder', 'manifest', rows('product', (all) => [all[0], { ...all[0], id: 99_999 }])],
  ["another product's page", 'refers-outside', rows('page', (all, { other }) => void (all[0]!['product_id'] = other))],
  ['a question of a missing page', 'refers-outside', rows('question', (all) => void (all[0]!['page_id'] = 99_999))],
  ['an answer without a question', 'refers-outside', rows('answer', (all) => void (all[0]!['question_id'] = null))],
  ['a rule on a missing question', 'invalid-record', field('answer', 'rules', { question: 99_999, operator: '==', value: 1 })],
  [
    'a rule on a question of another product',
    'invalid-record',
    rows('answer', (all, { otherQuestion }) => void (all[0]!['rules'] = { question: otherQuestion, operator: '==', value: '1' })),
  ],
  [
    'a rule with a nested not',
    'invalid-record',
    field('answer', 'rules', { all: [{ not: { question: 1, operator: '==', value: 1 } }] }),
  ],
  ['a rule of an unknown type', 'invalid-record', field('answer', 'rules', { condition: 'Weather', operator: '==', value: 1 })],
  ['a text instead of a rule', 'invalid-record', field('answer', 'rules', 'always')],
  [
    'a description whose 10,000 nested elements hide behind a comment',
    'invalid-record',
    field('product', 'description_en_GB', `<!-->${'<b>'.repeat(10_000)}`),
  ],
  ['a rule with 2,000 nested levels', 'invalid-record', field('answer', 'rules', nested(2_000))],
  ['a missing price calculation', 'refers-outside', field('question', 'calcmodel', 99_999)],
  ['an invalid formula', 'invalid-record', field('calculation-formula', 'terms', [{ operator: '+' }, { operator: '+' }])],
  [
    'a cycle of calculations',
    'invalid-record',
    rows('calculation-formula', (all) => all.map((row) => ({ ...row, terms: [{ calculation: row['calculation_id'] }] }))),
  ],
  ['a statement instead of an expression in code', 'invalid-record', field('calculation-code', 'code', 'return 1')],
  ['access to Node.js globals in code', 'invalid-record', field('calculation-code', 'code', 'process.exit()')],
  ['code with 4,000 operations', 'invalid-record', field('calculation-code', 'code', '1+'.repeat(4_000) + '1')],
  ['an unknown question type', 'unknown-type', field('question', 'question_type', 'Hologram')],
  ['no title', 'invalid-record', rows('page', (all) => void Object.assign(all[0]!, { title_en_GB: '', title_de_DE: '' }))],
  ['a price that is not a number', 'invalid-record', field('answer', 'price', 'cheap')],
  ['a price above the limit', 'invalid-record', field('answer', 'price', 1e300)],
  ['a list instead of a text', 'invalid-record', field('page', 'title_en_GB', ['x'])],
  [
    'a list with 3,000 nested levels',
    'invalid-record',
    text('answer', (content) =>
      content.toString().replace('"price_overrides":[]', `"price_overrides":${'['.repeat(3_000)}${']'.repeat(3_000)}`),
    ),
  ],
  ['an invalid option', 'invalid-record', field('product', 'guidance', 'loud')],
  ['a missing picture', 'missing-file', field('product', 'image', { file: 'product-1/files/none.png', name: 'none.png' })],
  ['a path instead of a picture', 'malformed-record', field('product', 'image', '../../secret')],
  [
    'a picture file with text content',
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
    'an SVG file that contains only a script',
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
    'a tax class that the shop does not have',
    'missing-record',
    manifest((value) => {
      for (const record of value['outside'] as { names: Record<string, string> }[])
        record.names = { title_en_GB: 'Of another planet' }
    }),
  ],
]

/** Packages with a warning that the caller can acknowledge. */
export const doubtful: readonly (readonly [what: string, kind: TransferFindingKind, zip: Zip])[] = [
  ['an unknown field', 'unknown-field', field('product', 'colour_of_the_sky', 'blue')],
  [
    'a field named __proto__',
    'unknown-field',
    text('page', (content) => content.toString().replace('{', '{"__proto__":{"x":1},')),
  ],
  [
    'a language that the shop does not have',
    'extra-language',
    manifest((value) => void (value['languages'] = ['en-GB', 'de-DE', 'fr-FR'])),
  ],
  [
    'a question whose rule depends on itself',
    'proof-warning',
    rows('question', (all) => void (all[0]!['rules'] = { question: all[0]!['id'], operator: '!=', value: '' })),
  ],
  ['no texts in a language of the shop', 'missing-language', manifest((value) => void (value['languages'] = ['en-GB']))],
]
