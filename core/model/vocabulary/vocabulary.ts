// Loads the vocabulary that validates a rule or calculation body: the referenced records of its own product.
import { type Vocabulary, type VocabularySource, createVocabulary } from '../../engine/question/vocabulary.js'
import { isId } from '../properties/join.js'
import type { RegistryScope } from '../registry.js'
import type { ReferencedIds } from './referenced-ids.js'

type Values = Readonly<Record<string, unknown>>

function titleOf({ title }: Values): { readonly title?: string } {
  return typeof title === 'string' && title !== '' ? { title } : {}
}

/** Loads the referenced records in the transaction. Records of other products are omitted, so they are refused as unknown. */
export async function loadReferencedVocabulary(scope: RegistryScope, referenced: ReferencedIds): Promise<Vocabulary> {
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
