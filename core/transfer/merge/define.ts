// Schemas and types of a merge report: the conflicts, the changes and the merged sheet.
import type { Message } from '../../foundation/message.js'
import type { SchemaValue } from '../../foundation/property/typing.js'
import { cellSchema } from '../diff/define.js'

/** The sides of a merge, with their names in conflicts. */
export const mergeSides = { ours: 'Ours', theirs: 'Theirs' } as const
export type MergeSide = keyof typeof mergeSides

const text = { type: 'string' } as const

const conflictSchema = {
  type: 'object',
  title: 'MergeConflict',
  description: 'Changes of both sides that contradict each other.',
  properties: {
    kind: {
      type: 'string',
      enum: ['changed', 'deleted', 'named', 'key', 'order'],
      description:
        '`changed`: both sides changed it; `deleted`: one side changed a record that the other deleted; `named`: one side ' +
        'refers to a record that the other deleted; `key`: both gave the same key to different parts; `order`: both put the parts in another order.',
    },
    entity: text,
    key: { type: 'string', description: 'As in a sheet: `width`, or `wood.oak` of an answer.' },
    field: text,
    language: text,
    cell: cellSchema,
    base: { description: 'The format of sheets. Null for no value.' },
    ours: {},
    theirs: {},
    sentence: text,
  },
  required: ['kind', 'entity', 'key', 'base', 'ours', 'theirs', 'sentence'],
} as const

export const mergeReportSchema = {
  type: 'object',
  title: 'MergeReport',
  description: 'The result of a merge.',
  properties: {
    product: text,
    conflicts: { type: 'array', items: conflictSchema },
    changes: {
      type: 'array',
      items: text,
      description: 'The differences from our side to the merged sheet, as sentences.',
    },
    sheet: {
      type: 'string',
      description: 'The merged sheet of the whole product. Absent if there are conflicts and no side was preferred.',
    },
  },
  required: ['product', 'conflicts', 'changes'],
} as const

export type MergeConflict = SchemaValue<typeof conflictSchema>
export type MergeReport = SchemaValue<typeof mergeReportSchema>

/** A conflict whose sentence is not written in a language yet. */
export type ConflictWithMessage = Omit<MergeConflict, 'sentence'> & { readonly sentence: Message }
export type Merge = Omit<MergeReport, 'conflicts' | 'changes'> & {
  readonly conflicts: readonly ConflictWithMessage[]
  readonly changes: readonly Message[]
}
