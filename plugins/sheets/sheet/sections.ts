// Derives from the registry which parts and fields of a product a sheet contains.
import {
  type Property,
  type Entity,
  entityModel,
  propertyKinds,
  type Registry,
  requireEntity,
  storedValues,
} from '#core/surface.js'

/** Special properties of a kind of parts. */
interface SectionTraits {
  /** Keys are unique in the whole product, not only within one owner: rules reference these parts without their owner. */
  readonly isProductWide?: true
  /** Other parts reference these within their owner: `width.oak`. */
  readonly isWithin?: true
  /** They have a body of one of the calculation types. */
  readonly hasBody?: true
  /** Their questions and rows are written as one table. */
  readonly hasTable?: true
}

const traitsByEntity: Readonly<Record<string, SectionTraits>> = {
  question: { isProductWide: true },
  answer: { isWithin: true },
  calculation: { hasBody: true },
  'variant-table': { hasTable: true },
}

/** A section of a sheet: the parts of one entity below their owner. */
export interface Section {
  /** The key in the sheet, such as `detail_panes`. */
  readonly name: string
  readonly entity: Entity
  /** The field that references the owner. */
  readonly owner: string
  /** `title`: the field from which the key is derived. `internal`: the field that stores a key that the title does not give. */
  readonly title: string
  readonly internal: string | null
  readonly traits: SectionTraits
}

const referenceKinds: ReadonlySet<unknown> = new Set([
  propertyKinds.ruleKind,
  propertyKinds.selectionsKind,
  propertyKinds.groupPriceKind,
  propertyKinds.calculationOverrideKind,
])
const titleFields = ['title', 'name', 'heading']

/** True if a sheet can express the field's references by name. */
function isExpressible(property: Property): boolean {
  return property.kind.references === undefined || property.kind.referenceColumn === true || referenceKinds.has(property.kind)
}

const propertiesByEntity = new WeakMap<Entity, readonly Property[]>()

/** The fields of a part that a sheet contains, in declaration order. */
export function getSheetProperties(entity: Entity): readonly Property[] {
  const properties = propertiesByEntity.get(entity) ?? selectSheetProperties(entity)
  propertiesByEntity.set(entity, properties)
  return properties
}

function selectSheetProperties(entity: Entity): readonly Property[] {
  const owners = new Set(entityModel.findOwnerJoins(entity).map(({ property }) => property))
  return storedValues
    .getLayout(entity)
    .persisted.filter(
      (property) =>
        !owners.has(property.name) &&
        property.name !== 'ordering' &&
        !property.apiSensitive &&
        !property.readOnly &&
        isExpressible(property),
    )
}

const sectionsByRegistry = new WeakMap<Registry, Map<string, readonly Section[]>>()

/** The sections of a part, in registry order; a product's pages come first. */
export function getSheetSections(registry: Registry, owner: string): readonly Section[] {
  const sectionsByOwner = sectionsByRegistry.get(registry) ?? new Map<string, readonly Section[]>()
  sectionsByRegistry.set(registry, sectionsByOwner)
  const cachedSections = sectionsByOwner.get(owner)
  if (cachedSections) return cachedSections
  const area = requireEntity(registry, owner).area
  const sections = registry.owned(owner).flatMap(({ entity, property }): readonly Section[] => {
    const goesWithOwner = entityModel.getJoinOptions(entity.properties[property]!)?.cascade === true
    const title = titleFields.find((name) => entity.properties[name] !== undefined)
    if (entity.area !== area || goesWithOwner || title === undefined || !entity.operations.includes('create')) return []
    const requires = storedValues.getLayout(entity).required.filter((candidate) => !isExpressible(candidate))
    const own = traitsByEntity[entity.name] ?? {}
    if (requires.length > 0 && !own.hasTable) return []
    const internal = entity.properties['internal_name'] ? 'internal_name' : null
    const name = entity.pluralLabel.replaceAll(/[^a-z]+/g, '_')
    return [{ name, entity, owner: property, title, internal, traits: own }]
  })
  sectionsByOwner.set(owner, sections)
  return sections
}

/** Every entity whose records are parts of a sheet, owners first. */
export function listPartEntities(registry: Registry): readonly Entity[] {
  const entitiesByName = new Map<string, Entity>([['product', requireEntity(registry, 'product')]])
  for (const name of entitiesByName.keys())
    for (const { entity } of getSheetSections(registry, name)) entitiesByName.set(entity.name, entity)
  return [...entitiesByName.values()]
}
