// Reads a calculation with its body, in the form that set-calculation takes (spec 2.5, 4.4).
import { idArgument } from '../action/arguments.js'
import { type AuthoredBody, bodyOf, noCalculation } from '../action/calculation-body.js'
import { defineAction } from '../action/define.js'
import type { WireRecord } from '../storage/record/shapes.js'

type Output = { readonly calculation: WireRecord } & AuthoredBody

export const getCalculation = defineAction({
  name: 'get-calculation',
  description:
    'Reads a calculation with its body; use it before the action set-calculation. ' +
    'The body stands under formula, matrix or code, in the form that the action set-calculation takes; none stands there before it is set.',
  input: { calculation_id: idArgument('The id of the calculation.') },
  hints: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
  needs: { all: ['catalog:read'] },
  example: { calculation_id: 1 },
  nextStep: noCalculation,
  async run({ records }, { calculation_id: id }): Promise<Output> {
    const { record } = await records.read('calculation', id)
    return { calculation: record, ...(await bodyOf(records, id)) }
  },
})
