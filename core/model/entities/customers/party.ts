// A person or an organisation on whose behalf customers order.
import { defineEntity } from '../../entity/define.js'
import { boolean } from '../../properties/boolean.js'
import { dropdown } from '../../properties/dropdown.js'
import { string } from '../../properties/string.js'
import { checkedVatIdFields, clearRegisterReply } from './customer.js'

export const party = defineEntity({
  name: 'party',
  label: 'business partner',
  pluralLabel: 'business partners',
  area: 'customers',
  listing: ['name', 'kind', 'vat_id'],
  indexes: [['vat_id']],
  properties: {
    name: string('Name', { required: true }),
    kind: dropdown('Kind', { choices: { person: 'Person', organisation: 'Organisation' } }),
    ...checkedVatIdFields,
    tax_exempt: boolean('Tax exempt'),
  },
  prepare: clearRegisterReply,
})
