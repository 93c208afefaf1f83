// The body of a code calculation: an expression with up to four placeholders.
import { validateCalculationBody } from '../../calculation/body.js'
import { checkBodyLoop } from '../../calculation/value-loop.js'
import { replaceOtherBodies, refuseSecondBody } from '../../entity/calculation-bodies.js'
import { defineEntity } from '../../entity/define.js'
import { code } from '../../properties/code.js'
import { join } from '../../properties/join.js'
import type { RegistryScope } from '../../registry.js'

const placeholder = (letter: string) => join(`Question of placeholder ${letter}`, 'question')

export const calculationCode = defineEntity({
  name: 'calculation-code',
  label: 'code calculation',
  pluralLabel: 'code calculations',
  area: 'catalog',
  exclusive: 'product',
  writeNeeds: ['code:write'],
  listing: ['calculation_id'],
  properties: {
    calculation_id: join('Calculation', 'calculation', { owner: true, cascade: true, required: true }),
    code: code('Code', {
      required: true,
      help: 'One expression, for example A * 2 + Total. A to D are the questions below.',
    }),
    question_id_a: placeholder('A'),
    question_id_b: placeholder('B'),
    question_id_c: placeholder('C'),
    question_id_d: placeholder('D'),
  },
  async validate(scope: RegistryScope) {
    return [
      ...(await refuseSecondBody(scope)),
      ...(await validateCalculationBody(scope, 'code')),
      ...(await checkBodyLoop(scope, 'code')),
    ]
  },
  afterStore: replaceOtherBodies,
})
