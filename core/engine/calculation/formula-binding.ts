// Reads a stored formula and binds its leaves to a product; what evaluates it and what traces it share this.
import type { StateView } from '../program/state-view.js'
import type { CalculationSource } from '../program/source.js'
import type { EngineTypes } from '../program/types.js'
import type { FormulaBinding, Read } from './arithmetic.js'
import type { Leaves } from './body.js'
import { MalformedFormula, parseFormula, type Sequence } from './stored.js'

const none: Read<StateView> = () => Number.NaN

/** null where there is no formula, or none that can be read. */
export function sequenceOf({ formula }: CalculationSource): Sequence | null {
  if (!formula) return null
  const sequence = 'sequence' in formula ? formula.sequence : parseFormula(formula.terms)
  return sequence instanceof MalformedFormula ? null : sequence
}

/** Calls a plugged-in function: a null parameter makes the result null, a null result counts 0. */
function callFunction(types: EngineTypes, name: string, parameters: readonly Read<StateView>[]): Read<StateView> {
  const definition = types.functions.get(name)
  if (!definition) return none
  return (state) => {
    const numbers = parameters.map((parameter) => parameter(state))
    return numbers.some(Number.isNaN) ? Number.NaN : (definition.evaluate(...numbers) ?? 0)
  }
}

export function formulaBinding({ program: { types }, binder }: Leaves): FormulaBinding<StateView> {
  return {
    typed({ type, args }) {
      const definition = types.termTypes.get(type)
      return definition ? binder.term(definition, args) : none
    },
    call: (name, parameters) => callFunction(types, name, parameters),
  }
}
