// The authoring form of code: an expression and the questions of its placeholders (spec 2.5, domain §5).
import { Refusal } from '../../../ground/property/kind.js'
import { checkOperand, Judge } from '../../question/check.js'
import { closedObject } from '../../question/operand-schema.js'
import { codeFrom, type Columns } from '../columns.js'
import { CodeRefusal, parseCode } from '../code-parse.js'
import { codeLimits, nodesOf, placeholderColumns, placeholders, questionOf } from '../code-tree.js'
import { type BodyForm, unknownKey } from '../form.js'

const codeSchema = closedObject(
  {
    code: {
      type: 'string',
      maxLength: codeLimits.characters,
      description: "One expression, not a statement, for example 'A * 2'.",
    },
    questions: closedObject(
      Object.fromEntries(placeholders.map((letter) => [letter, { type: ['integer', 'null'], minimum: 1 }])),
      [],
      'The questions whose selections stand for the placeholders.',
    ),
  },
  ['code'],
  'An expression in code; placeholders have a space on both sides.',
)

export const codeForm: BodyForm = {
  type: 'code',
  example: '{"code": "A * 2", "questions": {"A": 12}}',
  schema: () => ({ schema: codeSchema, definitions: {} }),
  columns(body) {
    const unknown = unknownKey(body, ['code', 'questions'], 'code')
    if (unknown) return unknown
    const questions = body['questions'] ?? {}
    if (typeof questions !== 'object' || Array.isArray(questions)) {
      const message = `'questions' takes the questions behind the placeholders, such as {"A": 12}.`
      return new Refusal(message, 'INVALID_VALUE', 'questions')
    }
    const questionIds = questions as Columns
    const ids = placeholders.map((letter) => [placeholderColumns[letter], questionIds[letter] ?? null])
    return (
      unknownKey(questionIds, placeholders, 'code.questions', 'questions.') ?? {
        code: body['code'] ?? null,
        ...Object.fromEntries(ids),
      }
    )
  },
  read(columns) {
    const source = codeFrom(columns)
    const questions = placeholders.flatMap((letter) => {
      const question = questionOf(source, letter)
      return question === null ? [] : [[letter, question]]
    })
    return { code: source.code, questions: Object.fromEntries(questions) }
  },
  place(column) {
    const letter = placeholders.find((name) => placeholderColumns[name] === column)
    return letter ? `questions.${letter}` : column
  },
  wrongAt(columns, { functions }) {
    const tree = parseCode(codeFrom(columns).code, functions)
    return tree instanceof CodeRefusal ? tree.at : null
  },
  judge(columns, vocabulary) {
    const validation = new Judge()
    const source = codeFrom(columns)
    const tree = parseCode(source.code, vocabulary.types.functions)
    if (tree instanceof CodeRefusal) validation.refuse(tree.message, 'code')
    else {
      const paths = { subject: 'code', field: 'code', answerId: 'code' }
      for (const node of nodesOf(tree)) {
        if (node.kind !== 'read') continue
        const selected = 'question' in node.operand && node.operand.field === 'selected'
        checkOperand(node.operand, vocabulary, selected ? 'inRules' : 'inTerms', validation, paths)
      }
    }
    for (const letter of placeholders) {
      const question = questionOf(source, letter)
      const path = placeholderColumns[letter]
      if (question !== null)
        checkOperand({ question, field: 'selected' }, vocabulary, 'inRules', validation, {
          subject: path,
          field: path,
          answerId: path,
        })
    }
    return { columns, refusals: validation.refusals }
  },
}
