// Traces code by the values of its leaves.
import type { TraceDetail } from '../../program/trace.js'
import { type CodeValue, compileCode } from '../code-evaluator.js'
import { bindCode, parseStoredCode } from '../code-binding.js'
import { type CodeNode, walkCode } from '../code-tree.js'
import { numberOrNull, type BodyTracer } from '../body-trace.js'

const toDetailValue = (value: CodeValue): number | string | null =>
  typeof value === 'number' ? numberOrNull(value) : String(value)

export const traceCode: BodyTracer = (calculation, tracing) => {
  const { source, tree = null } = parseStoredCode(calculation, tracing.program.types) ?? {}
  if (!source || !tree) return null
  const binding = bindCode(source, tracing)
  const run = (node: CodeNode): CodeValue => compileCode(node, binding)(tracing.state)
  const details: TraceDetail[] = []
  let dividesByZero = false
  for (const node of walkCode(tree)) {
    if (node.kind === 'placeholder') details.push({ what: node.letter, value: toDetailValue(run(node)) })
    else if (node.kind === 'total')
      details.push({ what: node.recurring ? 'TotalRecurring' : 'Total', value: toDetailValue(run(node)) })
    else if (node.kind === 'read') details.push({ what: node.source, value: toDetailValue(run(node)) })
    else if (node.kind === 'binary' && (node.operator === '/' || node.operator === '%') && Number(run(node.right)) === 0)
      dividesByZero = true
  }
  const value = run(tree)
  if (typeof value === 'number' && !Number.isNaN(value))
    return { parts: [{ kind: 'code', amount: tracing.amount, details }], details, warnings: [] }
  return { parts: [], details, warnings: [dividesByZero && typeof value === 'number' ? 'division_by_zero' : 'not_a_number'] }
}
