// What of a product stands in a sheet, worked out from the registry: parts by their owners, fields by what their kinds hold.
import type { Property } from '../../foundation/property/kind.js'
import type { Entity } from '../../model/entity/define.js'
import { getJoinOptions, findOwnerJoins } from '../../model/entity/ownership.js'
import { calculationOverrideKind } from '../../model/properties/calculation-override.js'
import { groupPriceKind } from '../../model/properties/group-price.js'
import { ruleKind } from '../../model/properties/rule.js'
import { selectionsKind } from '../../model/properties/selections.js'
import { type Registry, requireEntity } from '../../model/registry.js'
import { layoutOf } from '../../storage/record/layout.js'

/** What is particular about a kind of parts. */
export interface Traits {
  /** Keys differ in the whole product, not only below one owner: rules name these without their owner. */
  readonly isProductWide?: true
  /** Others name these within their owner: `width.oak`. */
  readonly isWithin?: true
  /** They have a body of one of the calculation types. */
  readonly hasBody?: true
  /** Their questions and rows are written as one table. */
  readonly hasTable?: true
}

const traits: Readonly<Record<string, Traits>> = {
  question: { isProductWide: true },
  answer: { isWithin: true },
  calculation: { hasBody: true },
  'variant-table': { hasTable: true },
}

/** Parts of one kind below their owner. */
export interface Section {
  /** The key of the sheet, `detail_panes`. */
  readonly name: string
  readonly entity: Entity
  /** The field that names the owner. */
  readonly owner: string
  /** The field that the key is made of, and the one that holds the key where that does not do. */
  readonly title: string
  readonly internal: string | null
  readonly traits: Traits
}

const named: ReadonlySet<unknown> = new Set([ruleKind, selectionsKind, groupPriceKind, calculationOverrideKind])
const titles = ['title', 'name', 'heading']

/** True where the ids that the field may hold can be told by names. */
function isSayable(property: Property): boolean {
  return property.kind.references === undefined || property.kind.referenceColumn === true || named.has(property.kind)
}

const said = new WeakMap<Entity, readonly Property[]>()

/** The fields of a part that stand in a sheet, in the order of their declaration. */
export function sheetProperties(entity: Entity): readonly Property[] {
  const known = said.get(entity) ?? propertiesOf(entity)
  said.set(entity, known)
  return known
}

function propertiesOf(entity: Entity): readonly Property[] {
  const owners = new Set(findOwnerJoins(entity).map(({ property }) => property))
  return layoutOf(entity).kept.filter(
    (property) =>
      !owners.has(property.name) &&
      property.name !== 'ordering' &&
      !property.apiSensitive &&
      !property.readOnly &&
      isSayable(property),
  )
}

const known = new WeakMap<Registry, Map<string, readonly Section[]>>()

/** The sections of a part, in the order of the registry; those of a product begin with its pages. */
export function sectionsOf(registry: Registry, owner: string): readonly Section[] {
  const held = known.get(registry) ?? new Map<string, readonly Section[]>()
  known.set(registry, held)
  const found = held.get(owner)
  if (found) return found
  const area = requireEntity(registry, owner).area
  const sections = registry.owned(owner).flatMap(({ entity, property }): readonly Section[] => {
    const goesWithOwner = getJoinOptions(entity.properties[property]!)?.cascade === true
    const title = titles.find((name) => entity.properties[name] !== undefined)
    if (entity.area !== area || goesWithOwner || title === undefined || !entity.operations.includes('create')) return []
    const requires = layoutOf(entity).required.filter((one) => !isSayable(one))
    const own = traits[entity.name] ?? {}
    if (requires.length > 0 && !own.hasTable) return []
    const internal = entity.properties['internal_name'] ? 'internal_name' : null
    const name = entity.pluralLabel.replaceAll(/[^a-z]+/g, '_')
    return [{ name, entity, owner: property, title, internal, traits: own }]
  })
  held.set(owner, sections)
  return sections
}

/** Every entity whose records are parts of a sheet, owners first. */
export function partEntities(registry: Registry): readonly Entity[] {
  const found = new Map<string, Entity>([['product', requireEntity(registry, 'product')]])
  for (const name of found.keys()) for (const { entity } of sectionsOf(registry, name)) found.set(entity.name, entity)
  return [...found.values()]
}

/** What a part is called where it is told of: `width`, or `wood.oak` of an answer. */
export function nameOfPart(part: {
  readonly key: string
  readonly section: Section | null
  readonly owner: { readonly key: string } | null
}): string {
  return part.section?.traits.isWithin && part.owner ? `${part.owner.key}.${part.key}` : part.key
}
