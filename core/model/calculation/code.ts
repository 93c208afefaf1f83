// Judges the code of a calculation: one expression, and only questions and calculations of its own product (spec 2.5).
import { storeCode } from '../../engine/calculation/code-author.js'
import { codeReferences } from '../../engine/calculation/references.js'
import type { CodeSource } from '../../engine/program/source.js'
import type { CheckScope } from '../../ground/property/kind.js'
import type { FieldRefusal } from '../entity/define.js'
import type { Registry } from '../registry.js'
import { mentionedBy } from '../vocabulary/mentioned.js'
import { vocabularyFor } from '../vocabulary/vocabulary.js'
import { unplaced } from './axes.js'

type Values = Readonly<Record<string, unknown>>

/** The body as columns hold it. */
export function codeOf(record: Values): CodeSource {
  const id = (field: string): number | null => (typeof record[field] === 'number' ? record[field] : null)
  return {
    code: typeof record.code === 'string' ? record.code : '',
    question_id_a: id('question_id_a'),
    question_id_b: id('question_id_b'),
    question_id_c: id('question_id_c'),
    question_id_d: id('question_id_d'),
  }
}

/** Judges the whole body: the code itself, what it reads, and the questions of its placeholders. */
export async function judgeCode(scope: CheckScope): Promise<readonly FieldRefusal[]> {
  const source = codeOf(scope.record)
  const vocabulary = await vocabularyFor(scope, mentionedBy(codeReferences(source, scope.registry as Registry)))
  const questions = { A: source.question_id_a, B: source.question_id_b, C: source.question_id_c, D: source.question_id_d }
  const outcome = storeCode({ code: source.code, questions }, vocabulary)
  if (!('refusals' in outcome)) return []
  return outcome.refusals.map((refusal) => ({ field: fieldOf(refusal.path ?? 'code'), refusal: unplaced(refusal) }))
}

/** `questions.A` of the authored body is `question_id_a` here. */
function fieldOf(path: string): string {
  const [key = 'code', letter] = path.split('.')
  return letter === undefined ? key : `question_id_${letter.toLowerCase()}`
}
