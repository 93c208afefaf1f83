// Which entities can be copied, the input of a copy and its report.
import type { Entity } from '../../model/entity/define.js'
import { findOwnerPath } from '../../model/entity/ownership.js'

/** The root entity: rules and calculations reference records of one product only. */
export const rootEntityName = 'product'

/** True for products and their parts. */
export function isCopyable(entity: Entity, entities: ReadonlyMap<string, Entity>): boolean {
  const isPart = entity.name === rootEntityName || findOwnerPath(entities, entity, rootEntityName) !== null
  return isPart && entity.area === entities.get(rootEntityName)?.area
}

export interface CopyInput {
  readonly entity: string
  readonly id: number
  /** Id of the copy's owner. Default: the owner of the original. */
  readonly into?: number | undefined
  /** False: records with code are refused. */
  readonly withCode: boolean
  /** True: references to records of another product are left empty and reported. False: they are refused. */
  readonly leavesOut: boolean
}

/** A field that the copy lacks, because it references a record of another product. */
export interface OmittedField {
  readonly entity: string
  /** Id of the original. */
  readonly id: number
  readonly field: string
  readonly message: string
}

export interface RecordCopyReport {
  readonly entity: string
  /** Id of the copy. */
  readonly id: number
  /** Number of created records by entity. */
  readonly created: Readonly<Record<string, number>>
  readonly files: number
  readonly left_out: readonly OmittedField[]
}
