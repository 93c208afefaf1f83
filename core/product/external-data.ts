// Loads external data for plugin conditions and terms of a product before the evaluation.
import { type Arguments, type Outside, prepareArguments } from '../engine/question/operand.js'
import type { Program } from '../engine/program/program.js'
import type { ProductSource } from '../engine/program/source.js'
import type { EngineTypes } from '../engine/program/engine-types.js'
import { calculationBodies } from '../engine/calculation/bodies.js'
import { walkConditions, Malformed, parseRule } from '../engine/rule/stored.js'
import type { PropertyMap } from '../foundation/property/kind.js'
import type { DeclaredEntity, WireRecord } from '../foundation/property/typing.js'
import { isId } from '../model/properties/join.js'
import { requireEntity } from '../model/registry.js'
import { loadRecords, type TypedRecord } from '../storage/record/load.js'
import { toColumnValue } from '../storage/record/layout.js'
import type { ServiceContext } from '../storage/service-context.js'

interface DataLoader {
  readonly properties: PropertyMap
  load?(uses: readonly Arguments[], outside: Outside): Promise<unknown>
}
type TypeUses = ReadonlyMap<string, { readonly type: DataLoader; readonly uses: readonly Arguments[] }>

type TypedProgram = Pick<Program, 'source' | 'types'>

const usesCache = new WeakMap<TypedProgram, TypeUses>()

/** Whether the product's rules or prices depend on preloaded data. */
export function hasExternalData(source: ProductSource, types: EngineTypes): boolean {
  return collectUses({ source, types }).size > 0
}

/** The types with a `load` that the product's rules and formulas use, by `condition:<name>` and `term:<name>`. */
function collectUses(program: TypedProgram): TypeUses {
  const cachedUses = usesCache.get(program)
  if (cachedUses) return cachedUses
  const usesByKey = new Map<string, { type: DataLoader; uses: Arguments[] }>()
  const note = (key: string, type: DataLoader | undefined, args: Arguments): void => {
    if (!type?.load) return
    const preparedArgs = prepareArguments(type, args)
    if (!preparedArgs) return
    const entry = usesByKey.get(key) ?? { type, uses: [] }
    entry.uses.push(preparedArgs)
    usesByKey.set(key, entry)
  }
  const { conditionTypes, termTypes } = program.types
  for (const { rules } of [...program.source.questions, ...program.source.answers]) {
    const rule = parseRule(rules)
    if (rule === null || rule instanceof Malformed) continue
    for (const { type, args } of walkConditions(rule.root)) note(`condition:${type}`, conditionTypes.get(type), args)
  }
  for (const calculation of program.source.calculations) {
    for (const { type, args } of calculationBodies[calculation.type].typedTerms(calculation, program.types))
      note(`term:${type}`, termTypes.get(type), args)
  }
  usesCache.set(program, usesByKey)
  return usesByKey
}

/** The reader that is passed to `load`. It reads through the context, in the shop's languages. */
function createOutsideReader(work: ServiceContext): Outside {
  const { registry } = work.context
  const { languages } = work.versionedSnapshot.snapshot
  function find<P extends PropertyMap>(
    wanted: DeclaredEntity<P>,
    property: string,
    value: unknown,
  ): Promise<readonly TypedRecord<P>[]>
  function find(wanted: string, property: string, value: unknown): Promise<readonly WireRecord[]>
  async function find(declaration: string | DeclaredEntity<PropertyMap>, property: string, value: unknown) {
    const entity = requireEntity(registry, declaration)
    const column = property === 'id' ? undefined : entity.properties[property]
    const parameter = column ? toColumnValue(column, value) : isId(value) ? value : null
    const records = await loadRecords(work.on, entity, languages, { column: property, values: [parameter] })
    return records.map((record) => record.values)
  }
  function read<P extends PropertyMap>(wanted: DeclaredEntity<P>, id: number): Promise<TypedRecord<P> | null>
  function read(wanted: string, id: number): Promise<WireRecord | null>
  async function read(declaration: string | DeclaredEntity<PropertyMap>, id: number) {
    const [firstRecord] = await (typeof declaration === 'string' ? find(declaration, 'id', id) : find(declaration, 'id', id))
    return firstRecord ?? null
  }
  return { now: work.now, find, read }
}

/** The data that the evaluation reads as `loaded`; undefined if the product uses no type with `load`. */
export async function loadExternalData(
  work: ServiceContext,
  program: Program,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const uses = collectUses(program)
  if (uses.size === 0) return undefined
  const outside = createOutsideReader(work)
  const loaded = [...uses].map(
    async ([key, entry]): Promise<[string, unknown]> => [key, await entry.type.load?.(entry.uses, outside)],
  )
  return Object.fromEntries(await Promise.all(loaded))
}
