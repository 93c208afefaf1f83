// What each group of shoppers may reckon of a product by itself, made once per version of the product and kept beside it.
import { compile } from '../../engine/program/compile.js'
import type { EvaluationContext } from '../../engine/program/context.js'
import type { Program } from '../../engine/program/program.js'
import { tablesAsRules } from '../../engine/variant/as-rules.js'
import type { Registry } from '../../model/registry.js'
import type { CompiledProduct } from '../programs.js'
import type { TwinMode, TwinProduct } from './define.js'
import { type Pared, pare, priceCalculations } from './pare.js'
import type { TypePoint } from './reads.js'

/** Characters of a product in JSON beyond which reckoning it is left to the service: a browser would load it for longer than it helps. */
const largest = 1_000_000

/** Groups whose products are kept at a time. */
const mostGroups = 50

const off: TwinProduct = { mode: 'off', source: null }

const kept = new WeakMap<CompiledProduct, Map<string, TwinProduct>>()

/** True where browsers have everything that evaluates it: what ships does, other plugins' code is on the server. */
function isAtHand(registry: Registry, { reads }: Pared): boolean {
  return [...reads.types].every((type) => {
    const [point, name] = type.split(' ') as [TypePoint, string]
    const owner = registry[point].owner(name)
    return owner === undefined || !registry.isCustom(owner)
  })
}

/** Whether what is left without prices gives prices away all the same: where a rule or a limit is made of them. */
function tellsPrices({ reads }: Pared, product: CompiledProduct, context: EvaluationContext): boolean {
  const priced = priceCalculations(product.program, context)
  return reads.prices || [...reads.calculations].some((id) => priced.has(id))
}

/** Browsers know rules and no variant tables; null where rules cannot say the same, or would be too long. */
function plainProgram(program: Program): Program | null {
  const { source, types } = program
  if (!source.tables?.length) return program
  const plain = tablesAsRules(source, types)
  return plain && compile(plain, types)
}

function make(registry: Registry, product: CompiledProduct, context: EvaluationContext, mode: TwinMode): TwinProduct {
  if (mode === 'off') return off
  const program = plainProgram(product.program)
  const pared = program && pare(program, context, mode === 'full')
  if (!pared) return off
  if (!isAtHand(registry, pared)) return off
  if (mode === 'rules' && tellsPrices(pared, product, context)) return off
  return JSON.stringify(pared.source).length > largest ? off : { mode, source: pared.source }
}

/**
 * The product as the context's group may know it, as far as its author allows.
 * @param maySeePrices false: at most its rules
 */
export function twinOf(
  registry: Registry,
  product: CompiledProduct,
  context: EvaluationContext,
  maySeePrices: boolean,
): TwinProduct {
  const mode = product.twin === 'full' && !maySeePrices ? 'rules' : product.twin
  const groups = kept.get(product) ?? new Map<string, TwinProduct>()
  kept.set(product, groups)
  const key = JSON.stringify([mode, context.customerGroupId, context.customerGroup])
  const found = groups.get(key) ?? make(registry, product, context, mode)
  if (!groups.has(key) && groups.size >= mostGroups) groups.clear()
  groups.set(key, found)
  return found
}
