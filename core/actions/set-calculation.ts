// Replaces the body of a calculation (formula, matrix or code), validated as a whole before it is stored.
import { listWithAnd, createMessage } from '../foundation/message.js'
import { findWriteFindings } from '../product/proof/findings.js'
import { dryRunArgument, idArgument, createStructuredContent } from './arguments.js'
import {
  type AuthoredBody,
  readCalculationBody,
  calculationBodyTypes,
  suggestCalculationStep,
  writeCalculationBody,
} from './get-calculation.js'
import { defineAction } from './define-action.js'
import { performDryRun, toFindingsMember, dryRunHelp } from './write-record.js'
import type { AffectedReport } from '../commerce/configuration/affected-configurations.js'
import { matrixLookups } from '../engine/calculation/matrix.js'
import { calculationForms } from '../engine/calculation/forms.js'
import { ValidationError } from '../foundation/errors.js'
import { json } from '../model/properties/json.js'
import type { Finding } from '../storage/record/results.js'
import type { UnitRecords } from '../storage/records.js'

type Output = AuthoredBody & {
  readonly calculation_id: number
  readonly type: string
  readonly findings?: readonly Finding[]
  readonly dry_run?: true
  /** For a dry run: saved configurations and carts that would change. */
  readonly affected?: AffectedReport
}

const object = { type: 'object' }

export const setCalculation = defineAction({
  name: 'set-calculation',
  description:
    'Replaces the body of a calculation with exactly one of formula, matrix or code; call the action describe-calculations first. ' +
    'Create the calculation with the action create-entity, set its body here, then attach it with the action update-entity, ' +
    'for example to calcmodel of a question. A code body also requires code:write.',
  input: {
    calculation_id: idArgument('The id of the calculation.'),
    formula: json('Formula', {
      content: createStructuredContent(
        {
          ...object,
          properties: { terms: { type: 'array', items: object, description: 'Terms with an operator between each two.' } },
          required: ['terms'],
        },
        calculationForms.formula.example,
      ),
      help: calculationForms.formula.example,
    }),
    matrix: json('Matrix', {
      content: createStructuredContent(
        {
          ...object,
          properties: {
            rows: { ...object, description: '{"question": id}, {"calculation": id} or absent.' },
            columns: { ...object, description: 'As rows.' },
            lookup: { type: 'string', enum: matrixLookups, description: 'How coordinates compare.' },
            cells: { type: 'array', items: object, description: '{"row": number, "column": number, "value": "12.50"}' },
            round: { type: 'number', description: 'With exact only: the rounding step of the input.' },
          },
          required: ['lookup', 'cells'],
        },
        calculationForms.matrix.example,
      ),
      help: 'A table. Cells have coordinate 0 on an unused axis.',
    }),
    code: json('Code', {
      content: createStructuredContent(
        {
          ...object,
          properties: {
            code: { type: 'string', description: 'The expression.' },
            questions: { ...object, description: '{"A": question id}' },
          },
          required: ['code'],
        },
        calculationForms.code.example,
      ),
      help: 'One expression such as "A * 2". A to D are the questions.',
    }),
    dry_run: dryRunArgument(dryRunHelp),
  },
  hints: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
  needs: ({ code }) => ({ all: code === undefined || code === null ? ['catalog:write'] : ['catalog:write', 'code:write'] }),
  repeatable: true,
  example: { calculation_id: 1, formula: { terms: [{ number: 2 }, { operator: '*' }, { number: 21 }] } },
  rest: createMessage('steps.furtherCells'),
  nextStep: (refused) =>
    suggestCalculationStep(refused) ?? (refused.code === 'VALIDATION_FAILED' ? createMessage('steps.describeBodies') : null),
  async run(scope, input): Promise<Output> {
    const { calculation_id: id, dry_run } = input
    const inputTypes = calculationBodyTypes.filter((type) => input[type] !== undefined)
    const [type] = inputTypes
    if (type === undefined || inputTypes.length > 1) {
      const sent =
        inputTypes.length === 0
          ? createMessage('errors.noBodySent')
          : createMessage('errors.bodiesSent', { types: listWithAnd(inputTypes) })
      throw ValidationError.of(inputTypes[1] ?? 'formula', createMessage('errors.bodyRequired', { sent }))
    }
    const body = input[type]!
    const write = async (open: UnitRecords) => {
      await open.read('calculation', id)
      const change = await writeCalculationBody(open, type, id, body)
      return { written: change, output: { calculation_id: id, type, ...(await readCalculationBody(open, id)) } }
    }
    if (!dry_run) {
      const { written: writeResult, output } = await scope.records.unit(async (open) => {
        const result = await write(open)
        await scope.settle(open.unitOfWork, result.output)
        return result
      })
      return {
        ...output,
        ...toFindingsMember(await findWriteFindings(scope.context, writeResult)),
      }
    }
    const { result, affected, findings } = await performDryRun(scope, { entity: 'calculation', id }, write)
    return { ...result.output, ...toFindingsMember(findings), dry_run, ...(affected && { affected }) }
  },
})
