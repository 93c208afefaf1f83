// Calculations of type `code`: one expression with up to four placeholders (spec 2.5).
import { defineBody } from '../body.js'
import { codeResult, compileCode } from '../code.js'
import { codeBinding, codeOf, type ReadCode } from '../code-binding.js'
import { codeOperands, codeReferences } from '../references.js'

export const codeBody = defineBody<ReadCode>({
  type: 'code',
  field: 'code',
  parse: codeOf,
  references: ({ source }, types) => codeReferences(source, types),
  operands: ({ tree }) => (tree ? codeOperands(tree) : []),
  compile({ source, tree }, leaves) {
    if (!tree) return null
    const run = compileCode(tree, codeBinding(source, leaves))
    return (state) => codeResult(run(state))
  },
})
