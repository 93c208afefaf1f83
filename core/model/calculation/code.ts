// Judges the code of a calculation: one expression, and only questions and calculations of its own product (spec 2.5).
import { CodeRefusal, parseCode } from '../../engine/calculation/code-parse.js'
import { nodesOf, placeholders } from '../../engine/calculation/code-tree.js'
import { operandReferences } from '../../engine/question/references.js'
import { type CheckScope, Refusal } from '../../ground/property/kind.js'
import type { FieldRefusal } from '../entity/define.js'
import type { Registry } from '../registry.js'
import { judgeSameProduct, productOf } from './product-scope.js'

/** Judges the whole body: the code itself, what it reads, and the questions of its placeholders. */
export async function judgeCode(scope: CheckScope): Promise<readonly FieldRefusal[]> {
  const { record } = scope
  const issues: FieldRefusal[] = []
  const code = typeof record.code === 'string' ? record.code : ''
  const tree = parseCode(code, (scope.registry as Registry).functions)
  if (tree instanceof CodeRefusal) issues.push({ field: 'code', refusal: new Refusal(tree.message) })
  else {
    const product = await scope.ownerId('product')
    for (const node of nodesOf(tree)) {
      if (node.kind !== 'read') continue
      for (const { entity, id } of operandReferences(node.operand)) {
        if ((await productOf(scope, entity as 'question' | 'answer' | 'calculation', id)) === product) continue
        const message = `The code reads ${entity} ${id} in '${node.source}', but the product has no such ${entity}.`
        issues.push({ field: 'code', refusal: new Refusal(message, 'UNKNOWN_REFERENCE') })
      }
    }
  }
  for (const letter of placeholders) {
    const field = `question_id_${letter.toLowerCase()}`
    issues.push(...(await judgeSameProduct(scope, field, `Question of placeholder ${letter}`, 'question', record[field])))
  }
  return issues
}
