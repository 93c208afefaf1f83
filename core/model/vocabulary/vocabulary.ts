// Loads the vocabulary that validates a rule or calculation body: the referenced records of its own product.
import { operandReferences, argumentReferences } from '../../engine/question/operand.js'
import { type RuleVocabulary, type VocabularySource, createVocabulary } from '../../engine/question/vocabulary.js'
import type { Reference } from '../../foundation/property/kind.js'
import { isId } from '../properties/join.js'
import type { RegistryScope, Registry } from '../registry.js'

type Values = Readonly<Record<string, unknown>>

function titleOf({ title }: Values): { readonly title?: string } {
  return typeof title === 'string' && title !== '' ? { title } : {}
}

// Finds the questions and calculations that an authored rule or formula refers to, so only these are loaded for validation.

interface ReferencedIds {
  readonly questions: ReadonlySet<number>
  readonly calculations: ReadonlySet<number>
}

/** Groups the ids of references by entity. Answers are loaded with their questions. */
export function toReferencedIds(references: Iterable<Reference>): ReferencedIds {
  const questions = new Set<number>()
  const calculations = new Set<number>()
  for (const { entity, id } of references) {
    if (entity === 'question') questions.add(id)
    if (entity === 'calculation') calculations.add(id)
  }
  return { questions, calculations }
}

type AuthoredNode = Readonly<Record<string, unknown>>

/** The references in the arguments of a condition or term type that a plugin adds. */
function typeReferences(node: AuthoredNode, registry: Registry): readonly Reference[] {
  const { condition, term, ...args } = node
  const type = typeof condition === 'string' ? registry.conditionTypes.get(condition) : registry.termTypes.get(String(term))
  if (!type) return []
  if (!('operand' in type)) return argumentReferences(type, args)
  const operand = type.operand(args)
  if (!operand) return []
  return operandReferences('reads' in operand ? operand.reads : operand)
}

function* referencesIn(value: unknown, registry: Registry, depth = 0): Generator<Reference> {
  if (typeof value !== 'object' || value === null || depth > 64) return
  if (!Array.isArray(value)) {
    const node = value as AuthoredNode
    for (const entity of ['question', 'calculation']) {
      const id = node[entity]
      if (typeof id === 'number' && Number.isSafeInteger(id)) yield { entity, id }
    }
    if (typeof node.condition === 'string' || typeof node.term === 'string') yield* typeReferences(node, registry)
  }
  for (const part of Object.values(value)) yield* referencesIn(part, registry, depth + 1)
}

/** Finds the references of an authored value, in the short and the generic form. */
export function findReferencedIds(authored: unknown, registry: Registry): ReferencedIds {
  return toReferencedIds(referencesIn(authored, registry))
}

/** Loads the referenced records in the transaction. Records of other products are omitted, so they are refused as unknown. */
export async function loadReferencedVocabulary(scope: RegistryScope, referenced: ReferencedIds): Promise<RuleVocabulary> {
  const productId = referenced.questions.size + referenced.calculations.size > 0 ? await scope.ownerId('product') : null
  const questions: VocabularySource['questions'][number][] = []
  const answers: VocabularySource['answers'][number][] = []
  const calculations: VocabularySource['calculations'][number][] = []
  for (const id of referenced.questions) {
    const question = await scope.read('question', id)
    const page = isId(question?.page_id) ? await scope.read('page', question.page_id, { texts: false }) : null
    if (!question || page?.product_id !== productId) continue
    questions.push({ id, ...titleOf(question), question_type: String(question.question_type), settings: question })
    for (const answer of await scope.find('answer', 'question_id', id)) {
      answers.push({ id: answer.id, question_id: id, ...titleOf(answer) })
    }
  }
  for (const id of referenced.calculations) {
    const calculation = await scope.read('calculation', id)
    if (calculation && calculation.product_id === productId) calculations.push({ id, name: String(calculation.name) })
  }
  return createVocabulary({ questions, answers, calculations }, scope.registry)
}
