// Checks scripts of the client engine: each implements an existing item without server dependencies.
import type { Fault } from '../../foundation/errors.js'
import { didYouMean } from '../../foundation/message-values.js'
import type { CheckInput } from '../boot-check.js'
import { listContributions } from '../collect.js'
import { clientEvaluatedPoints } from '../../product/client-program/define.js'

export function checkClientEngineModules({ contributed, registry }: CheckInput): readonly Fault[] {
  return listContributions(contributed, 'clientModules').flatMap(({ owner, item: { name, of } }): readonly Fault[] => {
    if (!clientEvaluatedPoints.includes(of)) {
      const message = `'${owner}' brings browser code for '${name}' of '${of}', which browsers do not evaluate.`
      return [{ id: 'client-module-type', owner, message, hint: `Take one of ${clientEvaluatedPoints.join(', ')}.` }]
    }
    const declared = registry[of].get(name)
    if (!declared) {
      const message = `'${owner}' brings browser code for '${name}' of '${of}', which no plugin registers.${didYouMean(name, registry[of].keys())}`
      return [{ id: 'client-module-type', owner, message, hint: 'Name it as it is contributed.' }]
    }
    if (!('load' in declared)) return []
    const message = `'${owner}' brings browser code for '${name}', which loads what browsers do not have.`
    return [
      {
        id: 'client-module-type',
        owner,
        message,
        hint: 'Leave the module out: products that use it are calculated by the service.',
      },
    ]
  })
}
