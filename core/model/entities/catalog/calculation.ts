// A calculation: a named number of a product. Its body is a record of one of the three body entities.
import { defineEntity } from '../../entity/define.js'
import { refuseTypeChange } from '../../entity/calculation-bodies.js'
import { dropdown } from '../../properties/dropdown.js'
import { join } from '../../properties/join.js'
import { string } from '../../properties/string.js'

export const calculation = defineEntity({
  name: 'calculation',
  label: 'calculation',
  pluralLabel: 'calculations',
  area: 'catalog',
  tools: 'write',
  listing: ['name', 'product_id', 'type'],
  properties: {
    name: string('Name', { required: true, trimmed: true }),
    product_id: join('Product', 'product', { owner: true, required: true, locked: true }),
    type: dropdown('Type', { choices: { formula: 'Formula', matrix: 'Matrix', code: 'Code' }, default: 'formula' }),
  },
  validate: refuseTypeChange,
  // A new calculation has no body.
  isAlone: () => true,
})
