// The body of a matrix calculation: two axes, the way of looking up, and the cells.
import { validateCalculationBody } from '../../calculation/body.js'
import { cellsContent } from '../../calculation/cells.js'
import { checkBodyLoop } from '../../calculation/value-loop.js'
import { replaceOtherBodies, refuseSecondBody } from '../../entity/calculation-bodies.js'
import { defineEntity } from '../../entity/define.js'
import { calculation } from '../../properties/calculation.js'
import { dropdown } from '../../properties/dropdown.js'
import { join } from '../../properties/join.js'
import { json } from '../../properties/json.js'
import { decimal } from '../../properties/number.js'
import type { RegistryScope } from '../../registry.js'

export const calculationMatrix = defineEntity({
  name: 'calculation-matrix',
  label: 'matrix',
  pluralLabel: 'matrices',
  area: 'catalog',
  exclusive: 'product',
  listing: ['calculation_id', 'lookup'],
  properties: {
    calculation_id: join('Calculation', 'calculation', { owner: true, cascade: true, required: true }),
    row_question_id: join('Question of the rows', 'question'),
    row_calculation_id: calculation('Calculation of the rows'),
    column_question_id: join('Question of the columns', 'question'),
    column_calculation_id: calculation('Calculation of the columns'),
    lookup: dropdown('Look-up', {
      choices: { exact: 'Exact value', nextHigher: 'Next higher value', nextLower: 'Next lower value' },
      required: true,
    }),
    round: decimal('Rounding step', { min: 0, help: 'Exact look-ups only: the input is rounded to its nearest multiple first.' }),
    cells: json('Cells', { content: cellsContent, required: true, help: 'At most 250,000. Coordinates on an unused axis are 0.' }),
  },
  async validate(scope: RegistryScope) {
    const axis = typeof scope.record.row_calculation_id === 'number' ? 'row_calculation_id' : 'column_calculation_id'
    return [
      ...(await refuseSecondBody(scope)),
      ...(await validateCalculationBody(scope, 'matrix')),
      ...(await checkBodyLoop(scope, axis)),
    ]
  },
  afterStore: replaceOtherBodies,
})
