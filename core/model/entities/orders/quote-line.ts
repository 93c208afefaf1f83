// A line of a frozen quote: one configured product.
import { defineEntity } from '../../entity/define.js'
import { lineFields, lineFiles, createParentJoin } from '../../entity/document-fields.js'

export const quoteLine = defineEntity({
  name: 'quote-line',
  label: 'quote line',
  pluralLabel: 'quote lines',
  area: 'orders',
  operations: ['list', 'read'],
  keptFiles: lineFiles,
  listing: ['quote_id', 'title', 'sku', 'quantity', 'net', 'gross'],
  properties: {
    quote_id: createParentJoin('Quote', 'quote'),
    ...lineFields,
  },
})
