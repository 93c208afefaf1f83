// Fetches what plugged-in conditions and terms of a product need from outside, before anything is evaluated.
import type { Arguments, Outside } from '../engine/question/operand.js'
import type { Program } from '../engine/program/program.js'
import { bodies } from '../engine/calculation/bodies/index.js'
import { conditionsOf, Malformed, parseRule } from '../engine/rule/stored.js'
import { requireEntity } from '../model/registry.js'
import { loadRecords } from '../storage/record/load.js'
import { toColumn } from '../storage/record/values.js'
import type { Work } from '../storage/work.js'

interface Loader {
  load?(uses: readonly Arguments[], outside: Outside): Promise<unknown>
}
type Uses = ReadonlyMap<string, { readonly type: Loader; readonly uses: readonly Arguments[] }>

const collected = new WeakMap<Program, Uses>()

/** The types with a `load` that the product's rules and formulas use, by `condition:<name>` and `term:<name>`. */
function usesOf(program: Program): Uses {
  const known = collected.get(program)
  if (known) return known
  const found = new Map<string, { type: Loader; uses: Arguments[] }>()
  const note = (key: string, type: Loader | undefined, args: Arguments): void => {
    if (!type?.load) return
    const entry = found.get(key) ?? { type, uses: [] }
    entry.uses.push(args)
    found.set(key, entry)
  }
  const { conditionTypes, termTypes } = program.types
  for (const { rules } of [...program.source.questions, ...program.source.answers]) {
    const rule = parseRule(rules)
    if (rule === null || rule instanceof Malformed) continue
    for (const { type, args } of conditionsOf(rule.root)) note(`condition:${type}`, conditionTypes.get(type), args)
  }
  for (const calculation of program.source.calculations) {
    for (const { type, args } of bodies[calculation.type].typedTerms(calculation, program.types))
      note(`term:${type}`, termTypes.get(type), args)
  }
  collected.set(program, found)
  return found
}

/** What the evaluation reads as `loaded`; undefined where the product uses no type that loads. */
export async function loadOutside(work: Work, program: Program): Promise<Readonly<Record<string, unknown>> | undefined> {
  const uses = usesOf(program)
  if (uses.size === 0) return undefined
  const { context } = work
  const { languages } = work.moment.snapshot
  const find: Outside['find'] = async (name, property, value) => {
    const entity = requireEntity(context.registry, name)
    const column = property === 'id' ? undefined : entity.properties[property]
    const wanted = column ? toColumn(column, value) : (value as number)
    const found = await loadRecords(work.on, entity, languages, { column: property, values: [wanted] })
    return found.map((record) => record.values)
  }
  const outside: Outside = { now: work.now, find, read: async (name, id) => (await find(name, 'id', id))[0] ?? null }
  const loaded = [...uses].map(
    async ([key, entry]): Promise<[string, unknown]> => [key, await entry.type.load?.(entry.uses, outside)],
  )
  return Object.fromEntries(await Promise.all(loaded))
}
