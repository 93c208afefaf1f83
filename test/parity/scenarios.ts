// The parity scenarios, which run on every surface: their steps and the expected error codes.
import type { Step } from './surface.js'

export interface Scenario {
  readonly name: string
  readonly steps: readonly Step[]
  /** The expected error codes of the steps, in order. Default: no errors. */
  readonly refused?: readonly string[]
}

const both = (text: string, german = text): Readonly<Record<string, string>> => ({ title_en_GB: text, title_de_DE: german })
const of = (key: string): object => ({ $: key })

const pen: readonly Step[] = [
  { do: 'create', key: 'product', entity: 'product', fields: { ...both('Pen', 'Stift'), tax_class_id: 1, baseprice: 12.5 } },
  { do: 'create', key: 'page', entity: 'page', fields: { ...both('Look', 'Aussehen'), product_id: of('product') } },
  {
    ...{ do: 'create', key: 'colour', entity: 'question' },
    fields: { ...both('Colour', 'Farbe'), page_id: of('page'), question_type: 'Radiobuttons' },
  },
  { do: 'create', key: 'blue', entity: 'answer', fields: { ...both('Blue', 'Blau'), question_id: of('colour'), price: 1.25 } },
]

export const scenarios: readonly Scenario[] = [
  {
    name: 'a product tree with a rule and a calculation, read in two languages',
    steps: [
      ...pen,
      {
        ...{ do: 'create', key: 'text', entity: 'question' },
        fields: {
          ...both('Text', 'Text'),
          page_id: of('page'),
          question_type: 'Textbox',
          rules: { question: of('colour'), operator: '==', value: of('blue') },
        },
      },
      {
        do: 'create',
        key: 'price',
        entity: 'calculation',
        fields: { name: 'Price \\ "of" \'text\' 🖋', product_id: of('product') },
      },
      {
        ...{ do: 'create', entity: 'calculation-formula' },
        fields: { calculation_id: of('price'), terms: [{ number: 2 }, { operator: '*' }, { question: of('text'), fallback: 3 }] },
      },
      { do: 'update', entity: 'question', id: of('text'), fields: { calcmodel: of('price') } },
      { do: 'read', entity: 'question', id: of('text'), language: 'de-DE' },
      { do: 'list', entity: 'answer', filters: { question_id: of('colour') }, language: 'de-DE' },
      { do: 'update', entity: 'question', id: of('text'), fields: { calcmodel: null, rules: null } },
      { do: 'read', entity: 'question', id: of('text') },
    ],
  },
  {
    name: 'an update of single fields and languages',
    steps: [
      { do: 'create', key: 'list', entity: 'product-list', fields: both('Blinds', 'Rollos') },
      { do: 'update', entity: 'product-list', id: of('list'), fields: { title_de_DE: 'Rollläden' } },
      { do: 'update', entity: 'product-list', id: of('list'), fields: { published: '0' } },
      { do: 'read', entity: 'product-list', id: of('list') },
    ],
  },
  {
    name: 'unknown, nested, missing and invalid fields',
    steps: [
      { do: 'create', entity: 'product', fields: { ...both('Pen'), tax_class_id: 1, titel: 'x', id: 5, revision: 3 } },
      { do: 'create', entity: 'product', fields: { title: { en_GB: 'Pen' }, tax_class_id: 1 } },
      { do: 'create', entity: 'product', fields: { title_en_GB: 'Pen', tax_class_id: 0, baseprice: 'dear', guidance: 'yes' } },
      { do: 'create', entity: 'product', fields: { ...both('Pen'), tax_class_id: 987_654, image: 'x.png' } },
      { do: 'create', entity: 'product', fields: {} },
    ],
    refused: Array.from({ length: 5 }, () => 'VALIDATION_FAILED'),
  },
  {
    name: 'invalid rules',
    steps: [
      ...pen,
      {
        do: 'update',
        entity: 'answer',
        id: of('blue'),
        fields: { rules: { question: of('colour'), field: 'smell', operator: '==', value: 1 } },
      },
      {
        do: 'update',
        entity: 'answer',
        id: of('blue'),
        fields: { rules: { all: [{ not: { question: of('colour'), operator: '==', value: of('blue') } }] } },
      },
      {
        do: 'update',
        entity: 'answer',
        id: of('blue'),
        fields: { rules: { question: of('colour'), operator: '~', value: of('blue') } },
      },
    ],
    refused: Array.from({ length: 3 }, () => 'VALIDATION_FAILED'),
  },
  {
    name: 'deletes of records with and without dependent records',
    steps: [
      ...pen,
      { do: 'delete', entity: 'product', id: of('product') },
      { do: 'delete', entity: 'question', id: of('colour') },
      { do: 'delete', entity: 'answer', id: of('blue') },
      { do: 'read', entity: 'answer', id: of('blue') },
      { do: 'delete', entity: 'question', id: of('colour') },
    ],
    refused: ['VALIDATION_FAILED', 'VALIDATION_FAILED', 'NOT_FOUND'],
  },
  {
    name: 'missing records and unsupported operations',
    steps: [
      { do: 'read', entity: 'product', id: 987_654 },
      { do: 'update', entity: 'product', id: 987_654, fields: { sku: 'x' } },
      { do: 'delete', entity: 'product', id: 987_654 },
      { do: 'create', entity: 'settings', fields: {} },
      { do: 'delete', entity: 'store', id: 1 },
      { do: 'create', entity: 'sales-order', fields: {} },
      { do: 'list', entity: 'product', filters: { titel: 'x' } },
      { do: 'read', entity: 'country', id: 1, language: 'fr-FR' },
    ],
    refused: [...['NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND'], ...Array.from({ length: 5 }, () => 'VALIDATION_FAILED')],
  },
  {
    name: 'settings with a field that is never returned',
    steps: [
      { do: 'update', entity: 'settings', id: 1, fields: { license_key: 'canary-8c1f', quote_validity_days: 14 } },
      { do: 'read', entity: 'settings', id: 1 },
      { do: 'list', entity: 'settings' },
    ],
  },
  {
    name: 'actions that are also commands',
    steps: [
      ...pen,
      { do: 'act', action: 'describe-customization', input: {} },
      { do: 'act', action: 'set-system-var', input: { key: 'parity', value: 'kept' } },
      { do: 'act', action: 'delete-product-deep', input: { id: of('product'), dry_run: true } },
      { do: 'act', action: 'delete-product-deep', input: { id: of('product') } },
      { do: 'read', entity: 'answer', id: of('blue') },
      { do: 'act', action: 'purge-orphaned-strings', input: {} },
    ],
    refused: ['NOT_FOUND'],
  },
]
