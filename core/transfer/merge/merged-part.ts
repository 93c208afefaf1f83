// A part of a merged product, before it is formatted as a sheet.
import type { Entity } from '../../model/entity/define.js'
import type { SheetPart } from '../sheet/read.js'
import type { Section } from '../sheet/sections.js'
import type { VariantContent } from '../sheet/variant-lines.js'
import type { TypedBody } from '../diff/part-values.js'
import type { MergeSide } from './define.js'

export interface MergedPart {
  /** The number of the part in all versions. */
  readonly number: number
  readonly entity: Entity
  readonly section: Section | null
  key: string
  /** Fields by name; references are part numbers. */
  readonly fields: Map<string, unknown>
  /** Texts by flat key. */
  readonly texts: Map<string, string>
  body: TypedBody | null
  table: VariantContent | null
  children: MergedPart[]
}

export type PartSides = Readonly<Record<'base' | MergeSide, SheetPart | null>>
