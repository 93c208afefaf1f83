// A part of a merged product, before it is formatted as a sheet.
import type { Entity } from '../../model/entity/define.js'
import type { SaidPart } from '../sheet/read.js'
import type { Section } from '../sheet/sections.js'
import type { SaidVariants } from '../sheet/variant-lines.js'
import type { Body } from '../diff/values.js'
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
  body: Body | null
  table: SaidVariants | null
  children: MergedPart[]
}

export type Sides = Readonly<Record<'base' | MergeSide, SaidPart | null>>
