// One record of every entity, so that any other record can refer to something: made from required fields only.
import type { Property } from '../../core/ground/property/kind.js'
import type { Entity } from '../../core/model/entity/define.js'
import { joinOptions } from '../../core/model/entity/ownership.js'
import { requireEntity } from '../../core/model/registry.js'
import type { Context } from '../../core/storage/context.js'
import { write } from '../../core/storage/pipeline/write.js'

/** Ids by entity. */
export type World = ReadonlyMap<string, number>

const languages = ['en-GB', 'de-DE']

/** What an entity asks for beyond its required fields. */
const further: Readonly<Record<string, (ids: (entity: string) => number) => Record<string, unknown>>> = {
  address: (ids) => ({ customer_id: ids('customer') }),
  'tax-rate': (ids) => ({ country_id: ids('country') }),
  'calculation-formula': () => ({ terms: [{ number: 1 }] }),
  'calculation-matrix': () => ({ cells: [{ row: 0, column: 0, value: '1' }] }),
  'calculation-code': () => ({ code: '1 + 1' }),
  question: () => ({ question_type: 'Textbox' }),
}

/** A text that fits: of the pattern's kind, and another one each time. */
export function uniqueText(property: Property, number: number): string {
  const { pattern, length = 255 } = property.options as {
    readonly pattern?: { readonly expression: string }
    readonly length?: number
  }
  const letters = [676, 26, 1].map((n) => String.fromCharCode(65 + (Math.floor(number / n) % 26))).join('')
  const candidates = [`t${number}`, letters, letters.slice(1), `u${number}@example.org`]
  const expression = new RegExp(pattern?.expression ?? '')
  return candidates.find((text) => expression.test(text) && text.length <= length) ?? letters
}

let count = 0

function required(property: Property, ids: (entity: string) => number): unknown {
  const join = joinOptions(property)
  if (join) return ids(join.entity)
  const schema = property.kind.schema(property, 'write') as { readonly type?: unknown; readonly enum?: readonly unknown[] } | null
  if (schema?.enum) return schema.enum[0]
  const types = [schema?.type].flat()
  if (types.includes('boolean')) return true
  if (types.includes('integer') || types.includes('number')) return 1
  if (property.name === 'connector') return 'bank_transfer'
  return uniqueText(property, ++count)
}

/** The smallest input that creates a record of the entity. */
export function smallestInput(entity: Entity, ids: (entity: string) => number): Record<string, unknown> {
  const input: Record<string, unknown> = {}
  for (const property of Object.values(entity.properties)) {
    if (!property.required || property.appliesWhen) continue
    if (!property.translatable) input[property.name] = required(property, ids)
    else for (const tag of languages) input[`${property.name}_${tag.replace('-', '_')}`] = uniqueText(property, ++count)
  }
  return { ...input, ...further[entity.name]?.(ids) }
}

/** Creates what is missing, required joins first; singletons are there. */
export async function createWorld(context: Context): Promise<World> {
  const world = new Map<string, number>()
  async function ensure(name: string): Promise<void> {
    if (world.has(name)) return
    const entity = requireEntity(context.registry, name)
    if (entity.singleton) return void world.set(name, 1)
    // What `further` needs, and required joins.
    for (const other of ['customer', 'country']) if (name !== other && name in further) await ensure(other)
    for (const property of Object.values(entity.properties)) {
      const join = joinOptions(property)
      if (join && property.required && join.entity !== name) await ensure(join.entity)
    }
    const input = smallestInput(entity, (other) => world.get(other) ?? 1)
    world.set(name, (await write(context, name, input, { internal: true })).id)
  }
  for (const name of context.registry.entities.keys()) await ensure(name)
  return world
}
