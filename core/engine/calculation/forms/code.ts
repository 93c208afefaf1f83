// The authoring form of code: an expression and the questions of its placeholders.
import { createMessage } from '../../../foundation/message.js'
import { Refusal } from '../../../foundation/property/kind.js'
import { checkOperand, RefusalCollector } from '../../question/operand-check.js'
import { closedObject } from '../../question/operand-schema.js'
import { toCodeSource, type ColumnValues } from '../body-columns.js'
import { CodeRefusal, parseCode } from '../code-parse.js'
import { codeLimits, walkCode, placeholderColumns, placeholders, placeholderQuestion } from '../code-tree.js'
import { type BodyAuthoringForm, refuseUnknownKey } from '../body-authoring.js'

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
      'The questions whose selections replace the placeholders.',
    ),
  },
  ['code'],
  'An expression in code; placeholders have a space on both sides.',
)

export const codeForm: BodyAuthoringForm = {
  type: 'code',
  example: '{"code": "A * 2", "questions": {"A": 12}}',
  schema: () => ({ schema: codeSchema, definitions: {} }),
  columns(body) {
    const unknown = refuseUnknownKey(body, ['code', 'questions'], 'code')
    if (unknown) return unknown
    const questions = body['questions'] ?? {}
    if (typeof questions !== 'object' || Array.isArray(questions)) {
      const message = createMessage('authoring.codeQuestionsRequired')
      return new Refusal(message, 'INVALID_VALUE', 'questions')
    }
    const questionIds = questions as ColumnValues
    const ids = placeholders.map((letter) => [placeholderColumns[letter], questionIds[letter] ?? null])
    return (
      refuseUnknownKey(questionIds, placeholders, 'code.questions', 'questions.') ?? {
        code: body['code'] ?? null,
        ...Object.fromEntries(ids),
      }
    )
  },
  read(columns) {
    const source = toCodeSource(columns)
    const questions = placeholders.flatMap((letter) => {
      const question = placeholderQuestion(source, letter)
      return question === null ? [] : [[letter, question]]
    })
    return { code: source.code, questions: Object.fromEntries(questions) }
  },
  toPath(column) {
    const letter = placeholders.find((name) => placeholderColumns[name] === column)
    return letter ? `questions.${letter}` : column
  },
  findErrorPosition(columns, { functions }) {
    const tree = parseCode(toCodeSource(columns).code, functions)
    return tree instanceof CodeRefusal ? tree.at : null
  },
  check(columns, vocabulary) {
    const validation = new RefusalCollector()
    const source = toCodeSource(columns)
    const tree = parseCode(source.code, vocabulary.types.functions)
    if (tree instanceof CodeRefusal) validation.refuse(tree.problem, 'code')
    else {
      const paths = { subject: 'code', field: 'code', answerId: 'code' }
      for (const node of walkCode(tree)) {
        if (node.kind !== 'read') continue
        const selected = 'question' in node.operand && node.operand.field === 'selected'
        checkOperand(node.operand, vocabulary, selected ? 'inRules' : 'inTerms', validation, paths)
      }
    }
    for (const letter of placeholders) {
      const question = placeholderQuestion(source, letter)
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
