// Client-side programs of a product, created once per product version and customer group, and cached.
import { compileProgram } from '../../engine/program/compiler.js'
import type { EvaluationContext } from '../../engine/program/evaluation-context.js'
import type { Program } from '../../engine/program/program.js'
import { convertTablesToRules } from '../../engine/variant/table-rules.js'
import type { ClientEvaluatedPoint } from '../../model/storefront/twin-module.js'
import type { Registry } from '../../model/registry.js'
import type { CompiledProduct } from '../programs.js'
import type { TwinMode, TwinProduct } from './define.js'
import { type Pared, pare, priceCalculations } from './pare.js'

/** Maximum size of a program in characters of JSON. A larger one would take browsers longer to load than it saves. */
const largest = 1_000_000

/** Maximum number of cached programs per product. */
const mostGroups = 50

const off: TwinProduct = { mode: 'off', source: null, modules: [] }

const kept = new WeakMap<CompiledProduct, Map<string, TwinProduct>>()

/**
 * The plugin scripts that a browser needs, as `<point>-<name>`; null if a required plugin type has no browser code and can be
 * evaluated on the server only.
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

/** Whether a program without prices would still reveal prices, through a rule or a limit that reads them. */
function tellsPrices({ reads }: Pared, product: CompiledProduct, context: EvaluationContext): boolean {
  const priced = priceCalculations(product.program, context)
  return reads.prices || [...reads.calculations].some((id) => priced.has(id))
}

/** Browsers support no variant tables, so the tables are converted to rules; null if that is impossible or the rules would be too long. */
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
 * The client-side program for the context's group, as far as the product's author allows it.
 * @param maySeePrices false: rules only
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
