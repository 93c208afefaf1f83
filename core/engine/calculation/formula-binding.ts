// Parses a stored formula and connects its leaves to a product. Shared by evaluation and trace.
import type { StateView } from '../program/state-view.js'
import type { CalculationSource } from '../program/source.js'
import type { EngineTypes } from '../program/engine-types.js'
import type { FormulaBinding, NumberReader } from './arithmetic.js'
import type { BindingContext } from './body.js'
import { MalformedFormula, parseFormula, type Sequence } from './stored.js'

const none: NumberReader<StateView> = () => Number.NaN

/** Returns null if there is no formula or it is malformed. */
export function parseStoredSequence({ formula }: CalculationSource): Sequence | null {
  if (!formula) return null
  const sequence = 'sequence' in formula ? formula.sequence : parseFormula(formula.terms)
  return sequence instanceof MalformedFormula ? null : sequence
}

/** Compiles a call of a plugin function. A null parameter gives null; a null result counts as 0. */
function callFunction(types: EngineTypes, name: string, parameters: readonly NumberReader<StateView>[]): NumberReader<StateView> {
  const definition = types.functions.get(name)
  if (!definition) return none
  return (state) => {
    const numbers = parameters.map((parameter) => parameter(state))
    return numbers.some(Number.isNaN) ? Number.NaN : (definition.evaluate(...numbers) ?? 0)
  }
}

export function bindFormula({ program: { types }, binder }: BindingContext): FormulaBinding<StateView> {
  return {
    typed({ type, args }) {
      const definition = types.termTypes.get(type)
      return definition ? binder.term(definition, args) : none
    },
    call: (name, parameters) => callFunction(types, name, parameters),
  }
}
