// Between the form in which authors write a code calculation and its stored columns; refuses what spec 2.5 and domain §5 refuse.
import type { Refusal } from '../../ground/property/kind.js'
import { checkOperand, join, Judge } from '../question/check.js'
import type { Vocabulary } from '../question/vocabulary.js'
import type { CodeSource } from '../program/source.js'
import { CodeRefusal, parseCode } from './code-parse.js'
import { nodesOf, type Placeholder, placeholders } from './code-tree.js'

type Shape = Readonly<Record<string, unknown>>

/** Code as authors read and write it (spec 2.5). */
export interface AuthoredCode {
  readonly code: string
  readonly questions: Readonly<Partial<Record<Placeholder, number>>>
}

function isShape(value: unknown): value is Shape {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function readQuestions(value: unknown, vocabulary: Vocabulary, judge: Judge): Partial<Record<Placeholder, number>> {
  const questions: Partial<Record<Placeholder, number>> = {}
  if (value === undefined || value === null) return questions
  if (!isShape(value)) {
    judge.refuse('\'questions\' takes the questions behind the placeholders, for example {"A": 12}.', 'questions')
    return questions
  }
  for (const [key, id] of Object.entries(value)) {
    const path = join('questions', key.slice(0, 20))
    const letter = placeholders.find((name) => name === key)
    if (!letter)
      judge.refuse(`There is no placeholder '${key.slice(0, 20)}'. The placeholders are ${placeholders.join(', ')}.`, path)
    else if (id === null) continue
    else if (typeof id !== 'number' || !Number.isSafeInteger(id))
      judge.refuse(`'${letter}' takes the id of a question as a plain number.`, path)
    else {
      checkOperand({ question: id, field: 'selected' }, vocabulary, 'inRules', judge, {
        subject: path,
        field: path,
        answerId: path,
      })
      questions[letter] = id
    }
  }
  return questions
}

/** Converts authored code into its stored columns; refusals name the place and say what to write. */
export function storeCode(
  authored: unknown,
  vocabulary: Vocabulary,
): { readonly code: CodeSource } | { readonly refusals: readonly Refusal[] } {
  const judge = new Judge()
  if (!isShape(authored) || typeof authored['code'] !== 'string') {
    judge.refuse('Code is an object {"code": "A * 2", "questions": {"A": 12}}.', isShape(authored) ? 'code' : '')
    return { refusals: judge.refusals }
  }
  const unknown = Object.keys(authored).find((key) => key !== 'code' && key !== 'questions')
  if (unknown !== undefined)
    judge.refuse(`Unknown key '${unknown.slice(0, 60)}'. Code takes 'code' and 'questions'.`, unknown.slice(0, 60))
  const { code } = authored
  const tree = parseCode(code, vocabulary.types.functions)
  if (tree instanceof CodeRefusal) judge.refuse(tree.message, 'code')
  else {
    for (const node of nodesOf(tree)) {
      if (node.kind !== 'read') continue
      const selected = 'question' in node.operand && node.operand.field === 'selected'
      checkOperand(node.operand, vocabulary, selected ? 'inRules' : 'inTerms', judge, {
        subject: 'code',
        field: 'code',
        answerId: 'code',
      })
    }
  }
  const questions = readQuestions(authored['questions'], vocabulary, judge)
  if (judge.refusals.length > 0) return { refusals: judge.refusals }
  return {
    code: {
      code,
      question_id_a: questions.A ?? null,
      question_id_b: questions.B ?? null,
      question_id_c: questions.C ?? null,
      question_id_d: questions.D ?? null,
    },
  }
}

/** The authored form of stored code. */
export function readCode(source: CodeSource): AuthoredCode {
  const ids = { A: source.question_id_a, B: source.question_id_b, C: source.question_id_c, D: source.question_id_d }
  return { code: source.code, questions: Object.fromEntries(Object.entries(ids).filter(([, id]) => id !== null)) }
}
