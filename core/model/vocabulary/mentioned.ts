// Which questions and calculations an authored rule or formula names, found before anything is judged, so that only these are read.
import { operandReferences, argumentReferences } from '../../engine/question/references.js'
import type { Reference } from '../../ground/property/kind.js'
import type { Registry } from '../registry.js'

export interface Mentioned {
  readonly questions: ReadonlySet<number>
  readonly calculations: ReadonlySet<number>
}

/** The ids of a list of references, by what they name; answers are read with their questions. */
export function mentionedBy(references: Iterable<Reference>): Mentioned {
  const questions = new Set<number>()
  const calculations = new Set<number>()
  for (const { entity, id } of references) {
    if (entity === 'question') questions.add(id)
    if (entity === 'calculation') calculations.add(id)
  }
  return { questions, calculations }
}

type Shape = Readonly<Record<string, unknown>>

/** What the arguments of a plugged-in condition or term name. */
function typeReferences(shape: Shape, registry: Registry): readonly Reference[] {
  const { condition, term, ...args } = shape
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
    const shape = value as Shape
    for (const entity of ['question', 'calculation']) {
      const id = shape[entity]
      if (typeof id === 'number' && Number.isSafeInteger(id)) yield { entity, id }
    }
    if (typeof shape.condition === 'string' || typeof shape.term === 'string') yield* typeReferences(shape, registry)
  }
  for (const part of Object.values(value)) yield* referencesIn(part, registry, depth + 1)
}

/** What an authored value names, in short forms and generic ones. */
export function mentionedIn(authored: unknown, registry: Registry): Mentioned {
  return mentionedBy(referencesIn(authored, registry))
}
