// The body of a formula calculation: its terms.
import { termsContent } from '../../calculation/terms.js'
import { checkBodyLoop } from '../../calculation/value-loop.js'
import { replaceOtherBodies, refuseSecondBody } from '../../entity/calculation-bodies.js'
import { defineEntity } from '../../entity/define.js'
import { join } from '../../properties/join.js'
import { json } from '../../properties/json.js'
import type { RegistryScope } from '../../registry.js'

export const calculationFormula = defineEntity({
  name: 'calculation-formula',
  label: 'formula',
  pluralLabel: 'formulas',
  area: 'catalog',
  exclusive: 'product',
  listing: ['calculation_id'],
  properties: {
    calculation_id: join('Calculation', 'calculation', { owner: true, cascade: true, required: true }),
    terms: json('Terms', {
      content: termsContent,
      required: true,
      help: 'Numbers, operators, questions, calculations, brackets and functions.',
    }),
  },
  async validate(scope: RegistryScope) {
    return [...(await refuseSecondBody(scope)), ...(await checkBodyLoop(scope, 'terms'))]
  },
  afterStore: replaceOtherBodies,
})
