// The authoring form of formulas: `{terms: […]}`, terms with operators between them.
// The stored terms have another form.
import { closedObject, ownDefinitions, shortFormSchemas } from '../../question/operand-schema.js'
import { type BodyAuthoringForm, refuseUnknownKey } from '../body-authoring.js'
import { toStoredTerms } from '../formula-authoring.js'
import { arithmeticOperators } from '../stored.js'

export const formulaForm: BodyAuthoringForm = {
  type: 'formula',
  example: '{"terms": [{"question": 12}, {"operator": "*"}, {"number": 2}]}',
  /** The names of definitions start with `Formula`. */
  schema(types, at = ownDefinitions) {
    const terms = {
      type: 'array',
      items: { $ref: `${at}/FormulaTerm` },
      minItems: 1,
      description: 'Terms with an operator between each two.',
    }
    const generic = {
      type: 'object',
      description: 'A term of any type. Other keys are its arguments, stored unchanged.',
      properties: { term: { enum: [...types.termTypes.keys()] } },
      required: ['term'],
    }
    const call = closedObject(
      { function: { enum: [...types.functions.keys()] }, parameters: { type: 'array', items: terms } },
      ['function', 'parameters'],
      'A function of numbers; each parameter is a list of terms.',
    )
    return {
      schema: closedObject({ terms }, ['terms'], 'A formula; * and / before + and -, left to right.'),
      definitions: {
        FormulaTerm: {
          anyOf: [
            closedObject({ number: { type: 'number' } }, ['number'], 'A number.'),
            closedObject({ operator: { enum: arithmeticOperators } }, ['operator'], 'The operator between two terms.'),
            closedObject({ group: terms }, ['group'], 'A bracket.'),
            call,
            ...shortFormSchemas(types.termTypes.values()),
            generic,
          ],
        },
      },
    }
  },
  columns: (body) => refuseUnknownKey(body, ['terms'], 'formula') ?? { terms: body['terms'] ?? null },
  read: ({ terms }) => ({ terms }),
  toPath: (column) => column,
  check(columns, vocabulary) {
    const outcome = toStoredTerms(columns['terms'], vocabulary)
    return 'refusals' in outcome ? { columns, refusals: outcome.refusals } : { columns: { terms: outcome.terms }, refusals: [] }
  },
}
