// A person or an organisation for whom customers order.
import { defineEntity } from '../../entity/define.js'
import { vatId } from '../../entity/groups.js'
import { boolean } from '../../properties/boolean.js'
import { dropdown } from '../../properties/dropdown.js'
import { string } from '../../properties/string.js'

export const party = defineEntity({
  name: 'party',
  label: 'party',
  pluralLabel: 'parties',
  area: 'customers',
  listing: ['name', 'kind', 'vat_id'],
  properties: {
    name: string('Name', { required: true }),
    kind: dropdown('Kind', { choices: { person: 'Person', organisation: 'Organisation' } }),
    vat_id: vatId(),
    tax_exempt: boolean('Exempt from tax'),
  },
})
