// Client-side programs of a product, created once per product version and customer group, and cached.
import { compileProgram } from '../../engine/program/compiler.js'
import type { EvaluationContext, Program } from '../../engine/program/program.js'
import { convertTablesToRules } from '../../engine/variant/table-rules.js'
import type { ClientEvaluatedPoint } from '../../model/storefront/module.js'
import type { Registry } from '../../model/registry.js'
import type { CompiledProduct } from '../compiled-products.js'
import type { ClientProgramMode, ClientProgram } from './define.js'
import { type PrunedProduct, pruneProduct, findPriceCalculations } from './prune-product.js'

/** Maximum size of a program in characters of JSON. A larger one would take browsers longer to load than it saves. */
const maxProgramLength = 1_000_000

/** Maximum number of cached programs per product. */
const maxCachedPrograms = 50

const disabledProgram: ClientProgram = { mode: 'off', source: null, modules: [] }

const programCache = new WeakMap<CompiledProduct, Map<string, ClientProgram>>()

/**
 * The plugin scripts that a browser needs, as `<point>-<name>`; null if a required plugin type has no browser code and can be
 * evaluated on the server only.
 */
function findRequiredModules(registry: Registry, { reads }: PrunedProduct): readonly string[] | null {
  const modules: string[] = []
  for (const type of reads.types) {
    const [point, name] = type.split(' ') as [ClientEvaluatedPoint, string]
    const owner = registry[point].owner(name)
    if (owner === undefined || !registry.isCustom(owner)) continue
    if (registry.clientModules.get(name)?.of !== point) return null
    modules.push(`${point}-${name}`)
  }
  return modules.sort()
}

/** Whether a program without prices would still reveal prices, through a rule or a limit that reads them. */
function hasPriceLeak({ reads }: PrunedProduct, product: CompiledProduct, context: EvaluationContext): boolean {
  const priced = findPriceCalculations(product.program, context)
  return reads.prices || [...reads.calculations].some((id) => priced.has(id))
}

/** Browsers support no variant tables, so the tables are converted to rules; null if that is impossible or the rules would be too long. */
function toPlainProgram(program: Program): Program | null {
  const { source, types } = program
  if (!source.tables?.length) return program
  const plain = convertTablesToRules(source, types)
  return plain && compileProgram(plain, types)
}

function createClientProgram(
  registry: Registry,
  product: CompiledProduct,
  context: EvaluationContext,
  mode: ClientProgramMode,
): ClientProgram {
  if (mode === 'off') return disabledProgram
  const program = toPlainProgram(product.program)
  const prunedProgram = program && pruneProduct(program, context, mode === 'full')
  if (!prunedProgram) return disabledProgram
  const modules = findRequiredModules(registry, prunedProgram)
  if (modules === null) return disabledProgram
  if (mode === 'rules' && hasPriceLeak(prunedProgram, product, context)) return disabledProgram
  return JSON.stringify(prunedProgram.source).length > maxProgramLength
    ? disabledProgram
    : { mode, source: prunedProgram.source, modules }
}

/**
 * The client-side program for the context's group, as far as the product's author allows it.
 * @param maySeePrices false: rules only
 */
export function getClientProgram(
  registry: Registry,
  product: CompiledProduct,
  context: EvaluationContext,
  maySeePrices: boolean,
): ClientProgram {
  const mode = product.twin === 'full' && !maySeePrices ? 'rules' : product.twin
  const groups = programCache.get(product) ?? new Map<string, ClientProgram>()
  programCache.set(product, groups)
  const key = JSON.stringify([mode, context.customerGroupId, context.customerGroup])
  const clientProgram = groups.get(key) ?? createClientProgram(registry, product, context, mode)
  if (!groups.has(key) && groups.size >= maxCachedPrograms) groups.clear()
  groups.set(key, clientProgram)
  return clientProgram
}
