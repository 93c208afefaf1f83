// A calculation: a named number of a product. Its body is a record of one of the three body entities.
import { defineEntity } from '../../entity/define.js'
import { refuseTypeChange } from '../../entity/calculation-bodies.js'
import { shopPlatforms } from '../../../foundation/property/kind.js'
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
    price_unit: string('Unit of the price per unit', {
      platforms: shopPlatforms,
      trimmed: true,
      help: 'If set, for example to m², the result is the number of units in one piece, and the product page shows the price of one unit.',
    }),
  },
  validate: refuseTypeChange,
  // A new calculation has no body.
  isAlone: () => true,
})
