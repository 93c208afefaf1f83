// Calculations of type `code`: one expression with up to four placeholders.
import { defineCalculationBody } from '../body.js'
import { toCodeResult, compileCode } from '../code-evaluator.js'
import { bindCode, parseStoredCode, type ParsedCode } from '../code-binding.js'
import { codeOperands, codeReferences } from '../references.js'

export const codeBody = defineCalculationBody<ParsedCode>({
  type: 'code',
  field: 'code',
  parse: parseStoredCode,
  references: ({ source }, types) => codeReferences(source, types),
  operands: ({ tree }) => (tree ? codeOperands(tree) : []),
  compile({ source, tree }, leaves) {
    if (!tree) return null
    const run = compileCode(tree, bindCode(source, leaves))
    return (state) => toCodeResult(run(state))
  },
})
