// One selection of a frozen quote line.
import { defineEntity } from '../../entity/define.js'
import { lineConfigFields, createParentJoin } from '../../entity/document-fields.js'

export const quoteLineConfig = defineEntity({
  name: 'quote-line-config',
  label: 'quote line configuration',
  pluralLabel: 'quote line configurations',
  area: 'orders',
  operations: ['list', 'read'],
  listing: ['quote_line_id', 'question_title', 'answer_title', 'entry', 'net', 'ordering'],
  properties: {
    quote_line_id: createParentJoin('Quote line', 'quote-line'),
    ...lineConfigFields,
  },
})
