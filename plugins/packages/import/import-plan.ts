// The fields of an imported record, without references to other records: their ids are resolved separately.
import { type Property, type Entity, storedValues, shopperCalls } from '#core/surface.js'
import type { ServiceContext } from '#core/contract.js'
import { isFileProperty } from '../package/rows.js'
import type { ProductImportOptions } from './define.js'
import type { ImportFiles } from './files.js'
import type { OutsideIds } from './outside-ids.js'
import { type ParsedProduct, type ParsedMember, packageRootEntity } from './parsed-product.js'

/** A product to import, with its import options. */
export interface ImportPlan {
  readonly parsedProduct: ParsedProduct
  /** `staged.members` without references that this shop cannot resolve. */
  readonly members: readonly ParsedMember[]
  readonly outside: OutsideIds
  readonly files: ImportFiles
  readonly how: ProductImportOptions
}

export type ImportFields = Record<string, unknown>

/** True if the default of a new record is not empty. */
const hasDefault = ({ default: usual, platformDefaults }: Property): boolean =>
  usual !== undefined || platformDefaults !== undefined

interface ImportField {
  readonly name: string
  readonly property: Property
  readonly isFile: boolean
  /** True if the field may contain ids. */
  readonly names: boolean
}

interface EntityFields {
  readonly all: readonly ImportField[]
  readonly files: readonly ImportField[]
  readonly of: ReadonlyMap<Property, ImportField>
}

const entityFieldsByEntity = new WeakMap<Entity, EntityFields>()

function getEntityFields(entity: Entity): EntityFields {
  const cachedFields = entityFieldsByEntity.get(entity)
  if (cachedFields) return cachedFields
  const entityFields = computeEntityFields(entity)
  entityFieldsByEntity.set(entity, entityFields)
  return entityFields
}

function computeEntityFields(entity: Entity): EntityFields {
  const all = storedValues.getLayout(entity).stored.map((property): ImportField => {
    return { name: property.name, property, isFile: isFileProperty(property), names: property.kind.references !== undefined }
  })
  return {
    all,
    files: all.filter(({ isFile }) => isFile),
    of: new Map(all.map((field) => [field.property, field])),
  }
}

/**
 * Omits fields that the package lacks. A copied product is unpublished. With `sparse` it also omits values equal to the default of a new
 * record.
 */
export function createImportFields(
  { files, how, parsedProduct }: ImportPlan,
  languages: readonly string[],
  member: ParsedMember,
  sparse = false,
): ImportFields {
  const { entity, record, note } = member
  const { values } = record
  const fields: ImportFields = {}
  const give = (key: string, property: Property, value: unknown): void => {
    if (value !== undefined && !(sparse && !hasDefault(property) && storedValues.isUnset(property, value))) fields[key] = value
  }
  const look = ({ name, property, isFile, names }: ImportField): void => {
    const value = values[name]
    // Without an ordering, a copy is placed last among its siblings.
    if (value === undefined || (name === 'ordering' && how.mode === 'copy')) return
    if (isFile) give(name, property, files.nameOf(member, name))
    else if (!names) give(name, property, value)
    else if (storedValues.isUnset(property, value)) give(name, property, null)
  }
  const { all, files: fileFields, of } = getEntityFields(entity)
  if (sparse && note) {
    if (parsedProduct.getFiles(member).size > 0) fileFields.forEach(look)
    for (const property of note.filled) look(of.get(property)!)
    for (const property of note.emptied) look(of.get(property)!)
  } else all.forEach(look)
  for (const [key, { property }] of storedValues.getFlatKeys(entity, languages)) give(key, property, values[key])
  if (how.mode === 'copy' && entity.name === packageRootEntity && record.id === parsedProduct.product) fields['published'] = false
  return fields
}

// Import plans of a successful check, cached, so the import does not validate again while the shop is unchanged.

/** Maximum number of cached records; products beyond it are read from the package again. */
const maxCachedRecords = 20_000

const getStoreVersion = ({ versionedSnapshot: snapshot }: ServiceContext): number | undefined =>
  snapshot.versions.get(shopperCalls.storeTopic)

export class ImportPlanCache {
  private readonly plansByProduct = new Map<number, { readonly wanted: ImportPlan; readonly version: number | undefined }>()
  private room = maxCachedRecords

  /** `work` must have read the shop before the product was validated. Products with files are not cached: the import stores their bytes. */
  keep(work: ServiceContext, plan: ImportPlan): void {
    this.room -= plan.members.length
    if (this.room >= 0 && !plan.files.brings)
      this.plansByProduct.set(plan.parsedProduct.product, { wanted: plan, version: getStoreVersion(work) })
  }

  has(product: number): boolean {
    return this.plansByProduct.has(product)
  }

  /** Returns a plan once; null if none is cached, or if shop data such as tax classes or languages may have changed since. */
  take(work: ServiceContext, product: number): ImportPlan | null {
    const plan = this.plansByProduct.get(product)
    this.plansByProduct.delete(product)
    return plan && plan.version === getStoreVersion(work) ? plan.wanted : null
  }
}
