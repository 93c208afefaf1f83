// Which entities can be copied, the input of a copy and its report.
import type { Entity } from '../../model/entity/define.js'
import { findOwnerPath } from '../../model/entity/ownership.js'

/** Rules and calculations speak of one product only. */
export const world = 'product'

/** True for products and for what belongs to them. */
export function isCopyable(entity: Entity, entities: ReadonlyMap<string, Entity>): boolean {
  const isPart = entity.name === world || findOwnerPath(entities, entity, world) !== null
  return isPart && entity.area === entities.get(world)?.area
}

export interface CopyInput {
  readonly entity: string
  readonly id: number
  /** The record that the copy belongs to; that of the original if left out. */
  readonly into?: number | undefined
  /** Without it, what carries code is refused. */
  readonly withCode: boolean
  /** True: what names records of another product is left empty, and told; without it, that is refused. */
  readonly leavesOut: boolean
}

/** A field of the original that the copy does not have, because it names what another product has. */
export interface LeftOut {
  readonly entity: string
  /** Of the original. */
  readonly id: number
  readonly field: string
  readonly message: string
}

export interface CopyReport {
  readonly entity: string
  /** Of the copy. */
  readonly id: number
  /** How many records were made, by entity. */
  readonly created: Readonly<Record<string, number>>
  readonly files: number
  readonly left_out: readonly LeftOut[]
}
