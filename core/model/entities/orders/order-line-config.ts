// One selection of a frozen order line.
import { defineEntity } from '../../entity/define.js'
import { lineConfigFields, createParentJoin } from '../../entity/document-fields.js'

export const orderLineConfig = defineEntity({
  name: 'order-line-config',
  label: 'order line configuration',
  pluralLabel: 'order line configurations',
  area: 'orders',
  operations: ['list', 'read'],
  listing: ['order_line_id', 'question_title', 'answer_title', 'entry', 'net', 'ordering'],
  properties: {
    order_line_id: createParentJoin('Order line', 'order-line'),
    ...lineConfigFields,
  },
})
