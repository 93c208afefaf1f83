// What each group of shoppers may reckon of a product by itself, made once per version of the product and kept beside it.
import { compileProgram } from '../../engine/program/compiler.js'
import type { EvaluationContext } from '../../engine/program/evaluation-context.js'
import type { Program } from '../../engine/program/program.js'
import { convertTablesToRules } from '../../engine/variant/table-rules.js'
import type { ClientEvaluatedPoint } from '../../model/storefront/twin-module.js'
import type { Registry } from '../../model/registry.js'
import type { CompiledProduct } from '../programs.js'
import type { TwinMode, TwinProduct } from './define.js'
import { type Pared, pare, priceCalculations } from './pare.js'

/** Characters of a product in JSON beyond which reckoning it is left to the service: a browser would load it for longer than it helps. */
const largest = 1_000_000

/** Groups whose products are kept at a time. */
const mostGroups = 50

const off: TwinProduct = { mode: 'off', source: null, modules: [] }

const kept = new WeakMap<CompiledProduct, Map<string, TwinProduct>>()

/**
 * What browsers load of plugins to evaluate it, as `<point>-<name>`; null where a plugin has brought no browser code for something
 * of it, which is evaluated on the server alone then.
 */
function modulesFor(registry: Registry, { reads }: Pared): readonly string[] | null {
  const modules: string[] = []
  for (const type of reads.types) {
    const [point, name] = type.split(' ') as [ClientEvaluatedPoint, string]
    const owner = registry[point].owner(name)
    if (owner === undefined || !registry.isCustom(owner)) continue
    if (registry.twinModules.get(name)?.of !== point) return null
    modules.push(`${point}-${name}`)
  }
  return modules.sort()
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
  const plain = convertTablesToRules(source, types)
  return plain && compileProgram(plain, types)
}

function make(registry: Registry, product: CompiledProduct, context: EvaluationContext, mode: TwinMode): TwinProduct {
  if (mode === 'off') return off
  const program = plainProgram(product.program)
  const pared = program && pare(program, context, mode === 'full')
  if (!pared) return off
  const modules = modulesFor(registry, pared)
  if (modules === null) return off
  if (mode === 'rules' && tellsPrices(pared, product, context)) return off
  return JSON.stringify(pared.source).length > largest ? off : { mode, source: pared.source, modules }
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
